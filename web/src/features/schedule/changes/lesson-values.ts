import { dateInWeekOf, isIsoDate, laterOf, type DayOfWeek, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import { dateMissing, pastMidnight } from '@rondo/contracts/lessons/rules.ts';
import { z } from 'zod';
import type { WantedEntry } from '../../../calendar/entries/conflict.ts';
import { detailFields, detailValuesOf, typedDetails } from '../../../calendar/entries/details.ts';
import { durationField, isTooLate, timeField } from '../../../calendar/entries/entry-values.ts';
import type { InputTo } from '../../../api/calls.ts';

const days = ['0', '1', '2', '3', '4', '5', '6'] as const;

const fields = z.object({
  editScope: z.enum(['single', 'series']),
  lessonDate: z.string(),
  dayOfWeek: z.enum(days),
  startTime: timeField,
  duration: durationField,
  ...detailFields,
});

export type LessonValues = z.input<typeof fields>;
export type CheckedLesson = z.output<typeof fields>;

/** The validation rules of Edit Lesson. */
export const lessonSchema = fields.superRefine((lesson, context) => {
  const wrong = (path: keyof CheckedLesson, message: string): void =>
    context.addIssue({ code: 'custom', path: [path], message });
  if (lesson.editScope === 'single' && !isIsoDate(lesson.lessonDate)) wrong('lessonDate', dateMissing);
  if (isTooLate(lesson.startTime, lesson.duration)) wrong('duration', pastMidnight);
});

/** Converts one date of a lesson to form values. */
export const lessonValuesOf = (row: CalendarLesson, on: IsoDate): LessonValues => ({
  editScope: 'single',
  lessonDate: row.date ?? on,
  dayOfWeek: days[row.dayOfWeek] ?? '0',
  startTime: toTimeText(row.start),
  duration: String(row.duration),
  ...detailValuesOf(row),
});

const weekday = (text: LessonValues['dayOfWeek']): DayOfWeek =>
  ([0, 1, 2, 3, 4, 5, 6] as const)[days.indexOf(text)] ?? 0;

/** The weekday or date that an edit moves a lesson to. */
const whenOf = ({ editScope, lessonDate, dayOfWeek }: CheckedLesson) =>
  editScope === 'series' ? { dayOfWeek: weekday(dayOfWeek) } : { lessonDate };

/** The body of the edit call. A whole series changes from the date on which the user opened it. */
export const lessonBody = (
  lesson: CheckedLesson,
  { row, on }: { readonly row: CalendarLesson; readonly on: IsoDate },
): InputTo<'PATCH /api/lessons/:id/edit'>['body'] => ({
  studentId: row.studentId,
  eventTitle: row.eventTitle,
  editScope: lesson.editScope,
  ...(isWeekly(row) ? { originalDate: on } : {}),
  ...whenOf(lesson),
  startTime: lesson.startTime,
  duration: lesson.duration,
  ...typedDetails(lesson),
  revision: row.revision,
});

/** The same for the conflict and suggestion calls. */
export const wantedLesson = (
  lesson: CheckedLesson,
  { row, on }: { readonly row: CalendarLesson; readonly on: IsoDate },
): WantedEntry => ({
  id: row.lessonId,
  entryType: row.entryType,
  teacherId: row.teacherId,
  studentId: row.studentId,
  eventTitle: row.eventTitle,
  lessonDate: lesson.editScope === 'series' ? '' : lesson.lessonDate,
  ...(lesson.editScope === 'single' && isWeekly(row) ? { originalDate: on } : {}),
  dayOfWeek: weekday(lesson.dayOfWeek),
  startTime: lesson.startTime,
  duration: lesson.duration,
  customAddress: lesson.customAddress === '' ? null : lesson.customAddress,
  useInOptimization: row.useInOptimization,
});

/** The first date that an edit of the whole series changes. */
export const changesFrom = (lesson: Pick<LessonValues, 'dayOfWeek'>, on: IsoDate, today: IsoDate): IsoDate =>
  laterOf(dateInWeekOf(laterOf(on, today), weekday(lesson.dayOfWeek)), today);
