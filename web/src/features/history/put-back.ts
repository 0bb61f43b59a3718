import { dayOfWeekOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isWeekly, nextDateOf } from '@rondo/contracts/calendar/rows.ts';
import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import type { InputTo } from '../../api/calls.ts';

/** The one call that puts a lesson back to where it was. */
export type PutBack =
  | { readonly name: 'PATCH /api/lessons/:id'; readonly input: InputTo<'PATCH /api/lessons/:id'> }
  | { readonly name: 'PATCH /api/lessons/:id/reschedule'; readonly input: InputTo<'PATCH /api/lessons/:id/reschedule'> }
  | { readonly name: 'PATCH /api/lessons/:id/edit'; readonly input: InputTo<'PATCH /api/lessons/:id/edit'> };

type Rows = readonly CalendarLesson[];

/** What a row was before: itself, the part of its series that it continues, or the date of the series that it replaces. */
const before = (row: CalendarLesson, rows: Rows): CalendarLesson | null => {
  const find = (id: string | null) => rows.find(({ lessonId }) => lessonId === id);
  const own = find(row.lessonId) ?? find(row.continues);
  if (own) return own;
  const series = find(row.seriesId);
  const { originalDate } = row;
  return series && originalDate !== null
    ? { ...series, date: originalDate, dayOfWeek: dayOfWeekOf(originalDate) }
    : null;
};

const isSameTime = (a: CalendarLesson, b: CalendarLesson): boolean =>
  a.date === b.date && a.dayOfWeek === b.dayOfWeek && a.start === b.start && a.duration === b.duration;

/** The edit, restore or reschedule that puts one lesson back to where it was in earlier rows; null where none does. */
export const putBackOf = (lessonId: string, past: Rows, present: Rows, today: IsoDate): PutBack | null => {
  const row = present.find((one) => one.lessonId === lessonId);
  const was = row ? before(row, past) : null;
  if (!row || !was || was.status === 'cancelled' || row.status === 'completed') return null;
  const params = { id: lessonId };
  const { revision } = row;
  if (isSameTime(was, row))
    return row.status === 'cancelled'
      ? { name: 'PATCH /api/lessons/:id', input: { params, body: { status: 'scheduled', revision } } }
      : null;
  if (row.status === 'cancelled') return null;
  const startTime = toTimeText(was.start);
  if (row.date !== null && was.date !== null && row.date >= today && was.date >= today) {
    const endTime = toTimeText(was.start + was.duration);
    const body = { lessonDate: was.date, startTime, endTime, revision, ifFree: true };
    return { name: 'PATCH /api/lessons/:id/reschedule', input: { params, body } };
  }
  const originalDate = isWeekly(row) && isWeekly(was) ? nextDateOf(row, today) : null;
  if (originalDate === null) return null;
  const { dayOfWeek, duration } = was;
  const body = { editScope: 'series' as const, originalDate, dayOfWeek, startTime, duration, revision, ifFree: true };
  return { name: 'PATCH /api/lessons/:id/edit', input: { params, body } };
};
