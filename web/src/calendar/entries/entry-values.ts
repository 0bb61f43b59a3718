import { typedText, lessonDuration } from '@rondo/contracts/api/shapes.ts';
import { dayOfWeekOf, isIsoDate, type DayOfWeek, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isTimeText, toMinutes, toTimeText } from '@rondo/contracts/calendar/times.ts';
import { plainDetails } from '@rondo/contracts/lessons/plain-details.ts';
import {
  crossesMidnight,
  dayMissing,
  fieldsMissing,
  missingField,
  startMissing,
  teacherMissing,
  pastMidnight,
} from '@rondo/contracts/lessons/rules.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { z } from 'zod';
import { detailFields, detailValuesOf, typedDetails } from './details.ts';
import type { InputTo } from '../../api/calls.ts';

/** Minutes, as text. */
export const durationField = z
  .string()
  .transform((typed) => (typed.trim() === '' ? Number.NaN : Number(typed)))
  .pipe(lessonDuration);

export const timeField = z
  .string()
  .min(1, startMissing)
  .refine((text) => text === '' || isTimeText(text), 'This must be a time.');

/** True if a lesson would extend past midnight, as far as both values are known. */
export const isTooLate = (startTime: string, duration: number): boolean =>
  isTimeText(startTime) && crossesMidnight({ start: toMinutes(startTime), duration });

const fields = z.object({
  entryType: z.enum(['lesson', 'appointment']),
  teacherId: z.string().min(1, teacherMissing),
  studentId: z.string(),
  eventTitle: typedText(200),
  repeats: z.enum(['dated', 'weekly']),
  lessonDate: z.string(),
  /** As text: '' if none is chosen. */
  dayOfWeek: z.enum(['', '0', '1', '2', '3', '4', '5', '6']),
  startTime: timeField,
  duration: durationField,
  ...detailFields,
  useInOptimization: z.boolean(),
});

export type EntryValues = z.input<typeof fields>;
export type CheckedEntry = z.output<typeof fields>;

/** The rules of a manual entry. All fields are checked, even if another one is invalid. */
export const entrySchema = fields.superRefine((entry, context) => {
  const wrong = (path: keyof CheckedEntry, message: string): void =>
    context.addIssue({ code: 'custom', path: [path], message });
  const missing = missingField(entry);
  if (missing) wrong(missing, fieldsMissing);
  if (entry.repeats === 'weekly' && entry.dayOfWeek === '') wrong('dayOfWeek', dayMissing);
  if (entry.repeats === 'dated' && !isIsoDate(entry.lessonDate)) wrong('lessonDate', dayMissing);
  if (isTooLate(entry.startTime, entry.duration)) wrong('duration', pastMidnight);
});

/** A new entry: a lesson at 15:00 for 45 minutes. */
export const newEntryValues = (given: { teacherId: string; date: IsoDate }): EntryValues => ({
  entryType: 'lesson',
  teacherId: given.teacherId,
  studentId: '',
  eventTitle: '',
  repeats: 'dated',
  lessonDate: given.date,
  dayOfWeek: '',
  startTime: '15:00',
  duration: '45',
  ...detailValuesOf(plainDetails),
  useInOptimization: plainDetails.useInOptimization,
});

const dayText = (day: DayOfWeek): EntryValues['dayOfWeek'] => fields.shape.dayOfWeek.parse(String(day));

/** The weekday after the user chose how often an entry repeats: every week takes it over from the date. */
export const repeatedDay = (
  repeats: EntryValues['repeats'],
  { lessonDate, dayOfWeek }: Pick<EntryValues, 'lessonDate' | 'dayOfWeek'>,
): EntryValues['dayOfWeek'] =>
  repeats === 'weekly' && isIsoDate(lessonDate) ? dayText(dayOfWeekOf(lessonDate)) : dayOfWeek;

/** Converts a saved entry to form values. */
export const entryValuesOf = (row: CalendarLesson): EntryValues => ({
  entryType: row.entryType,
  teacherId: row.teacherId,
  studentId: row.studentId ?? '',
  eventTitle: row.eventTitle ?? '',
  repeats: row.date === null ? 'weekly' : 'dated',
  lessonDate: row.date ?? '',
  dayOfWeek: row.date === null ? dayText(row.dayOfWeek) : '',
  startTime: toTimeText(row.start),
  duration: String(row.duration),
  ...detailValuesOf(row),
  useInOptimization: row.useInOptimization,
});

const weekdayOf = (text: EntryValues['dayOfWeek']): DayOfWeek | null => {
  const day = Number(text);
  return text === '' ? null : (([0, 1, 2, 3, 4, 5, 6] as const)[day] ?? null);
};

/** Converts form values to the call's body. */
export const entryBody = (entry: CheckedEntry): InputTo<'POST /api/lessons'>['body'] => ({
  entryType: entry.entryType,
  teacherId: entry.teacherId,
  studentId: entry.entryType === 'lesson' ? entry.studentId : null,
  eventTitle: entry.eventTitle === '' ? null : entry.eventTitle,
  lessonDate: entry.repeats === 'dated' ? entry.lessonDate : '',
  dayOfWeek: entry.repeats === 'dated' ? dayOfWeekOf(entry.lessonDate) : weekdayOf(entry.dayOfWeek),
  startTime: entry.startTime,
  duration: entry.duration,
  ...typedDetails(entry),
  useInOptimization: entry.useInOptimization,
});
