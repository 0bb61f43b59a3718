import { closuresNow, keepingIn } from '../schedule/time-off/closures.ts';
import type { ScheduleEvent, scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { Executed } from '../../platform/commands/command-handler.ts';
import type { Growth } from '../../platform/commands/studio-sizes.ts';
import { DomainError, NotFound } from '../../platform/kit/errors.ts';
import type { Services } from '../../platform/kit/services.ts';
import { knowingBilled, unlessBilled as refusingBilled } from '../schedule/edit/billed.ts';
import { ifFree as refusingTaken, type Busy } from '../schedule/edit/if-free.ts';
import { allSchedules, busyInLog, lockAllStudents, type StudentIds } from '../schedule/lookup/student-times.ts';
import { knownOnSchedule, onSchedule } from '../schedule/schedules.ts';
import type { ScheduleState } from '../schedule/state.ts';
import { studioNow } from '../studio/clock.ts';

/** What commands on lessons use. */
export type LessonServices = Pick<
  Services,
  'handlers' | 'store' | 'streams' | 'models' | 'locks' | 'sizes' | 'settingsOf' | 'now' | 'whileBilled'
>;

/** A user's command on a lesson. */
export type LessonCommand = {
  readonly context: CommandContext;
  readonly input: unknown;
  /** The row that it requests. */
  readonly lessonId: string;
  /** The teacher who has the lesson, or gets it when it is new. */
  readonly teacherId: string;
  /** Another teacher to whom the lesson is transferred: it is decided in that schedule. */
  readonly receiver?: string | undefined;
  /** Reads what the decision needs. @throws NotFound, InvalidInput */
  readonly prepare: (teacherId: string) => Promise<Preparation>;
};

type Decide = (state: ScheduleState) => ScheduleEvent[];

type Preparation = {
  /** The students whose time it assigns or moves; absent: nobody's. */
  readonly studentIds?: StudentIds;
  /** Nobody else transfers the lesson in the meantime. */
  readonly locksLesson?: boolean;
  /** It may only use free time. */
  readonly ifFree?: boolean | undefined;
  /** A single date that it places takes place in closed time too. */
  readonly keep?: boolean | undefined;
  readonly growth?: Growth;
  /** Called once the students are locked. */
  readonly decide: (busy: () => Promise<Busy>) => Decide | Promise<Decide>;
};

type Decision = LessonCommand & Preparation & { readonly busy: () => Promise<Busy> };

/** A command's result, and the row that answers it. */
export type LessonDone = {
  readonly executed: Executed<typeof scheduleEvents>;
  readonly teacherId: string;
  readonly lessonId: string;
  /** The schedule that it was decided on; undefined for a repeated command, which decides nothing. */
  readonly decidedOn: ScheduleState | undefined;
};

/** Surrounds a command: checks or provides something, and hands the command on. */
type Around<Command> = (
  services: LessonServices,
  command: Command,
  next: (command: Command) => Promise<LessonDone>,
) => Promise<LessonDone>;

const through = <Command>(
  layers: readonly Around<Command>[],
  services: LessonServices,
  command: Command,
  innermost: (command: Command) => Promise<LessonDone>,
): Promise<LessonDone> =>
  layers.reduceRight((next, layer) => (passed) => layer(services, passed, next), innermost)(command);

const scheduleOf = ({ receiver, teacherId }: LessonCommand): string => receiver ?? teacherId;

/** The row that a command resulted in: the part that continues, the occurrence that it created, or the series whose date is restored. */
const rowAfter = (events: readonly ScheduleEvent[], requested: string): string => {
  const restored = events.find((event) => event.type === 'LessonRestored');
  if (restored) return restored.data.seriesId ?? requested;
  const placing = events.findLast((event) => 'lesson' in event.data);
  return placing && 'lesson' in placing.data ? placing.data.lesson.lessonId : requested;
};

const doneBy = (command: LessonCommand, executed: LessonDone['executed'], decidedOn?: ScheduleState): LessonDone => ({
  executed,
  teacherId: scheduleOf(command),
  lessonId: rowAfter(executed.events, command.lessonId),
  decidedOn,
});

/** The lists may not show yet that the lesson has another teacher: then it is decided in the schedule that has it according to the log. */
const inOwningSchedule: Around<LessonCommand> = async (services, command, next) => {
  try {
    return await next(command);
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    const { context, lessonId, teacherId } = command;
    const all = await allSchedules(services, context.studioId);
    const owner = [...all].find(([other, { state }]) => other !== teacherId && state.lessons.has(lessonId));
    if (!owner) throw error;
    return next({ ...command, teacherId: owner[0] });
  }
};

/** Answers a repeated command as the first time, even if its preconditions no longer hold. */
const replayIfRepeated: Around<LessonCommand> = async (services, command, next) => {
  try {
    return await next(command);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const executed = await knownOnSchedule(services, command.context, scheduleOf(command), command.input);
    if (!executed) throw error;
    return doneBy(command, executed);
  }
};

const busyAround =
  (services: LessonServices, command: LessonCommand, locked: ReadonlySet<string>) => (): Promise<Busy> =>
    busyInLog(services, command.context.studioId, scheduleOf(command), locked);

const withinStudioSize: Around<Decision> = ({ sizes }, decision, next) => {
  const { growth, context } = decision;
  return growth === undefined ? next(decision) : sizes.adding(context.studioId, growth, () => next(decision));
};

const withStudentLocks: Around<Decision> = (services, decision, next) => {
  const { studentIds, context, lessonId, locksLesson } = decision;
  if (studentIds === undefined) return next(decision);
  return lockAllStudents(
    services,
    context.studioId,
    studentIds,
    (locked) => next({ ...decision, busy: busyAround(services, decision, locked) }),
    locksLesson === true ? lessonId : undefined,
  );
};

const ifFree: Around<Decision> = async (_, decision, next) => {
  if (decision.ifFree !== true) return next(decision);
  const decide = refusingTaken(await decision.busy(), await decision.decide(decision.busy));
  return next({ ...decision, decide: () => decide });
};

const keepsClosed: Around<Decision> = async (services, decision, next) => {
  if (decision.keep !== true) return next(decision);
  const closures = await closuresNow(services, decision.context.studioId);
  const decide = keepingIn(closures, scheduleOf(decision), await decision.decide(decision.busy));
  return next({ ...decision, decide: () => decide });
};

const unlessBilled: Around<Decision> = async (services, decision, next) => {
  const { studioId } = decision.context;
  const decide = await decision.decide(decision.busy);
  const { today } = await studioNow(services, studioId);
  return knowingBilled<LessonDone>(
    (task) => services.whileBilled(studioId, task),
    (billed) => next({ ...decision, decide: () => refusingBilled(decide, { today, billed }) }),
  );
};

const decideInSchedule = async (services: LessonServices, decision: Decision): Promise<LessonDone> => {
  const { context, input, busy } = decision;
  const decide = await decision.decide(busy);
  const seen: { state?: ScheduleState } = {};
  const executed = await onSchedule(services, context, scheduleOf(decision), {
    input,
    decide: (state) => {
      seen.state = state;
      return decide(state);
    },
  });
  return doneBy(decision, executed, seen.state);
};

/** What surrounds a user's command on a lesson, the outermost first. */
export const aroundChange: readonly Around<LessonCommand>[] = [inOwningSchedule, replayIfRepeated];
export const aroundCreation: readonly Around<LessonCommand>[] = [replayIfRepeated];
/** What surrounds its decision once that is prepared. */
const aroundDecision: readonly Around<Decision>[] = [
  withinStudioSize,
  withStudentLocks,
  keepsClosed,
  ifFree,
  unlessBilled,
];

/** Carries out a user's command on a lesson. */
export const carryOut = (
  services: LessonServices,
  aroundCommand: readonly Around<LessonCommand>[],
  command: LessonCommand,
): Promise<LessonDone> =>
  through(aroundCommand, services, command, async (found) => {
    const busy = busyAround(services, found, new Set());
    const decision = { ...found, ...(await found.prepare(found.teacherId)), busy };
    return through(aroundDecision, services, decision, (last) => decideInSchedule(services, last));
  });
