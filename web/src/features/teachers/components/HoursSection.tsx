import { daysOfWeek, longDayName, type DayOfWeek } from '@rondo/contracts/calendar/dates.ts';
import { Controller } from 'react-hook-form';
import { teacherDay, type Window } from '../../../lib/availability.ts';
import { Button } from '../../../ui/button.tsx';
import { TypedField } from '../../../forms/TypedField.tsx';
import { AvailabilityEditor } from '../../../ui/fields/availability-editor.tsx';
import { RadioList } from '../../../ui/fields/choice.tsx';
import { interpretations } from '../interpretation.ts';
import { firstDay, withFirstDayOn, type TeacherFormState } from '../teacher-values.ts';

/** Puts the hours of the first day on the others, so that nobody types them five times. */
const CopiedDay = ({
  week,
  onChange,
}: {
  readonly week: readonly Window[];
  readonly onChange: (week: Window[]) => void;
}) => {
  const first = firstDay(week);
  if (first === undefined) return null;
  return (
    <div className="mb-1 flex flex-wrap gap-1.5">
      <Button size="small" onClick={() => onChange(withFirstDayOn(week, [1, 2, 3, 4, 5]))}>
        Same hours Mon – Fri
      </Button>
      <Button
        size="small"
        onClick={() =>
          onChange(
            withFirstDayOn(
              week,
              daysOfWeek.filter((day) => isOffered(week, day)),
            ),
          )
        }
      >
        Copy {longDayName(first)} to all days
      </Button>
    </div>
  );
};

const isOffered = (week: readonly Window[], day: DayOfWeek): boolean => week.some(({ dayOfWeek }) => dayOfWeek === day);

/** When the teacher teaches, and what the times mean. */
export const HoursSection = ({ form }: { readonly form: TeacherFormState }) => (
  <section
    aria-labelledby="hours-head"
    className="border-line bg-paper p-6 max-wide:border-t max-desk:p-4 wide:overflow-auto wide:border-l"
  >
    <h3 id="hours-head" className="text-lead font-strong">
      Availability
    </h3>
    <p className="mb-3 text-ink-2">What these times mean:</p>
    <Controller
      control={form.control}
      name="availabilityInterpretation"
      render={({ field: { value, onChange } }) => (
        <RadioList label="What the times mean" value={value} onChange={onChange} options={interpretations} />
      )}
    />
    <div className="mt-3">
      <Controller
        control={form.control}
        name="availability"
        render={({ field: { value, onChange, onBlur }, formState: { errors } }) => (
          <>
            <CopiedDay week={value} onChange={onChange} />
            <AvailabilityEditor
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              day={teacherDay}
              preferences={false}
              errorAt={(index) =>
                errors.availability?.[index]?.startTime?.message ?? errors.availability?.[index]?.endTime?.message
              }
            />
          </>
        )}
      />
    </div>
    <div className="mt-4 max-w-80">
      <TypedField
        control={form.control}
        name="minutesBetween"
        label="Time between lessons"
        optional
        inputMode="numeric"
        autoComplete="off"
        hint="Minutes besides the drive. Empty: as many as in Settings."
      />
    </div>
  </section>
);
