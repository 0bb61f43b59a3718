import { AddressField } from '../../../forms/fields.tsx';
import { TypedField } from '../../../forms/TypedField.tsx';
import type { TeacherFormState } from '../teacher-values.ts';

/** Who the teacher is and where the day's drive begins. */
export const PersonSection = ({
  form,
  located,
}: {
  readonly form: TeacherFormState;
  readonly located: string | null;
}) => {
  const { control, formState } = form;
  const { dirtyFields } = formState;
  const homeHint = located !== null && dirtyFields.address !== true ? located : undefined;
  return (
    <section aria-label="Teacher" className="grid content-start gap-4">
      <TypedField control={control} name="name" label="Name" autoComplete="off" data-autofocus />
      <div className="grid grid-cols-2 gap-4 max-desk:grid-cols-1">
        <TypedField control={control} name="phone" label="Phone" type="tel" autoComplete="off" />
        <TypedField control={control} name="email" label="Email" type="email" autoComplete="off" />
      </div>
      <AddressField
        control={control}
        name="address"
        label="Home address"
        optional
        placeholder="Street, city and ZIP code"
        hint={homeHint ?? 'Where the day’s drive starts and ends. Without it, drives to and from home are not counted.'}
      />
      <TypedField
        control={control}
        name="calendarUrl"
        label="Calendar URL"
        optional
        type="url"
        inputMode="url"
        autoComplete="off"
        hint="The address of this teacher’s calendar feed in your music studio service. Rondo reads it, and never changes it."
      />
    </section>
  );
};
