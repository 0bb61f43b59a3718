import { Controller } from 'react-hook-form';
import { studentDay } from '../../../lib/availability.ts';
import { AvailabilityEditor } from '../../../ui/fields/availability-editor.tsx';
import type { StudentFormState } from '../student-values.ts';

/** When the student is available. */
export const AvailabilitySection = ({ form }: { readonly form: StudentFormState }) => (
  <section
    aria-labelledby="availability-head"
    className="border-line bg-paper p-6 max-wide:border-t max-desk:p-4 wide:overflow-auto wide:border-l"
  >
    <h3 id="availability-head" className="text-lead font-strong">
      Availability
    </h3>
    <p className="mb-2 text-ink-2">Star the preferred times. Rondo tries those first.</p>
    <Controller
      control={form.control}
      name="availability"
      render={({ field: { value, onChange, onBlur }, formState: { errors } }) => (
        <AvailabilityEditor
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          day={studentDay}
          preferences
          errorAt={(index) =>
            errors.availability?.[index]?.startTime?.message ?? errors.availability?.[index]?.endTime?.message
          }
        />
      )}
    />
  </section>
);
