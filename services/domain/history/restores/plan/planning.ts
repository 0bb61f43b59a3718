import { epochMillisecondsOf, type Instant } from '@rondo/contracts/calendar/instants.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { InvalidInput, RuleBroken } from '../../../../platform/kit/errors.ts';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import type { EventStore } from '../../../../platform/log/event-store.ts';
import type { StudioClock } from '../../../studio/clock.ts';
import { cutAt, lastOfRestore, upTo } from './cut.ts';
import { GivenUp } from '../given-up.ts';
import { teacherStream, whyRemoved } from './removed-teacher.ts';
import { planRestore, type RestorePlan, type RestorePlanDependencies, type Restoring } from './restore-plan.ts';
import { restoresOf, type Restore } from '../restore-stream.ts';
import { readStudio } from './studio-log.ts';

export type RestorePlanningDependencies = RestorePlanDependencies & {
  readonly store: EventStore;
  readonly clock: Pick<StudioClock, 'today'>;
  /** Every stream of a studio; none once it is erased. */
  readonly streamsOf: (studioId: string) => Promise<readonly string[]>;
};

const noStudioYet = 'The studio did not exist at that time.';
const insideRestore =
  'A restore was being carried out at that time. Choose a time before it began or after it was finished.';

/** Plans restores from what the log has. */
export const restorePlanning = (dependencies: RestorePlanningDependencies) => {
  const { store, clock, streamsOf } = dependencies;
  const plan = planRestore(dependencies);

  const readNow = async (studioId: string) => readStudio(store, await streamsOf(studioId));

  /** The studio's day now and at an instant. */
  const daysAt = async (studioId: string, instant: Instant): Promise<Pick<Restoring, 'today' | 'day'>> => {
    const { today, timeZone } = await clock.today(studioId);
    return { today, day: wallClock(epochMillisecondsOf(instant), timeZone).date };
  };

  return {
    /** What a restore that has started leads to, the same however often it is asked. @throws GivenUp */
    started: async (restore: Restore, studioId: string): Promise<RestorePlan> => {
      const { restoreId, teacherId, today, target, asOf } = restore;
      const restores = await restoresOf(store, studioId);
      const started = restores.find((one) => one.restoreId === restoreId)?.started ?? null;
      if (started === null) throw new GivenUp('The restore could not be started.');
      const now = upTo(store, await readNow(studioId), { position: started, inclusive: false, inside: null });
      const why = teacherId && whyRemoved(now.get(teacherStream(studioId, teacherId)) ?? []);
      if (why) throw new GivenUp(why);
      const earlier = restores.filter((one) => one.restoreId !== restoreId);
      const cut = cutAt(store, now, { studioId, target, teacherId, restores: earlier });
      if (!cut) throw new GivenUp(noStudioYet);
      const { day } = await daysAt(studioId, asOf);
      return plan(now, upTo(store, now, cut), { restoreId, studioId, teacherId, today, day });
    },
    /** What a restore would do, without doing it. @throws RuleBroken for a moment before the studio, InvalidInput for an instant inside a restore */
    preview: async (
      studioId: string,
      { restoreId, teacherId, target, asOf }: Pick<Restore, 'restoreId' | 'teacherId' | 'target' | 'asOf'>,
    ): Promise<RestorePlan> => {
      const restores = await restoresOf(store, studioId);
      const now = await readNow(studioId);
      const cut = cutAt(store, now, { studioId, target, teacherId, restores });
      if (!cut) throw new RuleBroken(noStudioYet);
      if (cut.inside && 'instant' in target) throw new InvalidInput(insideRestore);
      return plan(now, upTo(store, now, cut), { restoreId, studioId, teacherId, ...(await daysAt(studioId, asOf)) });
    },
    /** What would lead back to a restore's end: what has changed since. Its reactors' events belong to it. */
    changesSince: async (studioId: string, restore: Restore): Promise<RestorePlan> => {
      const { restoreId, teacherId, started, metadata } = restore;
      const now = await readNow(studioId);
      const last = lastOfRestore(store, now, restore) ?? started;
      const isOwn = ({ position, metadata: { batchId } }: SourceEvent): boolean =>
        batchId === metadata.batchId || store.compare(position, last) <= 0;
      const { today } = await clock.today(studioId);
      const then = new Map([...now].map(([stream, events]) => [stream, events.filter(isOwn)]));
      return plan(now, then, { restoreId, studioId, teacherId, today, day: today });
    },
  };
};
export type RestorePlanning = ReturnType<typeof restorePlanning>;
