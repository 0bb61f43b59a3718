import { AddressField } from '../../../forms/fields.tsx';
import { TypedField } from '../../../forms/TypedField.tsx';
import type { StudentFormState } from '../student-values.ts';

/** Who the student is and where the teacher drives. */
export const PersonSection = ({
  form,
  located,
}: {
  readonly form: StudentFormState;
  readonly located: string | null;
}) => {
  const { control, formState } = form;
  const { dirtyFields } = formState;
  return (
    <section aria-label="Student" className="grid grid-cols-2 gap-4">
      <TypedField control={control} name="firstName" label="First name" autoComplete="off" data-autofocus />
      <TypedField control={control} name="lastName" label="Last name" autoComplete="off" />
      <AddressField
        className="col-span-2"
        control={control}
        name="address"
        label="Address"
        placeholder="Street, city and ZIP code"
        hint={located !== null && dirtyFields.address !== true ? located : undefined}
      />
      <TypedField
        control={control}
        name="phone"
        className="col-span-2"
        label="Phone"
        optional
        type="tel"
        autoComplete="off"
      />
    </section>
  );
};
