import type { Closure } from '@rondo/contracts/calendar/closures/closures.ts';
import { instantAt } from '@rondo/contracts/calendar/instants.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { entityOf } from '@rondo/contracts/events/stream-name.ts';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import { pauses } from '@rondo/projections/pacing/pauses.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { RuleBroken } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { studioNow } from '../../studio/clock.ts';
import { undoOrder, type Share, type Undoable, type UndoPart } from '../../../platform/commands/undo/undo-commands.ts';
import { knowingBilled, unlessBilled } from '../edit/billed.ts';
import { enteredBy } from '../edit/entered.ts';
import { ifFree } from '../edit/if-free.ts';
import { closingFor } from '../time-off/closures.ts';
import { holdFor } from '../questions/holds.ts';
import type { ScheduleState } from '../state.ts';
import { asOneBatch, batchIn } from './past.ts';
import { copyReport } from '../reports/state.ts';
import { knownOnSchedule, loadSchedule, onSchedule, scheduleHistory } from '../schedules.ts';
import { undoEffects } from './undo-effects.ts';
import { reportToReopen, takesNothingBack, undoBatch, type Undo } from './undo.ts';

type UndoServices = Pick<Services, 'handlers' | 'store' | 'settingsOf' | 'now' | 'whileBilled'>;

type Around = {
  /** A lesson's display name. */
  readonly titleOf: (lesson: Lesson) => string;
  readonly closuresOf: (studioId: string) => Promise<readonly Closure[]>;
  /** Every schedule of a studio, by teacher. */
  readonly schedulesOf: (studioId: string) => Promise<ReadonlyMap<string, { readonly state: ScheduleState }>>;
};

/** @throws RuleBroken where a schedule that the undo does not reach holds another time for a question whose hold comes back */
const refuseHeldTwice = async (
  { schedulesOf }: Pick<Around, 'schedulesOf'>,
  { studioId, reached, today }: { studioId: string; reached: ReadonlySet<string>; today: IsoDate },
  events: readonly ScheduleEvent[],
): Promise<void> => {
  const coming = events.flatMap((event) => (event.type === 'TimeHeld' ? event.data.inquiryId : []));
  if (coming.length === 0) return;
  for (const [teacherId, { state }] of await schedulesOf(studioId))
    if (!reached.has(teacherId) && coming.some((inquiryId) => holdFor(state.holds, inquiryId, today)))
      throw new RuleBroken('Another time is held for this question now, so this can no longer be undone.');
};

const partOf = async (
  services: UndoServices,
  context: CommandContext,
  { batchId, stream, recordedAs }: Share,
  {
    titleOf,
    pause,
    reached,
    ...around
  }: Around & {
    readonly pause: () => Promise<void>;
    /** The teachers whose schedules the same undo reaches. */
    readonly reached: ReadonlySet<string>;
  },
): Promise<UndoPart> => {
  const { studioId, commandId } = context;
  const teacherId = entityOf(stream);
  const [past, { today, timeZone }] = await Promise.all([
    scheduleHistory(services, studioId, teacherId),
    studioNow(services, studioId),
  ]);
  const dayOf = (recordedAt: string) => wallClock(Date.parse(recordedAt), timeZone).date;
  await pause();
  const undo: Undo = {
    batch: batchIn(asOneBatch(past, batchId, recordedAs), batchId, dayOf),
    today,
    at: instantAt(services.now()),
    reportId: derivedId(commandId, `report of ${teacherId}`),
    newIdOf: (lessonId) => derivedId(commandId, `rest of ${lessonId}`),
    titleOf,
  };
  const input = { undo: batchId };
  // A hold has no student whom others teach.
  const noOne = { elsewhere: () => [], heldElsewhere: () => [] };
  const takingBack =
    undo.batch.holds.size === 0
      ? undoBatch(undo)
      : ifFree(
          {
            today,
            now: services.now(),
            ...noOne,
            ...closingFor(await around.closuresOf(studioId), teacherId),
            titleOf,
          },
          undoBatch(undo),
        );
  const unlessBilledNow = <T>(run: (decide: ReturnType<typeof undoBatch>) => Promise<T>): Promise<T> =>
    knowingBilled(
      (task) => services.whileBilled(studioId, task),
      (billed) => run(unlessBilled(takingBack, { today, billed })),
    );
  return {
    order: undoOrder.schedule,
    done: await knownOnSchedule(services, context, teacherId, input),
    isUndone: undo.batch.undone,
    check: async () => {
      const { state } = await loadSchedule(services, studioId, teacherId);
      await pause();
      return unlessBilledNow(async (decide) => {
        const events = decide(state);
        await refuseHeldTwice(around, { studioId, reached, today }, events);
        return takesNothingBack(events) ? 'passed' : 'changes';
      });
    },
    effects: async () => {
      const { state } = await loadSchedule(services, studioId, teacherId);
      await pause();
      return unlessBilledNow(async (decide) => undoEffects(state.lessons, decide(state), titleOf));
    },
    growth: async () => {
      const { state } = await loadSchedule(services, studioId, teacherId);
      await pause();
      return { lessons: enteredBy(state, undoBatch(undo)(state), today) };
    },
    carryOut: async () => {
      const reportId = reportToReopen(undo.batch);
      if (reportId !== null) await copyReport(services, context, { reportId, as: undo.reportId });
      return unlessBilledNow((decide) => onSchedule(services, context, teacherId, { input, decide }));
    },
  };
};

/** Teachers' schedules as undoable streams. @param titlesOf display names of lessons for messages */
export const undoableSchedules = (
  services: UndoServices,
  titlesOf: (studioId: string) => Promise<Around['titleOf']>,
  around: Pick<Around, 'closuresOf' | 'schedulesOf'>,
): Undoable => ({
  partsOf: async (context, shares) => {
    const reached = new Set(shares.map(({ stream }) => entityOf(stream)));
    const shared = { ...around, titleOf: await titlesOf(context.studioId), pause: pauses(), reached };
    return Promise.all(shares.map((share) => partOf(services, context, share, shared)));
  },
});
