import { longDayName, weekOrder } from '@rondo/contracts/calendar/dates.ts';
import type { FieldValues } from 'react-hook-form';
import { ChosenField, type Bound } from '../../forms/fields.tsx';
import { TypedField } from '../../forms/TypedField.tsx';

const dayOptions = weekOrder.map((day) => ({ value: `${day}`, label: longDayName(day) }));

/** Weekday or date, start time and duration, as both forms edit them. `at` returns the form path of a field. */
export const WhenFields = <Values extends FieldValues, Checked>({
  at,
  weekly,
  duration,
}: {
  readonly at: (name: 'dayOfWeek' | 'lessonDate' | 'startTime' | 'duration') => Omit<Bound<Values, Checked>, 'label'>;
  readonly weekly: boolean;
  /** The longest, and the steps in which it is chosen, in minutes. */
  readonly duration: { readonly max: number; readonly step: number };
}) => (
  <div className="grid grid-cols-[minmax(0,1.2fr)_1fr_1fr] items-start gap-3 max-desk:grid-cols-2">
    <div className="max-desk:col-span-2">
      {weekly ? (
        <ChosenField {...at('dayOfWeek')} label="Day of week" options={dayOptions} placeholder="Choose a day" />
      ) : (
        <TypedField {...at('lessonDate')} label="Date" type="date" />
      )}
    </div>
    <TypedField {...at('startTime')} label="Start time" type="time" step={300} />
    <TypedField
      {...at('duration')}
      label="Duration (minutes)"
      type="number"
      inputMode="numeric"
      min={15}
      max={duration.max}
      step={duration.step}
    />
  </div>
);
