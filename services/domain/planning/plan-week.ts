import type { RunProgress } from '@rondo/contracts/api/planner.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { overlapWeekly } from '@rondo/contracts/calendar/rows.ts';
import type { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { StudioSettings } from '@rondo/contracts/events/studio.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { listStudents, type StudentRow } from '@rondo/projections/students/queries.ts';
import type { Placed } from '../../optimizer/explain/placed.ts';
import type { OptimizerPool } from '../../optimizer/threads/pool.ts';
import type { PlannedWeek } from '../../optimizer/threads/worker.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { Command, Executed } from '../../platform/commands/command-handler.ts';
import type { Services } from '../../platform/kit/services.ts';
import { takenIn } from '../schedule/questions/held.ts';
import type { HoldRow } from '../schedule/questions/holds.ts';
import { holdsAtFamilies } from '../schedule/lookup/hold-families.ts';
import { lessonsElsewhere, lockStudents, type LessonElsewhere } from '../schedule/lookup/student-times.ts';
import { PlanOutdated } from '../schedule/plan/fixed.ts';
import { staysPinned } from '../schedule/plan/pins.ts';
import type { Placement, Run } from '../schedule/plan/plan.ts';
import { loadSchedule, onSchedule } from '../schedule/schedules.ts';
import type { ScheduleState } from '../schedule/state.ts';
import { closuresNow, type Closing } from '../schedule/time-off/closures.ts';
import { studioNow, type StudioNow } from '../studio/clock.ts';
import { staysElsewhere, type RunInput } from './instance/gather.ts';
import { instanceOf, type RunInstance } from './instance/instance.ts';
import type { Runs } from './run/runs.ts';
import type { Turn, Turns } from './run/turns.ts';
import { notBeforeOf } from './starts-on.ts';

declare module '../../platform/kit/services.ts' {
  interface Services {
    readonly optimizer: Pick<OptimizerPool, 'plan' | 'curve' | 'together'>;
    readonly runs: Runs;
    readonly plannerTurns: Turns;
  }
  interface ServerSettings {
    /** How long planning a guest's week takes at most. */
    readonly GUEST_PLAN_SECONDS: number;
  }
}

export type PlannerServices = Pick<
  Services,
  | 'handlers'
  | 'store'
  | 'streams'
  | 'locks'
  | 'models'
  | 'maps'
  | 'legs'
  | 'settingsOf'
  | 'now'
  | 'settings'
  | 'optimizer'
  | 'runs'
  | 'plannerTurns'
>;

/** How a caller follows and stops a run. */
export type SolveControl = {
  /** When aborted, the run ends immediately and its result is discarded. */
  readonly signal?: AbortSignal;
  /** When aborted, the run ends soon with the best plan so far. */
  readonly stop?: AbortSignal;
  readonly onProgress?: (progress: Omit<RunProgress, 'runId' | 'teacherId'>) => void;
};

/** A teacher's week as a run finds it. */
export type Week = {
  readonly studioId: string;
  readonly teacherId: string;
  readonly now: StudioNow;
  readonly settings: StudioSettings;
  /** Every student of the studio. */
  readonly students: ReadonlyMap<string, StudentRow>;
  readonly state: ScheduleState;
  /** What takes time in it: its rows, and the times that are held. */
  readonly inUse: readonly Lesson[];
  /** The weekly times that are held for questions from the form, where their families live. */
  readonly holds: readonly HoldRow[];
  /** Every lesson of the studio's other teachers. */
  readonly elsewhere: readonly LessonElsewhere[];
  readonly closing: Closing;
};

export const loadWeek = async (services: PlannerServices, studioId: string, teacherId: string): Promise<Week> => {
  const [now, students, elsewhere, { state }, { settings }, closures] = await Promise.all([
    studioNow(services, studioId),
    listStudents(studentsModel.read(services.models), studioId),
    lessonsElsewhere(services, studioId, teacherId),
    loadSchedule(services, studioId, teacherId),
    services.settingsOf(studioId),
    closuresNow(services, studioId),
  ]);
  const closing = { teacherId, closures };
  const byId = new Map(students.map((student) => [student.student_id, student]));
  const inUse = takenIn(state, { now: services.now(), today: now.today });
  const holds = await holdsAtFamilies(services, studioId, state, now.today);
  return { studioId, teacherId, now, settings, students: byId, state, inUse, holds, elsewhere, closing };
};

/** Same input, same plan. */
export const seed = 1;

type SolveOptions = Omit<NonNullable<Parameters<OptimizerPool['plan']>[2]>, 'seed' | 'milliseconds'>;

/** How long a run may take. */
export const runSeconds = (
  { settings: { OPTIMIZER_SECONDS, GUEST_PLAN_SECONDS } }: Pick<PlannerServices, 'settings'>,
  { settings }: Pick<Week, 'settings'>,
  isGuest: boolean,
): number => Math.min(settings.optimizerSeconds ?? OPTIMIZER_SECONDS, isGuest ? GUEST_PLAN_SECONDS : Infinity);

const mostCurveSeconds = 60;

/** How long a curve may take, a run with a curve too. */
export const curveSeconds = (services: Pick<PlannerServices, 'settings'>, week: Week, isGuest: boolean): number => {
  const seconds = runSeconds(services, week, isGuest);
  const most = isGuest ? services.settings.GUEST_PLAN_SECONDS : Infinity;
  return Math.max(seconds, Math.min(3 * seconds, mostCurveSeconds, most));
};

/** Solves and explains a week outside the event loop. If aborted, the result is discarded. */
export const solveWeek = async (
  services: PlannerServices,
  { studioId, settings, students }: Week,
  input: RunInput,
  isGuest: boolean,
  optionsOf: (run: RunInstance) => SolveOptions,
): Promise<{ run: RunInstance; solved: PlannedWeek }> => {
  const maps = services.maps.mapsFor(studioId);
  const run = await instanceOf({ input, settings, students, maps });
  const options = optionsOf(run);
  const solved = await services.optimizer.plan(run.instance, run.names, {
    ...options,
    seed,
    milliseconds: runSeconds(services, { settings }, isGuest) * 1000,
  });
  options.signal?.throwIfAborted();
  return { run, solved };
};

/** Where the optimizer has placed a student. */
export const placementOf = (
  placed: Pick<Placed, 'dayOfWeek' | 'startTime' | 'driveMinutes'>,
  { student_id: studentId, details }: StudentRow,
  { lessonId, startsOn, now }: { readonly lessonId: string; readonly startsOn: IsoDate; readonly now: StudioNow },
): Placement => ({
  lessonId,
  studentId,
  dayOfWeek: placed.dayOfWeek,
  start: placed.startTime,
  duration: details.lessonDuration,
  driveMinutes: placed.driveMinutes,
  notBefore: notBeforeOf(placed, { startsOn, now }, details.startDate),
});

/** What a plan takes over from other teachers, from its first day on. */
export const endsElsewhereOf = ({ endsElsewhere, startsOn }: RunInput): Run['endsElsewhere'] =>
  endsElsewhere.map(({ teacherId, lessonId }) => ({ teacherId, lessonId, from: startsOn }));

/** @throws PlanOutdated for a student whose time with another teacher was pinned while solving */
const refusePinned = (
  studentIds: readonly string[],
  elsewhere: readonly LessonElsewhere[],
  startsOn: IsoDate,
): void => {
  for (const { lesson } of elsewhere)
    if (studentIds.includes(lesson.studentId ?? '') && staysPinned(lesson, startsOn))
      throw new PlanOutdated(`${lesson.lessonId} was pinned in the meantime.`);
};

/** @throws PlanOutdated when a placement overlaps a lesson that its student keeps with another teacher */
const refusePlacedTwice = (
  placements: readonly Placement[],
  elsewhere: readonly LessonElsewhere[],
  startsOn: IsoDate,
): void => {
  for (const placement of placements)
    for (const { lesson } of elsewhere)
      if (
        lesson.studentId === placement.studentId &&
        staysElsewhere(lesson, startsOn) &&
        overlapWeekly(lesson, placement)
      )
        throw new PlanOutdated(`${placement.lessonId} overlaps ${lesson.lessonId}, which is with another teacher.`);
};

/** Checks the time of a run's students again: it may have been taken while solving. @throws PlanOutdated */
export const refuseTaken = async (
  services: PlannerServices,
  studioId: string,
  { teacher: { teacher_id: teacherId }, startsOn, students }: RunInput,
  placements: readonly Placement[],
): Promise<void> => {
  const elsewhere = await lessonsElsewhere(services, studioId, teacherId);
  const inRun = students.map(({ student_id }) => student_id);
  refusePinned(inRun, elsewhere, startsOn);
  refusePlacedTwice(placements, elsewhere, startsOn);
};

/** Decides on placements while their students' time is locked, and checks that time again. @throws PlanOutdated */
export const decidePlaced = (
  services: PlannerServices,
  context: CommandContext,
  input: RunInput,
  placements: readonly Placement[],
  command: Command<typeof scheduleEvents, ScheduleState>,
): Promise<Executed<typeof scheduleEvents>> =>
  lockStudents(
    services,
    context.studioId,
    placements.map(({ studentId }) => studentId),
    async () => {
      await refuseTaken(services, context.studioId, input, placements);
      return onSchedule(services, context, input.teacher.teacher_id, command);
    },
  );

/** Maximum number of times a week is planned because the schedule changes in the meantime. */
const attempts = 3;

/** Plans in turn, again while the schedule changes in the meantime. @param giveUp what results if it keeps changing */
export const planUntilCurrent = async <Result>(
  turn: Turn,
  plan: () => Promise<Result>,
  giveUp: (cause: PlanOutdated) => Result,
): Promise<Result> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await turn(plan);
    } catch (error) {
      if (!(error instanceof PlanOutdated)) throw error;
      if (attempt === attempts) return giveUp(error);
    }
  }
};

type CountedRun = {
  readonly input: RunInput;
  readonly request: { isGuest: boolean; lessonWorth?: number | undefined; moving?: unknown; control?: SolveControl };
  /** How many students it placed, and how long it took. */
  readonly placed: { readonly students: number; readonly seconds: number };
};

/** A week whose lessons start on other minutes than the studio's. */
export const withGrid = (week: Week, startGrid: StudioSettings['startGrid']): Week => ({
  ...week,
  settings: { ...week.settings, startGrid },
});

/** Seconds for a second look at a week, which only counts students; a shorter one than the shortest finds less than the run did. */
const [secondLook, shortestLook] = [5, 0.5];

/**
 * How many more students would be placed if lessons started every 5 minutes; null where they do so already, and where nobody has looked: after a
 * run that was stopped, where only some families may move, and once a guest's time for a run is over, of which this is a part.
 */
export const moreAtFive = async (
  services: PlannerServices,
  week: Week,
  { input, request, placed }: CountedRun,
): Promise<number | null> => {
  const { startGrid, optimizerSeconds } = week.settings;
  if (startGrid <= 5 || request.moving !== undefined || request.control?.stop?.aborted === true) return null;
  if (placed.students === input.students.length) return 0;
  const { OPTIMIZER_SECONDS, GUEST_PLAN_SECONDS } = services.settings;
  const secondsOfGuest = request.isGuest ? GUEST_PLAN_SECONDS - placed.seconds : Infinity;
  const seconds = Math.min(secondLook, optimizerSeconds ?? OPTIMIZER_SECONDS, secondsOfGuest);
  if (seconds < shortestLook) return null;
  const finer = withGrid(week, 5);
  const { solved } = await solveWeek(
    services,
    { ...finer, settings: { ...finer.settings, optimizerSeconds: seconds } },
    input,
    request.isGuest,
    () => ({
      ...(request.lessonWorth === undefined ? {} : { lessonWorth: request.lessonWorth }),
      ...(request.control?.signal && { signal: request.control.signal }),
      ...(request.control?.stop && { stop: request.control.stop }),
    }),
  );
  return Math.max(0, solved.solution.lessons.length - placed.students);
};
