import { AddressField } from '../../../forms/fields.tsx';
import { TextField } from '../../../ui/field.tsx';
import type { StudentFormState } from '../student-values.ts';

/** Who the student is and where the teacher drives. */
export const PersonSection = ({
  form,
  located,
}: {
  readonly form: StudentFormState;
  readonly located: string | null;
}) => {
  const { control, formState, register } = form;
  const { errors, dirtyFields } = formState;
  return (
    <section aria-label="Student" className="grid grid-cols-2 gap-4">
      <TextField
        label="First name"
        autoComplete="off"
        data-autofocus
        error={errors.firstName?.message}
        {...register('firstName')}
      />
      <TextField label="Last name" autoComplete="off" error={errors.lastName?.message} {...register('lastName')} />
      <AddressField
        className="col-span-2"
        control={control}
        name="address"
        label="Address"
        placeholder="Street, city and ZIP code"
        hint={located !== null && dirtyFields.address !== true ? located : undefined}
      />
      <TextField
        className="col-span-2"
        label="Phone"
        optional
        type="tel"
        autoComplete="off"
        error={errors.phone?.message}
        {...register('phone')}
      />
    </section>
  );
};
