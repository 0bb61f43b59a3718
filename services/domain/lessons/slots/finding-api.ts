import { closedDateOf } from '@rondo/contracts/calendar/closures/closed-dates.ts';
import type { RequestOf } from '@rondo/contracts/api/endpoint.ts';
import { checkConflicts, generateAlternatives, rescheduleSuggestions } from '@rondo/contracts/api/lessons.ts';
import { addDays, dayOfWeekOf, laterOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { seriesDateInWeekOf } from '@rondo/contracts/calendar/series.ts';
import { isWeekly, spanOf } from '@rondo/contracts/calendar/rows.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { outsideHours } from '@rondo/contracts/lessons/outside-hours.ts';
import { rangeProblem } from '@rondo/contracts/lessons/rules.ts';
import { InvalidInput } from '../../../platform/kit/errors.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { travelTroubles } from '../../../platform/maps/drives/day-drive.ts';
import { lessonOf } from '../../schedule/edit/entries.ts';
import { conflictsAmong, conflictView } from '../../schedule/edit/if-free.ts';
import { teacherOfLesson } from '../../schedule/lookup/lessons.ts';
import { refuseMidnight, rowOf } from '../../schedule/rows.ts';
import { suggestSlots, type SlotSearch } from './suggestions.ts';
import { surroundingsOf, type FindingServices, type Surroundings } from './surroundings.ts';
import { loadSchedule } from '../../schedule/schedules.ts';
import { studioNow } from '../../studio/clock.ts';
import { entryOf, firstDayFor } from '../lesson-input.ts';

/** Default number of days a search looks forward, and back from a desired date. */
const daysAhead = 14;
const daysBack = 7;
const daysAtMost = 182;
/** Maximum number of distinct warnings returned. */
const warnings = 5;

/** The searched days. @throws InvalidInput */
const rangeOf = (
  { startDate, endDate }: { startDate?: string | undefined; endDate?: string | undefined },
  today: IsoDate,
): { from: IsoDate; to: IsoDate } => {
  const from = startDate ?? today;
  const to = endDate ?? addDays(from, daysAhead);
  const problem = rangeProblem({ startDate: from, endDate: to }, today);
  if (problem) throw new InvalidInput(problem.message);
  if (to > addDays(from, daysAtMost)) throw new InvalidInput('Please search at most 26 weeks at a time.');
  return { from, to };
};

/** The lesson's current place; for one moved date of a series, that date. */
const timeOf = (present: Lesson, lesson: Lesson, originalDate: IsoDate | undefined): SlotSearch['present'] =>
  isWeekly(present) && lesson.date !== null
    ? { ...present, date: originalDate ?? seriesDateInWeekOf(present, lesson.date) ?? lesson.date }
    : present;

export const presentRow = async (services: FindingServices, studioId: string, lessonId: string): Promise<Lesson> => {
  const { state } = await loadSchedule(services, studioId, await teacherOfLesson(services, studioId, lessonId));
  return rowOf(state, { lessonId, revision: undefined });
};

/** The entry as it would be scheduled. @throws InvalidInput, NotFound */
const wantedOf = async (
  services: FindingServices,
  studioId: string,
  body: RequestOf<typeof checkConflicts>['body'],
): Promise<Lesson> => {
  const { today } = await studioNow(services, studioId);
  const present = body.id === undefined ? undefined : await presentRow(services, studioId, body.id);
  const studentId = body.entryType === 'appointment' ? null : body.studentId;
  const validFrom = await firstDayFor(services, studioId, studentId);
  const entry = entryOf(body, { lessonId: body.id ?? '', status: 'scheduled', validFrom });
  refuseMidnight(entry);
  const lesson = lessonOf(entry);
  if (!present) return lesson;
  const { seriesId, originalDate } = present;
  return {
    ...lesson,
    ...(lesson.date === null
      ? { validFrom: laterOf(validFrom, present.validFrom ?? today), validTo: present.validTo, skips: present.skips }
      : { seriesId, originalDate }),
  };
};

/** One date of a series that moves: the others stay, and it may overlap them. */
const asMoved = (lesson: Lesson, originalDate: IsoDate | undefined, { rows }: Surroundings): Lesson => {
  const present = rows.find(({ lessonId }) => lessonId === lesson.lessonId);
  return originalDate === undefined || lesson.date === null || !present || !isWeekly(present)
    ? lesson
    : { ...lesson, lessonId: '', seriesId: present.lessonId, originalDate };
};

/** Those of the dates on which it takes place: nobody drives to a closed lesson. */
const warningsFor = async (lesson: Lesson, around: Surroundings): Promise<string[]> => {
  const { drives, minutesBetween, closedDates } = around;
  const closed = new Set(closedDates.flatMap((closure) => closure.dates));
  const dates = around.dates.filter((date) => !closed.has(date));
  const { place, stopsOn, minutes } = await drives(dates);
  if (place === undefined) return [];
  const warned = new Set(
    dates.flatMap((date) => travelTroubles(stopsOn(date), spanOf(lesson), place, { minutes, minutesBetween })),
  );
  return [...warned].slice(0, warnings);
};

/** A closed date of a series, which has no row, is meant by its series and its date. */
const ofSeries = <Wish extends { id?: string | undefined; originalDate?: IsoDate | undefined }>(
  request: Wish,
): Wish => {
  const closed = closedDateOf(request.id ?? '');
  return closed ? { ...request, id: closed.seriesId, originalDate: request.originalDate ?? closed.date } : request;
};

/** Finds times: conflicts, alternatives, suggestions. Each accounts for the drive from the previous stop and to the next one. */
export const findingRoutes = (services: FindingServices): Route[] => [
  route(checkConflicts, async ({ body: typed }, { actor: { studioId } }) => {
    const body = ofSeries(typed);
    const lesson = await wantedOf(services, studioId, body);
    const surroundings = await surroundingsOf(services, studioId, body.teacherId, lesson, body.originalDate);
    const { rows, busy } = surroundings;
    const conflicts = conflictsAmong(asMoved(lesson, body.originalDate, surroundings), rows, busy);
    return {
      hasConflict: conflicts.length > 0,
      conflictingEvents: conflicts.map((conflict) => conflictView(conflict, busy)),
      travelWarnings: await warningsFor(lesson, surroundings),
      outsideHours: outsideHours(surroundings.people, {
        ...spanOf(lesson),
        dayOfWeek: lesson.dayOfWeek,
        date: lesson.date,
      }),
      closed: surroundings.closedDates,
    };
  }),
  route(generateAlternatives, async ({ body: typed }, { actor: { studioId } }) => {
    const body = ofSeries(typed);
    const lesson = await wantedOf(services, studioId, body);
    const { originalDate } = body;
    const present =
      body.id === undefined ? null : timeOf(await presentRow(services, studioId, body.id), lesson, originalDate);
    const surroundings = await surroundingsOf(services, studioId, body.teacherId, lesson, originalDate);
    const { today } = surroundings.now;
    const wished = lesson.date ?? today;
    const from = laterOf(today, addDays(wished, -daysBack));
    const to = addDays(laterOf(today, wished), daysAhead);
    const { slots, nearestMiss } = await suggestSlots({ lesson, present, range: { from, to } }, surroundings);
    return { alternatives: slots, nearestMiss };
  }),
  route(rescheduleSuggestions, async ({ params, query: typed }, { actor: { studioId } }) => {
    const query = ofSeries({ ...typed, id: params.id });
    const { id } = query;
    const teacherId = await teacherOfLesson(services, studioId, id);
    const { today } = await studioNow(services, studioId);
    const range = rangeOf(query, today);
    const row = await presentRow(services, studioId, id);
    const originalDate = isWeekly(row) ? query.originalDate : undefined;
    const lesson = {
      ...row,
      status: 'scheduled' as const,
      ...(originalDate === undefined ? {} : { date: originalDate, dayOfWeek: dayOfWeekOf(originalDate) }),
    };
    const present = timeOf(row, lesson, originalDate);
    const surroundings = await surroundingsOf(services, studioId, teacherId, lesson, originalDate);
    const { slots, nearestMiss } = await suggestSlots({ lesson, present, range }, surroundings);
    return { suggestions: slots, nearestMiss };
  }),
];
