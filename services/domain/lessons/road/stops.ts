import { closedInRows } from '@rondo/contracts/calendar/closures/closures.ts';
import { daysBetween, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { epochMillisecondsOf, type Instant } from '@rondo/contracts/calendar/instants.ts';
import { isStop, spanOf } from '@rondo/contracts/calendar/rows.ts';
import { minutesPerDay, type MinuteOfDay } from '@rondo/contracts/calendar/times.ts';
import { calendarOf } from '@rondo/contracts/calendar/week.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { estimatesOf, type Estimate, type EstimatedStop } from '@rondo/contracts/lessons/estimate.ts';
import { calendarLesson, type CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { lessonList, type LessonListServices } from '../../schedule/lookup/lessons.ts';
import { notesOn, type StopNotes } from '../../schedule/lookup/road-notes.ts';

/** Minutes of a date's clock at an instant: above 1440 on the day after. */
export const minuteOn = (date: IsoDate, instant: Instant, timeZone: string): MinuteOfDay => {
  const clock = wallClock(epochMillisecondsOf(instant), timeZone);
  return daysBetween(date, clock.date) * minutesPerDay + clock.minute;
};

/** A date's entries, with what was noted of those that are driven to. */
export type NotedRows = {
  readonly entries: readonly CalendarLesson[];
  /** Those whose place counts, cancelled and closed ones too. */
  readonly listed: readonly CalendarLesson[];
  readonly notes: ReadonlyMap<string, StopNotes>;
};

/** The entries of a date, of one teacher or of all. */
export const notedRows = async (
  services: LessonListServices,
  studioId: string,
  { teacherId, date }: { readonly teacherId?: string; readonly date: IsoDate },
): Promise<NotedRows> => {
  const filter = { from: date, to: date, ...(teacherId !== undefined && { teacherId }) };
  const rows = await lessonList(services, studioId, filter);
  const entries = calendarOf(rows.map(calendarLesson), closedInRows).on(date);
  const listed = entries.filter(({ useInOptimization }) => useInOptimization);
  return { entries, listed, notes: await notesOn(services, studioId, date, listed) };
};

/** What a teacher says of being late: minutes at one row. */
type Report = { readonly rowId: string; readonly minutes: number };

/** The last that was said of being late on a day; null: nothing. */
export const reportIn = ({ listed, notes }: NotedRows): (Report & { readonly at: Instant }) | null => {
  const reports = listed.flatMap(({ lessonId: rowId }) => {
    const delay = notes.get(rowId)?.delay;
    return delay ? [{ rowId, minutes: delay.minutes, at: delay.recorded_at }] : [];
  });
  return reports.toSorted((a, b) => (a.at < b.at ? -1 : 1)).at(-1) ?? null;
};

type Clock = {
  readonly date: IsoDate;
  readonly timeZone: string;
  readonly report: Report | null;
  /** The drives that count, by the row that they lead to; the map’s where there is none. */
  readonly drives: ReadonlyMap<string, number>;
};

/** The stops of one teacher's day that take place, in their order, each with its estimate. */
export const drivenStops = (
  { listed, notes }: NotedRows,
  { date, timeZone, report, drives }: Clock,
): (EstimatedStop & { readonly row: CalendarLesson; readonly estimate: Estimate })[] => {
  const minute = (at: Instant | null | undefined) => (at ? minuteOn(date, at, timeZone) : null);
  const stops = listed.filter(isStop).map((row) => ({
    row,
    ...spanOf(row),
    drive: drives.get(row.lessonId) ?? row.driveTime,
    arrived: minute(notes.get(row.lessonId)?.arrived),
    done: minute(notes.get(row.lessonId)?.done),
    reported: report?.rowId === row.lessonId ? report.minutes : null,
  }));
  const estimates = estimatesOf(stops);
  return stops.map((stop, i) => ({ ...stop, estimate: estimates[i] ?? { ...spanOf(stop.row), late: 0 } }));
};
