import { addDays, dayOfWeekOf, earlierOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatTime, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { conflictsAmong } from '../../schedule/edit/if-free.ts';
import type { AskedTime } from '../../schedule/requests/state.ts';
import { hasBegun, type DatedRow } from '../../schedule/requests/standing.ts';
import { reasonAt, suggestSlots } from '../slots/suggestions.ts';
import { surroundingsOf, type FindingServices } from '../slots/surroundings.ts';

// Times to which a lesson of a family could move, and whether they are free.

/** A family is shown times from a day ahead on, at quarters of an hour. */
const ahead = 24 * 60 * 60_000;
const quarter = 15;
const daysAfter = 14;
const mostDays = 28;

/** A date of a lesson with the teacher who has it. */
export type TaughtDate = DatedRow & { readonly teacherId: string };

const around = async (services: FindingServices, studioId: string, { teacherId, row, date }: TaughtDate) => {
  const originalDate = isWeekly(row) ? date : undefined;
  const lesson: Lesson = { ...row, status: 'scheduled', cancellation: null, date, dayOfWeek: dayOfWeekOf(date) };
  const surroundings = await surroundingsOf(services, studioId, teacherId, lesson, originalDate);
  return { lesson, surroundings, search: { lesson, present: { ...lesson, date } } };
};
type Around = Awaited<ReturnType<typeof around>>;

/** What takes a time. */
const conflictsAt = ({ lesson, surroundings }: Around, { row, date }: DatedRow, { date: to, start }: AskedTime) => {
  const moved = { ...lesson, date: to, dayOfWeek: dayOfWeekOf(to), start };
  const one = isWeekly(row) ? { ...moved, lessonId: '', seriesId: row.lessonId, originalDate: date } : moved;
  return conflictsAmong(one, surroundings.rows, surroundings.busy);
};

/** The times that are still free. */
export const freeAmong = async (
  services: FindingServices,
  studioId: string,
  taught: TaughtDate,
  times: readonly AskedTime[],
): Promise<AskedTime[]> => {
  if (times.length === 0) return [];
  const found = await around(services, studioId, taught);
  const clock = { timeZone: found.surroundings.now.timeZone, now: services.now() };
  return times.filter((time) => !hasBegun(time, clock) && conflictsAt(found, taught, time).length === 0);
};

/** The last day to which a lesson of a family can move. @param until that of a lesson that is owed, null: without end; undefined: none is owed */
export const lastDay = ({ date }: DatedRow, until: IsoDate | null | undefined, today: IsoDate): IsoDate => {
  const most = addDays(today, mostDays);
  return until === undefined ? addDays(date, daysAfter) : earlierOf(until ?? most, most);
};

/** At most five times for a family to ask for: as the alternatives of a lesson, from a day ahead on. */
export const timesFor = async (
  services: FindingServices,
  studioId: string,
  taught: TaughtDate,
  last: IsoDate,
): Promise<AskedTime[]> => {
  const { surroundings, search } = await around(services, studioId, taught);
  const first = wallClock(services.now() + ahead, surroundings.now.timeZone);
  if (last < first.date) return [];
  const { slots } = await suggestSlots(
    { ...search, step: quarter, range: { from: first.date, to: last } },
    { ...surroundings, now: { today: first.date, minute: first.minute } },
  );
  return slots
    .map(({ date, startTime }) => ({ date, start: toMinutes(startTime) }))
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.start - b.start));
};

/** Asked times as the teacher reads them: whether they are free, and with which drive and buffers. */
export const timesToRead = async (
  services: FindingServices,
  studioId: string,
  taught: TaughtDate,
  times: readonly AskedTime[],
): Promise<(AskedTime & { readonly free: boolean; readonly reasoningText: string })[]> => {
  if (times.length === 0) return [];
  const found = await around(services, studioId, taught);
  const { surroundings, search } = found;
  const clock = { timeZone: surroundings.now.timeZone, now: services.now() };
  const read = times.map(async (time) => {
    if (hasBegun(time, clock)) return { ...time, free: false, reasoningText: 'This time has passed.' };
    const [conflict] = conflictsAt(found, taught, time);
    if (conflict) {
      const { lesson } = conflict;
      const by = `${surroundings.busy.titleOf(lesson)}, ${formatTime(lesson.start)}`;
      return { ...time, free: false, reasoningText: `Taken by ${by}.` };
    }
    const range = { from: time.date, to: time.date };
    const reasoningText = await reasonAt({ ...search, range }, surroundings, time);
    return { ...time, free: true, reasoningText: reasoningText ?? 'Outside the hours, or too tight for the drive.' };
  });
  return Promise.all(read);
};
