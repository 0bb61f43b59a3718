import { Controller } from 'react-hook-form';
import { useAddressSuggestions } from '../../../lib/address-suggestions.ts';
import { TextField } from '../../../ui/field.tsx';
import { SuggestField } from '../../../ui/suggest-field.tsx';
import type { StudentFormState } from '../student-form.tsx';

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
  const { suggestions, seek } = useAddressSuggestions();
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
      <Controller
        control={control}
        name="address"
        render={({ field: { value, onChange, onBlur, name, ref } }) => (
          <SuggestField
            className="col-span-2"
            label="Address"
            placeholder="Street, city and ZIP code"
            value={value}
            onChange={(text) => {
              onChange(text);
              seek(text);
            }}
            onBlur={onBlur}
            name={name}
            ref={ref}
            suggestions={suggestions}
            error={errors.address?.message}
            hint={located !== null && dirtyFields.address !== true ? located : undefined}
          />
        )}
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
