import { laterOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Instant } from '@rondo/contracts/calendar/instants.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { isDeepStrictEqual } from 'node:util';
import { restoredRows, type NowAndPast } from './restored-rows.ts';
import type { PendingPlan, ScheduleState } from '../state.ts';
import { correctPlan, renamed, reopened, rowEvents, samePlan } from './undo.ts';

export type { NowAndPast } from './restored-rows.ts';

/** What a restore leads one schedule to. */
export type ScheduleGoal = {
  readonly rows: ReadonlyMap<string, Lesson>;
  /** The pending plan, with the report that it has or had; null for none. */
  readonly plan: PendingPlan | null;
  /** The report under which the plan is reopened; null when it is still pending. */
  readonly reopensAs: string | null;
  /** The pending report whose plan is not that of the moment. */
  readonly undoneReportId: string | null;
  /** The teachers to whom rows go that are lost here. */
  readonly goesTo: ReadonlyMap<string, string>;
};

export type RestoringSchedules = {
  readonly today: IsoDate;
  /** The studio's day at the moment. */
  readonly day: IsoDate;
  /** The id under which a lesson continues when what took place keeps the old one. */
  readonly newIdOf: (lessonId: string) => string;
  /** The report under which a teacher's decided plan is reopened. */
  readonly reportIdOf: (teacherId: string) => string;
  /** Rows of the moment that do not come back. */
  readonly staysAway?: ReadonlySet<string>;
  /** Students of the moment's plans that do not come back. */
  readonly absentStudents?: ReadonlySet<string>;
};

/** A plan as it comes back: one whose first day has passed begins today. */
const planOf = (
  plan: PendingPlan | null,
  { today, absentStudents }: RestoringSchedules,
  goesOnAs: ReadonlyMap<string, string>,
): PendingPlan | null => {
  const back = renamed(plan, (id) => goesOnAs.get(id));
  if (!back) return null;
  const entries = new Map([...back.entries].filter(([studentId]) => absentStudents?.has(studentId) !== true));
  return { ...back, entries, startsOn: laterOf(back.startsOn, today) };
};

/** The same plan, whatever the report. */
const isStillPending = (now: PendingPlan | null, back: PendingPlan): boolean =>
  now !== null && (now.reportId === back.reportId || samePlan({ ...now, startsOn: back.startsOn }, back));

const planGoal = (teacherId: string, { now, past }: NowAndPast, restoring: RestoringSchedules, goesOnAs: GoesOnAs) => {
  const plan = planOf(past.plan, restoring, goesOnAs);
  if (plan && isStillPending(now.plan, plan)) return { plan, reopensAs: null, undoneReportId: null };
  return {
    plan,
    reopensAs: plan && restoring.reportIdOf(teacherId),
    undoneReportId: now.plan?.reportId ?? null,
  };
};

type GoesOnAs = ReadonlyMap<string, string>;

/**
 * What a restore leads each schedule to: from today on everything is as it was then, and before today as it is now. Pure: the same
 * states give the same goals, so that an interrupted restore resumes.
 */
export const scheduleGoals = (
  schedules: ReadonlyMap<string, NowAndPast>,
  restoring: RestoringSchedules,
): ReadonlyMap<string, ScheduleGoal> => {
  const { today, day, newIdOf, staysAway = new Set<string>() } = restoring;
  const { rows, goesOnAs } = restoredRows(schedules, { today, day, newIdOf, staysAway });
  const holder = new Map(
    [...rows].flatMap(([teacherId, own]) => [...own.keys()].map((id) => [id, teacherId] as const)),
  );
  return new Map(
    [...schedules].map(([teacherId, nowAndPast]) => {
      const own = rows.get(teacherId) ?? new Map<string, Lesson>();
      const lost = [...nowAndPast.now.lessons.keys()].filter((id) => !own.has(id));
      const goesTo = new Map(
        lost.flatMap((id) => {
          const to = holder.get(id);
          return to === undefined ? [] : [[id, to] as const];
        }),
      );
      return [teacherId, { rows: own, ...planGoal(teacherId, nowAndPast, restoring, goesOnAs), goesTo }];
    }),
  );
};

const differing = (state: ScheduleState, { rows }: ScheduleGoal): ScheduleEvent[] =>
  rowEvents(state, {
    rows: new Map([...new Set([...state.lessons.keys(), ...rows.keys()])].map((id) => [id, rows.get(id)])),
  });

/** A row that another schedule gets back is released to it, with its exceptions. */
const released = (
  state: ScheduleState,
  { goesTo }: ScheduleGoal,
  events: readonly ScheduleEvent[],
): ScheduleEvent[] => {
  const seriesOf = (id: string): string => state.lessons.get(id)?.seriesId ?? id;
  const along = (id: string): boolean =>
    seriesOf(id) !== id && goesTo.get(id) === goesTo.get(seriesOf(id)) && goesTo.has(id);
  return events.flatMap((event): ScheduleEvent[] => {
    if (event.type !== 'LessonDeleted') return [event];
    const { lessonId } = event.data;
    const to = goesTo.get(lessonId);
    if (to === undefined) return [event];
    if (along(lessonId)) return [];
    const dates = [...goesTo.keys()].filter((id) => along(id) && seriesOf(id) === lessonId && state.lessons.has(id));
    const data = { lessonId, to, takenAs: lessonId, validTo: null, gone: dates, missed: [], deleted: [] };
    return [{ type: 'LessonReleased', data }];
  });
};

const planEvents = (state: ScheduleState, { plan, reopensAs }: ScheduleGoal): ScheduleEvent[] => {
  if (!plan) return [];
  if (reopensAs === null) return state.plan ? correctPlan(plan, state.plan) : [];
  return state.plan && state.reports.has(reopensAs) ? correctPlan(plan, state.plan) : [reopened(plan, reopensAs)];
};

const isOver = (state: ScheduleState, { undoneReportId }: ScheduleGoal): boolean =>
  undoneReportId === null || state.plan?.reportId !== undoneReportId;

/** The first event of a restore in a schedule that it changes; questions to families end with it. */
export const restoreHeader =
  (goal: ScheduleGoal, { restoreId, asOf }: { restoreId: string; asOf: Instant }) =>
  (state: ScheduleState): ScheduleEvent[] => {
    const changes = differing(state, goal).length + planEvents(state, goal).length;
    const isAsking = [...state.questions.values()].some(({ end }) => end === null);
    if (changes === 0 && isOver(state, goal) && !isAsking) return [];
    return [{ type: 'ScheduleRestored', data: { restoreId, asOf, undoneReportId: goal.undoneReportId } }];
  };

/** The fewest events after which a schedule has nothing that it did not have then; none if it has nothing. */
export const restoreLosses =
  (goal: ScheduleGoal) =>
  (state: ScheduleState): ScheduleEvent[] =>
    released(state, goal, differing(state, goal)).filter(({ type }) => type !== 'LessonReinstated');

/** The fewest events after which a schedule that has lost what it loses has everything that it had then. */
export const restoreGains =
  (goal: ScheduleGoal) =>
  (state: ScheduleState): ScheduleEvent[] =>
    differing(state, goal).filter(({ type }) => type === 'LessonReinstated');

/** The events after which the pending plan is that of the moment, once the rows are. */
export const restorePlan =
  (goal: ScheduleGoal) =>
  (state: ScheduleState): ScheduleEvent[] =>
    planEvents(state, goal);

/** True when a schedule is as the restore leads it. */
export const isRestored = (state: ScheduleState, goal: ScheduleGoal): boolean =>
  isOver(state, goal) && differing(state, goal).length === 0 && isDeepStrictEqual(planEvents(state, goal), []);
