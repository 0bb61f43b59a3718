import { isIsoDate, longDayName, weekOrder } from '@rondo/contracts/calendar/dates.ts';
import { formatTime, isTimeText, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useId, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { ChosenField } from '../../forms/fields.tsx';
import { TypedField } from '../../forms/TypedField.tsx';
import { weekdayOf, type CheckedEntry, type EntryValues } from './entry-values.ts';

type Form = { readonly form: UseFormReturn<EntryValues, unknown, CheckedEntry> };

const dayOptions = weekOrder.map((day) => ({ value: `${day}`, label: longDayName(day) }));

/** Weekday or date, and start time. */
const TimeFields = ({ form: { control, watch } }: Form) => (
  <>
    <div className="max-desk:col-span-2">
      {watch('repeats') === 'weekly' ? (
        <ChosenField
          control={control}
          name="dayOfWeek"
          label="Day of week"
          options={dayOptions}
          placeholder="Choose a day"
        />
      ) : (
        <TypedField control={control} name="lessonDate" label="Date" type="date" />
      )}
    </div>
    <TypedField control={control} name="startTime" label="Start time" type="time" step={300} />
  </>
);

/** "Tue, Nov 24, 3:00 PM", "Tuesdays, 3:00 PM"; what is not filled in is left out. */
const timeWords = ({ repeats, dayOfWeek, lessonDate, startTime }: EntryValues): string => {
  const weekday = weekdayOf(dayOfWeek);
  const weekly = weekday === null ? [] : [`${longDayName(weekday)}s`];
  const day = repeats === 'weekly' ? weekly : isIsoDate(lessonDate) ? [shortDate(lessonDate)] : [];
  return [...day, ...(isTimeText(startTime) ? [formatTime(toMinutes(startTime))] : [])].join(', ');
};

/** When an entry takes place that exists already: folded, because a lesson is moved with Move…. Open while it has an error. */
const FoldedTime = ({ form }: Form) => {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { errors } = form.formState;
  const open = isOpen || Boolean(errors.lessonDate ?? errors.startTime ?? errors.dayOfWeek);
  const Icon = open ? ChevronUp : ChevronDown;
  return (
    <div className="rounded-card border border-line">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex min-h-11 w-full items-center gap-3 rounded-card px-3 text-left"
      >
        <span className="font-control">Time</span>
        <span className="min-w-0 grow truncate text-ink-2 tabular-nums">{timeWords(form.watch())}</span>
        <Icon aria-hidden className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
      </button>
      <div id={id} hidden={!open} className="px-3 pt-1 pb-3">
        <div className="grid grid-cols-2 items-start gap-3">
          <TimeFields form={form} />
        </div>
      </div>
    </div>
  );
};

/** Weekday or date, start time and duration. `step` and `max` of the duration are in minutes. */
export const WhenSection = ({
  form,
  isNew,
  duration,
}: Form & { readonly isNew: boolean; readonly duration: { readonly max: number; readonly step: number } }) => {
  const length = (
    <TypedField
      control={form.control}
      name="duration"
      label="Duration (minutes)"
      type="number"
      inputMode="numeric"
      min={15}
      {...duration}
    />
  );
  return isNew ? (
    <div className="grid grid-cols-[minmax(0,1.2fr)_1fr_1fr] items-start gap-3 max-desk:grid-cols-2">
      <TimeFields form={form} />
      {length}
    </div>
  ) : (
    <>
      {length}
      <FoldedTime form={form} />
    </>
  );
};
