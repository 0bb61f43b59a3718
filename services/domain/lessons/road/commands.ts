import type { reportDelay, stampStop, markTold } from '@rondo/contracts/api/road/notes.ts';
import type { RequestOf } from '@rondo/contracts/api/endpoint.ts';
import { closedDateOf } from '@rondo/contracts/calendar/closures/closed-dates.ts';
import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { epochMillisecondsOf } from '@rondo/contracts/calendar/instants.ts';
import { occupiesTime } from '@rondo/contracts/calendar/rows.ts';
import { formatTime, minutesPerDay, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { startOf } from '@rondo/contracts/calendar/zones.ts';
import { mostMinutesLate, type DayEvent, type dayEvents } from '@rondo/contracts/events/schedule/day.ts';
import { nextStop } from '@rondo/contracts/lessons/road-day.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { billingModel } from '@rondo/projections/billing/project.ts';
import { lineagesAmong } from '@rondo/projections/billing/queries.ts';
import { dayModel } from '@rondo/projections/day/project.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { listStudents } from '@rondo/projections/students/queries.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { findTeacher } from '@rondo/projections/teachers/queries.ts';
import { timeoffModel } from '@rondo/projections/timeoff/project.ts';
import { isDeepStrictEqual } from 'node:util';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import type { Executed } from '../../../platform/commands/command-handler.ts';
import { InvalidInput, NotFound, RuleBroken, Unavailable } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { teacherOfLesson, type LessonListServices } from '../../schedule/lookup/lessons.ts';
import { studioNow } from '../../studio/clock.ts';
import { dayStream, type DayState } from './state.ts';
import { drivesInPlace } from './own-drives.ts';
import { drivenStops, minuteOn, notedRows, reportIn, type NotedRows } from './stops.ts';

export type RoadServices = LessonListServices & Pick<Services, 'handlers' | 'store' | 'streams'>;

type Done = Executed<typeof dayEvents>;

/** How many days before today can still be stamped, and how far the clock of a phone can be ahead. */
const [oldestDays, aheadMilliseconds] = [2, 2 * 60_000];
/** A day on the road can last until 3 in the morning. */
const lastMinute = minutesPerDay + 180;

/** What is noted is checked against the log as it is now. @throws Unavailable */
export const catchUp = async ({ models, store }: RoadServices): Promise<void> => {
  const position = await store.head();
  if (position !== null && !(await models.reached(position, [lessonsModel, billingModel, timeoffModel, dayModel])))
    throw new Unavailable('The latest changes are still being processed. Please try again in a moment.');
};

/** The row of a date that a lesson has there, also by an id from before it was edited or split. @throws NotFound, RuleBroken */
const rowOf = async (
  services: RoadServices,
  studioId: string,
  { listed }: NotedRows,
  { lessonId, date }: { readonly lessonId: string; readonly date: string },
): Promise<CalendarLesson> => {
  const series = closedDateOf(lessonId)?.seriesId ?? lessonId;
  const exact =
    listed.find((row) => row.lessonId === lessonId) ??
    listed.find((row) => row.lessonId === series || row.seriesId === series);
  if (exact) return exact;
  const ids = [lessonId, ...listed.flatMap((row) => [row.lessonId, row.seriesId ?? row.lessonId])];
  const lineages = await lineagesAmong(billingModel.read(services.models), studioId, ids);
  const rootOf = (id: string): string => lineages.get(id)?.root ?? id;
  const kin = listed.find((row) => rootOf(row.seriesId ?? row.lessonId) === rootOf(series));
  if (kin) return kin;
  await teacherOfLesson(services, studioId, lessonId);
  throw new RuleBroken(`This lesson is not on ${shortDate(date)} any more.`);
};

/** An event unless it says what is noted already. */
const noting =
  (event: Extract<DayEvent, { type: 'StopStamped' | 'DelayReported' }>, isKnown: boolean) =>
  ({ days }: DayState): DayEvent[] => {
    const known = [...(days.get(event.data.date)?.values() ?? [])];
    return isKnown || known.some((note) => isDeepStrictEqual(note, event)) ? [] : [event];
  };

type Stamp = RequestOf<typeof stampStop>['body'];

/** @throws InvalidInput for a time that is not on the date, lies ahead, or is out of order */
const refuseTime = (
  { kind, at, date }: Stamp,
  { arrived, done }: { readonly arrived: string | null; readonly done: string | null },
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): void => {
  if (at === null) return;
  const minute = minuteOn(date, at, timeZone);
  if (epochMillisecondsOf(at) < startOf(date, 0, timeZone) || minute > lastMinute)
    throw new InvalidInput(`This time is not on ${shortDate(date)}.`);
  if (epochMillisecondsOf(at) > now + aheadMilliseconds) throw new InvalidInput('This time lies in the future.');
  const [from, to] = kind === 'arrived' ? [at, done] : [arrived, at];
  if (from !== null && to !== null && epochMillisecondsOf(to) < epochMillisecondsOf(from))
    throw new InvalidInput('Done cannot be earlier than Arrived.');
};

/** Notes when a teacher came to a stop, or was done there. @throws NotFound, RuleBroken, InvalidInput */
export const stamp = async (
  services: RoadServices,
  command: CommandContext,
  body: Stamp,
): Promise<{ readonly executed: Done; readonly row: CalendarLesson }> => {
  const { studioId } = command;
  const { date, kind, at } = body;
  const { today, timeZone } = await studioNow(services, studioId);
  if (date > today || date < addDays(today, -oldestDays)) throw new RuleBroken('Stamps can be set for two days.');
  await catchUp(services);
  const noted = await notedRows(services, studioId, { date });
  const row = await rowOf(services, studioId, noted, body);
  const { arrived = null, done = null, as } = noted.notes.get(row.lessonId) ?? {};
  const place = as ?? { lessonId: row.lessonId, originalDate: date };
  refuseTime(body, { arrived, done }, { now: services.now(), timeZone });
  const isKnown = (kind === 'arrived' ? arrived : done) === at;
  const executed = await services.handlers.day.execute(dayStream(studioId, row.teacherId), command, {
    input: body,
    decide: noting({ type: 'StopStamped', data: { ...place, date, kind, at } }, isKnown),
  });
  return { executed, row };
};

/** A teacher's day, if it is today. @throws NotFound, InvalidInput */
const todayOf = async (
  services: RoadServices,
  studioId: string,
  { teacherId, date }: { readonly teacherId: string; readonly date: string },
) => {
  if (!(await findTeacher(teachersModel.read(services.models), studioId, teacherId)))
    throw new NotFound('There is no such teacher.');
  const clock = await studioNow(services, studioId);
  if (date !== clock.today) throw new InvalidInput('Running late is for today.');
  await catchUp(services);
  return { ...clock, noted: await notedRows(services, studioId, { teacherId, date }) };
};

type Report = RequestOf<typeof reportDelay>['body'];

/** @throws InvalidInput */
const minutesIn = ({ minutes, startTime }: Report, { start }: CalendarLesson): number => {
  if (minutes !== undefined) return minutes;
  const late = toMinutes(startTime ?? '00:00') - start;
  // A time after midnight is of the next day.
  const after = late < 0 && late + minutesPerDay <= mostMinutesLate ? late + minutesPerDay : late;
  if (after < 0 || after > mostMinutesLate)
    throw new InvalidInput(
      `The time must be from ${formatTime(start)} to ${formatTime((start + mostMinutesLate) % minutesPerDay)}.`,
    );
  return after;
};

/** Notes how late a teacher is. @throws NotFound, RuleBroken, InvalidInput */
export const report = async (services: RoadServices, command: CommandContext, body: Report): Promise<Done> => {
  const { studioId } = command;
  const { teacherId, date } = body;
  const { noted, minute, timeZone } = await todayOf(services, studioId, body);
  const row = await rowOf(services, studioId, noted, body);
  if (!occupiesTime(row)) throw new RuleBroken('This lesson is cancelled.');
  const minutes = minutesIn(body, row);
  const drives = await drivesInPlace(services, studioId, { teacherId, date, listed: noted.listed });
  const stops = drivenStops(noted, { date, timeZone, report: { rowId: row.lessonId, minutes }, drives });
  const here = stops.find((one) => one.row === row);
  if (here && (here.done !== null || here.estimate.end <= minute)) throw new RuleBroken('This lesson is over.');
  if (minutes > 0 && stops.some(({ estimate, end }) => estimate.end > minutesPerDay && estimate.end > end))
    throw new RuleBroken('The day would end after midnight.');
  const { as = { lessonId: row.lessonId, originalDate: date } } = noted.notes.get(row.lessonId) ?? {};
  const before = reportIn(noted);
  return services.handlers.day.execute(dayStream(studioId, teacherId), command, {
    input: body,
    decide: noting(
      { type: 'DelayReported', data: { ...as, date, minutes } },
      before?.rowId === row.lessonId && before.minutes === minutes,
    ),
  });
};

/** Notes what families were told, each of its first lesson that has not begun. @throws NotFound, RuleBroken, InvalidInput */
export const tell = async (
  services: RoadServices,
  command: CommandContext,
  body: RequestOf<typeof markTold>['body'],
): Promise<Done> => {
  const { studioId } = command;
  const { teacherId, date } = body;
  const { noted, minute, timeZone } = await todayOf(services, studioId, body);
  const rows = await listStudents(studentsModel.read(services.models), studioId);
  const familyOf = new Map(rows.map((row) => [row.student_id, row.household_id ?? row.student_id]));
  const drives = await drivesInPlace(services, studioId, { teacherId, date, listed: noted.listed });
  const stops = drivenStops(noted, { date, timeZone, report: reportIn(noted), drives });
  const clocked = stops.map((stop) => ({
    ...stop,
    takesPlace: true,
    start: stop.estimate.start,
    end: stop.estimate.end,
    arrived: stop.arrived !== null,
    done: stop.done !== null,
  }));
  const next = nextStop(clocked, minute);
  const ahead = next ? clocked.slice(clocked.indexOf(next)) : [];
  const told = body.told.map(({ studentId, minutes }) => {
    const family = familyOf.get(studentId);
    if (family === undefined) throw new NotFound('There is no such student.');
    const own = clocked.filter(({ row }) => row.studentId !== null && familyOf.get(row.studentId) === family);
    const first = own.find((stop) => !stop.arrived && stop.start > minute && ahead.includes(stop)) ?? own.at(-1);
    if (!first) throw new RuleBroken(`This student has no lesson on ${shortDate(date)}.`);
    const { as = { lessonId: first.row.lessonId, originalDate: date } } = noted.notes.get(first.row.lessonId) ?? {};
    return { ...as, studentId, minutes, known: noted.notes.get(first.row.lessonId)?.told ?? null };
  });
  const news = told.filter(({ minutes, known }) => minutes !== known).map(({ known: _, ...one }) => one);
  return services.handlers.day.execute(dayStream(studioId, teacherId), command, {
    input: body,
    decide: () => (news.length === 0 ? [] : [{ type: 'DelayTold', data: { date, told: news } }]),
  });
};
