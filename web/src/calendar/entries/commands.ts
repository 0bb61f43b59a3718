import type { Lesson } from '@rondo/contracts/api/lessons.ts';
import type { DayOfWeek, IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { toMinutes, toTimeText } from '@rondo/contracts/calendar/times.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { command, type CatchingUp, type Done } from '../../api/client.ts';
import type { Target } from '../days/optimistic.ts';

/** The row that resulted from a change; only its id if the read models lag behind. */
export type LessonAnswer = Lesson | CatchingUp;

/** Cancels one date of a row. */
export const sendCancel = ({ row, on }: Target): Promise<Done<LessonAnswer>> =>
  command('POST /api/lessons/:id/cancel', {
    params: { id: row.lessonId },
    body: { lessonDate: on, revision: row.revision },
  });

/** Reverts a cancellation, or confirms a recommended lesson. `force`: even at a taken time. */
export const sendRestore = ({
  row,
  force = false,
}: {
  row: CalendarLesson;
  force?: boolean;
}): Promise<Done<LessonAnswer>> =>
  command('PATCH /api/lessons/:id', {
    params: { id: row.lessonId },
    body: { status: 'scheduled', revision: row.revision, ...(force ? { force } : {}) },
  });

/** A place in the calendar. */
export type When = { readonly date: IsoDate; readonly startTime: string };

/** Rejected if the time is taken, unless `force`. */
const unlessTaken = (force: boolean) => (force ? {} : { ifFree: true });

/** Moves one date of a row to another time; the other dates stay. `force`: even to a taken time. */
export const sendMoveOne = (
  { row, on }: Target,
  { date, startTime }: When,
  force = false,
): Promise<Done<LessonAnswer>> => {
  const { lessonId: id, revision } = row;
  const free = unlessTaken(force);
  if (isWeekly(row))
    return command('PATCH /api/lessons/:id/edit', {
      params: { id },
      body: { editScope: 'single', originalDate: on, lessonDate: date, startTime, revision, ...free },
    });
  const endTime = toTimeText(toMinutes(startTime) + row.duration);
  return command('PATCH /api/lessons/:id/reschedule', {
    params: { id },
    body: { lessonDate: date, startTime, endTime, status: 'scheduled', revision, ...free },
  });
};

/** Moves a series to another time of the week, from a date on. `force`: even to a taken time. */
export const sendMoveSeries = (
  { row, on }: Target,
  { dayOfWeek, startTime }: { dayOfWeek: DayOfWeek; startTime: string },
  force = false,
): Promise<Done<LessonAnswer>> =>
  command('PATCH /api/lessons/:id/edit', {
    params: { id: row.lessonId },
    body: {
      editScope: 'series',
      originalDate: on,
      dayOfWeek,
      startTime,
      revision: row.revision,
      ...unlessTaken(force),
    },
  });

/** Deletes one date of a series, or a dated lesson. */
export const sendDelete = ({ row, on }: Target) =>
  command('DELETE /api/lessons/:id', {
    params: { id: row.lessonId },
    query: { revision: row.revision, ...(isWeekly(row) ? { lessonDate: on } : {}) },
  });

/** Ends all weekly lessons of the row's student and teacher from today on; for an appointment, the series itself. */
export const sendDeleteSeries = ({ row }: Pick<Target, 'row'>) => {
  const { lessonId: id, studentId, teacherId, revision } = row;
  return studentId === null
    ? command('DELETE /api/lessons/:id', { params: { id }, query: { revision } })
    : command('DELETE /api/lessons/series', { body: { studentId, teacherId } });
};
