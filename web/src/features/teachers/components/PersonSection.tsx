import { AddressField } from '../../../forms/fields.tsx';
import { TextField } from '../../../ui/field.tsx';
import type { TeacherFormState } from '../teacher-values.ts';

/** Who the teacher is and where the day's drive begins. */
export const PersonSection = ({
  form,
  located,
}: {
  readonly form: TeacherFormState;
  readonly located: string | null;
}) => {
  const { control, formState, register } = form;
  const { errors, dirtyFields } = formState;
  const homeHint = located !== null && dirtyFields.address !== true ? located : undefined;
  return (
    <section aria-label="Teacher" className="grid content-start gap-4">
      <TextField label="Name" autoComplete="off" data-autofocus error={errors.name?.message} {...register('name')} />
      <div className="grid grid-cols-2 gap-4 max-desk:grid-cols-1">
        <TextField label="Phone" type="tel" autoComplete="off" error={errors.phone?.message} {...register('phone')} />
        <TextField label="Email" type="email" autoComplete="off" error={errors.email?.message} {...register('email')} />
      </div>
      <AddressField
        control={control}
        name="address"
        label="Home address"
        optional
        placeholder="Street, city and ZIP code"
        hint={homeHint ?? 'Where the day’s drive begins and ends. Without it the drives from and to home are left out.'}
      />
      <TextField
        label="Calendar URL"
        optional
        type="url"
        inputMode="url"
        autoComplete="off"
        hint="The feed of your music-studio calendar, for a later synchronization."
        error={errors.calendarUrl?.message}
        {...register('calendarUrl')}
      />
    </section>
  );
};
