import { lessonDuration, typedText } from '@rondo/contracts/api/shapes.ts';
import { dayOfWeekOf, isIsoDate, type DayOfWeek, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isTimeText, toMinutes, toTimeText } from '@rondo/contracts/calendar/times.ts';
import type { LessonDetails } from '@rondo/contracts/lessons/details.ts';
import { plainDetails } from '@rondo/contracts/lessons/plain-details.ts';
import {
  crossesMidnight,
  dateMissing,
  dayMissing,
  fieldsMissing,
  missingField,
  startMissing,
  teacherMissing,
  pastMidnight,
} from '@rondo/contracts/lessons/rules.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { z } from 'zod';
import type { Target } from '../days/optimistic.ts';
import type { InputTo } from '../../api/calls.ts';

const timeField = z
  .string()
  .min(1, startMissing)
  .refine((text) => text === '' || isTimeText(text), 'This must be a time.');

const durationField = z
  .string()
  .transform((text) => (text.trim() === '' ? Number.NaN : Number(text)))
  .pipe(lessonDuration);

/** The details that the form edits, as text: '' for none. */
const detailFields = {
  customAddress: typedText(300),
  notes: typedText(2000),
} satisfies { readonly [Name in keyof LessonDetails]?: z.ZodType };

const fields = z.object({
  entryType: z.enum(['lesson', 'appointment']),
  teacherId: z.string().min(1, teacherMissing),
  studentId: z.string(),
  eventTitle: typedText(200),
  /** Once on a date, or every week. Of a planned lesson: one date, or the whole series. */
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

/** True if a lesson would extend past midnight, as far as both values are known. */
export const isTooLate = (startTime: string, duration: number): boolean =>
  isTimeText(startTime) && crossesMidnight({ start: toMinutes(startTime), duration });

/** All fields are checked, even if another one is invalid. `ofPlan`: a planned lesson, whose student and teacher cannot be edited. */
const schemaFor = (ofPlan: boolean) =>
  fields.superRefine((entry, context) => {
    const wrong = (path: keyof CheckedEntry, message: string): void =>
      context.addIssue({ code: 'custom', path: [path], message });
    const missing = ofPlan ? null : missingField(entry);
    if (missing) wrong(missing, fieldsMissing);
    if (entry.repeats === 'weekly' && entry.dayOfWeek === '') wrong('dayOfWeek', dayMissing);
    if (entry.repeats === 'dated' && !isIsoDate(entry.lessonDate))
      wrong('lessonDate', ofPlan ? dateMissing : dayMissing);
    if (isTooLate(entry.startTime, entry.duration)) wrong('duration', pastMidnight);
  });

const schemas = { manual: schemaFor(false), planned: schemaFor(true) } as const;

/** True for a lesson of a plan: its series belongs to the plan, so only its times and details can be edited. */
export const isPlanned = ({ source }: Pick<CalendarLesson, 'source'>): boolean => source === 'optimized';

/** The rules of a form for a row; null for a new entry. */
export const entrySchemaFor = (row: CalendarLesson | null) => schemas[row && isPlanned(row) ? 'planned' : 'manual'];

export const entryFields = fields.keyof().options;

type DetailName = keyof typeof detailFields;

const detailValuesOf = ({ customAddress, notes }: LessonDetails): Record<DetailName, string> => ({
  customAddress: customAddress ?? '',
  notes: notes ?? '',
});

/** What the user chose in the calendar for a new entry. */
export type DrawnTime = { readonly startTime?: string; readonly minutes?: number | undefined };

/** A new entry: a lesson at 15:00 for 45 minutes, unless another time was chosen. */
export const newEntryValues = (
  where: { readonly teacherId: string; readonly date: IsoDate } & DrawnTime,
): EntryValues => ({
  entryType: 'lesson',
  teacherId: where.teacherId,
  studentId: '',
  eventTitle: '',
  repeats: 'dated',
  lessonDate: where.date,
  dayOfWeek: '',
  startTime: where.startTime ?? '15:00',
  duration: String(where.minutes ?? 45),
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

/** When a row takes place, as the form begins: a planned series with the one date that the user opened. */
const whenOf = ({ row, on }: Target): Pick<EntryValues, 'repeats' | 'lessonDate' | 'dayOfWeek'> => {
  if (isPlanned(row)) return { repeats: 'dated', lessonDate: row.date ?? on, dayOfWeek: dayText(row.dayOfWeek) };
  return row.date === null
    ? { repeats: 'weekly', lessonDate: '', dayOfWeek: dayText(row.dayOfWeek) }
    : { repeats: 'dated', lessonDate: row.date, dayOfWeek: '' };
};

export const entryValuesOf = (target: Target): EntryValues => {
  const { row } = target;
  return {
    entryType: row.entryType,
    teacherId: row.teacherId,
    studentId: row.studentId ?? '',
    eventTitle: row.eventTitle ?? '',
    ...whenOf(target),
    startTime: toTimeText(row.start),
    duration: String(row.duration),
    ...detailValuesOf(row),
    useInOptimization: row.useInOptimization,
  };
};

export const weekdayOf = (text: EntryValues['dayOfWeek']): DayOfWeek | null =>
  text === '' ? null : (([0, 1, 2, 3, 4, 5, 6] as const)[Number(text)] ?? null);

const orNull = (text: string): string | null => (text === '' ? null : text);

export const detailsIn = ({ customAddress, notes }: CheckedEntry): Record<DetailName, string | null> => ({
  customAddress: orNull(customAddress),
  notes: orNull(notes),
});

export const entryBody = (entry: CheckedEntry): InputTo<'POST /api/lessons'>['body'] => ({
  entryType: entry.entryType,
  teacherId: entry.teacherId,
  studentId: entry.entryType === 'lesson' ? entry.studentId : null,
  eventTitle: orNull(entry.eventTitle),
  lessonDate: entry.repeats === 'dated' ? entry.lessonDate : '',
  dayOfWeek: entry.repeats === 'dated' ? dayOfWeekOf(entry.lessonDate) : weekdayOf(entry.dayOfWeek),
  startTime: entry.startTime,
  duration: entry.duration,
  ...detailsIn(entry),
  useInOptimization: entry.useInOptimization,
});
