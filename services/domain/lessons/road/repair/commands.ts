import type { RequestOf } from '@rondo/contracts/api/endpoint.ts';
import type { applyRepair } from '@rondo/contracts/api/road/repairs.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatTime, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { overlap, slackOf, standingLegs, stopsIn, type Entry } from '../../../../optimizer/repair/arrangement.ts';
import { entriesAfter, isAllowed, type Change } from '../../../../optimizer/repair/search.ts';
import type { CommandContext } from '../../../../platform/commands/aggregate.ts';
import { derivedId } from '../../../../platform/commands/ids.ts';
import { InvalidInput, NotFound, RuleBroken, StaleRevision } from '../../../../platform/kit/errors.ts';
import { editLesson, rescheduleLesson } from '../../../schedule/edit/change.ts';
import { teacherOfLesson } from '../../../schedule/lookup/lessons.ts';
import { seenIn } from '../../../schedule/lookup/shown-revision.ts';
import { loadSchedule } from '../../../schedule/schedules.ts';
import type { ScheduleState } from '../../../schedule/state.ts';
import { studioNow } from '../../../studio/clock.ts';
import { aroundChange, carryOut, type LessonDone } from '../../around-commands.ts';
import { makingUp, owedFor } from '../../cancelling/making-up.ts';
import { closedDateIn } from '../../lesson-input.ts';
import { catchUp } from '../commands.ts';
import { titleOf } from '../day.ts';
import { dayToRepair, type DayToRepair, type Movable } from './day.ts';
import type { RepairServices } from './services.ts';

type Body = RequestOf<typeof applyRepair>['body'];
type Request = Body['changes'][number];
type Decide = (state: ScheduleState) => ScheduleEvent[];

/** The furthest that a lesson can move by a call, in minutes. */
const furthestMove = 240;

const nameOf = (day: DayToRepair, id: string): string => {
  const title = day.heldTitles.get(id);
  if (title !== undefined) return title;
  // A date that was changed by itself since has a row of its own.
  const row = day.rows.get(id) ?? day.rows.values().find(({ seriesId }) => seriesId === id);
  if (row) return titleOf(row);
  const { firstName = '', lastName = '' } = day.movables.get(id)?.student.details ?? {};
  return `${firstName} ${lastName}`.trim() || 'A lesson';
};

/** The schedule was written to while the day was read. */
export class DayChanged extends RuleBroken {
  constructor() {
    super('The day has changed since. Look again.');
  }
}

const changedSince = (name: string): never => {
  throw new RuleBroken(`${name} has changed since. Look again.`);
};

/** The lesson that a change names, as the caller saw it. @throws RuleBroken, InvalidInput */
const movableOf = (day: DayToRepair, request: Request): Movable => {
  const found = day.movables.get(request.lessonId);
  const name = nameOf(day, request.lessonId);
  if (!found) {
    if (day.rows.has(request.lessonId)) throw new RuleBroken(`${name} cannot be moved any more.`);
    return changedSince(name);
  }
  const isFill = found.owed !== null;
  if (found.revision !== request.revision || isFill !== (request.kind === 'fill')) changedSince(name);
  if (found.originalDate !== request.originalDate) changedSince(name);
  return found;
};

/** @throws RuleBroken where a lesson cannot be at its new time, whatever else the day has */
const changeOf = (day: DayToRepair, request: Request): Change => {
  const { candidate } = movableOf(day, request);
  const start = toMinutes(request.startTime);
  const name = nameOf(day, request.lessonId);
  if (start % day.grid !== 0) throw new InvalidInput(`Lessons start every ${day.grid} minutes.`);
  if (start === candidate.start) throw new InvalidInput(`${name} begins at ${formatTime(start)} already.`);
  if (candidate.start !== null && Math.abs(start - candidate.start) > furthestMove)
    throw new RuleBroken(`${name} can move by at most ${furthestMove} minutes.`);
  const allowed = candidate.starts.find((one) => one.start === start);
  if (!allowed) throw new RuleBroken(`${name} cannot begin at ${formatTime(start)}.`);
  return { candidate, ...allowed };
};

/** @throws RuleBroken naming what stands in the way */
const refuseDay = (day: DayToRepair, changes: readonly Change[]): void => {
  const { search } = day;
  if (isAllowed(search, changes)) return;
  const entries = entriesAfter(search.entries, changes);
  const changed = new Set(changes.map(({ candidate }) => candidate.id));
  const over = (entry: Entry): Entry | undefined =>
    changed.has(entry.id) ? entries.find((other) => other !== entry && overlap(entry, other)) : undefined;
  const [busy] = entries.flatMap((entry) => over(entry) ?? []);
  if (busy) throw new RuleBroken(`This time is taken: ${nameOf(day, busy.id)}, ${formatTime(busy.start)}.`);
  const floor = standingLegs(search, search.entries);
  const stops = stopsIn(entries);
  for (const [i, stop] of stops.entries()) {
    const next = stops[i + 1];
    const slack = next ? slackOf(search, stop, next) : 0;
    if (next && slack < floor(stop, next))
      throw new RuleBroken(`${nameOf(day, stop.id)} to ${nameOf(day, next.id)} would be short by ${-slack} min.`);
  }
  throw new RuleBroken('There is no time for the drive from home and back.');
};

/** Another one after every change of what takes a schedule's time. */
const versionOf = ({ revisions, questions }: ScheduleState): string => {
  const newest = revisions.values().reduce((most, revision) => Math.max(most, revision), -1);
  const holding = [...questions.values()].filter(({ end }) => end === null).map(({ repairId }) => repairId);
  return [newest, ...holding].join(' ');
};

/** A decision that knows of a change by its own words. */
const unlessStale = (decide: () => ScheduleEvent[], name: string): ScheduleEvent[] => {
  try {
    return decide();
  } catch (error) {
    if (error instanceof StaleRevision || error instanceof NotFound) return changedSince(name);
    throw error;
  }
};

/** The rows that a repair has moved. */
const rowsIn = ({ executed }: LessonDone): string[] =>
  executed.events.flatMap((event) =>
    event.type === 'LessonEdited' || event.type === 'LessonRescheduled' ? [event.data.lesson.lessonId] : [],
  );

const decisionOf = async (
  services: RepairServices,
  context: CommandContext,
  day: DayToRepair,
  { request, today, newId }: { readonly request: Request; readonly today: string; readonly newId: string },
): Promise<Decide> => {
  const { teacherId, date } = day;
  const closed = await closedDateIn(services, context, request.lessonId);
  const lessonId = closed?.seriesId ?? request.lessonId;
  const owed = await owedFor(services, context, { lessonId, named: closed?.date ?? null, teacherId });
  const start = toMinutes(request.startTime);
  const ref = { lessonId, revision: seenIn(teacherId, request.revision), today, newId };
  const decide: Decide = (state) => {
    const row = state.lessons.get(lessonId);
    return row && isWeekly(row)
      ? editLesson({
          ...ref,
          scope: 'single',
          changes: { start },
          originalDate: closed?.date ?? request.originalDate,
          lessonDate: date,
        })(state)
      : rescheduleLesson({ ...ref, start, end: null, dayOfWeek: null, lessonDate: date, confirms: false })(state);
  };
  return owed === null ? decide : makingUp(owed, decide);
};

/** A repair to decide: the cancelled lesson, and what changes. */
export type WantedRepair = {
  readonly lessonId: string;
  readonly date: IsoDate;
  /** Read from the day as it is now. */
  readonly requests: (day: DayToRepair) => readonly Request[];
  /** The question that is answered: its times are its own, and it may be applied until it ends. */
  readonly repairId?: string;
};

/** A repair that is allowed on the day as it was read. */
export type AllowedRepair = {
  readonly day: DayToRepair;
  readonly changes: readonly (Change & { readonly request: Request })[];
  readonly studentIds: readonly string[];
  /** The schedule's version that the day was read with. */
  readonly version: string;
};

/** Checks a repair against the day as it is. @throws NotFound, InvalidInput, RuleBroken, Unavailable */
export const allowedRepair = async (
  services: RepairServices,
  studioId: string,
  teacherId: string,
  { lessonId, date, requests, repairId }: WantedRepair,
): Promise<AllowedRepair> => {
  const { state: before } = await loadSchedule(services, studioId, teacherId);
  await catchUp(services);
  const forQuestion = repairId === undefined ? {} : { repairId, ahead: 0 };
  const day = await dayToRepair(services, studioId, { lessonId, date, maxMove: furthestMove, ...forQuestion });
  const changes = requests(day).map((request) => ({ ...changeOf(day, request), request }));
  refuseDay(day, changes);
  return {
    day,
    changes,
    studentIds: changes.map(({ request }) => day.movables.get(request.lessonId)?.student.student_id ?? ''),
    version: versionOf(before),
  };
};

/** @throws DayChanged when the schedule has been written to since the day was read */
export const refuseChanged = (state: ScheduleState, { version }: AllowedRepair): void => {
  if (versionOf(state) !== version) throw new DayChanged();
};

/** The events of a repair that is allowed. */
export const movesOf = async (
  services: RepairServices,
  context: CommandContext,
  allowed: AllowedRepair,
): Promise<Decide> => {
  const { day, changes, studentIds } = allowed;
  const { studioId, commandId } = context;
  const { today } = await studioNow(services, studioId);
  const decisions = await Promise.all(
    changes.map(({ request }, i) =>
      decisionOf(services, context, day, { request, today, newId: derivedId(commandId, `repair ${i}`) }),
    ),
  );
  const applied: ScheduleEvent = {
    type: 'RepairApplied',
    data: {
      date: day.date,
      lessonId: day.cancelled.lessonId,
      changes: changes.map(({ start, request: { kind, lessonId, originalDate } }, i) => ({
        kind,
        lessonId,
        originalDate,
        studentId: studentIds[i] ?? '',
        start,
      })),
    },
  };
  return (state) => {
    refuseChanged(state, allowed);
    return [
      applied,
      ...decisions.flatMap((decide, i) =>
        unlessStale(() => decide(state), nameOf(day, changes[i]?.request.lessonId ?? '')),
      ),
    ];
  };
};

/** Moves lessons of a day in one append. @throws NotFound, InvalidInput, RuleBroken, Unavailable */
export const apply = async (
  services: RepairServices,
  context: CommandContext,
  lessonId: string,
  body: Body,
): Promise<LessonDone & { readonly changed: readonly string[] }> => {
  const { studioId } = context;
  const done = await carryOut(services, aroundChange, {
    context,
    input: { lessonId, body },
    lessonId,
    teacherId: await teacherOfLesson(services, studioId, lessonId),
    prepare: async (teacherId) => {
      const repair = { lessonId, date: body.lessonDate, requests: () => body.changes };
      const allowed = await allowedRepair(services, studioId, teacherId, repair);
      const moves = await movesOf(services, context, allowed);
      return { studentIds: allowed.studentIds, ifFree: true, decide: () => moves };
    },
  });
  return { ...done, changed: rowsIn(done) };
};
