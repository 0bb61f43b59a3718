import { instantOf, type Instant } from '@rondo/contracts/calendar/instants.ts';
import type { RestoreProgress } from '@rondo/contracts/api/backups.ts';
import type { backupEvents, RestoreTarget } from '@rondo/contracts/events/backups.ts';
import type { Lesson } from '@rondo/contracts/events/lesson.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { studioEvents } from '@rondo/contracts/events/studio.ts';
import { recordedAtOf } from '@rondo/projections/runner/events.ts';
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import type { CommandHandler } from '../../../platform/commands/command-handler.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { InvalidInput, NotFound, RuleBroken } from '../../../platform/kit/errors.ts';
import type { EventStore } from '../../../platform/log/event-store.ts';
import type { InTurn } from '../../../platform/http/expensive-turns.ts';
import type { Roster } from '../../people/roster.ts';
import type { StudioClock } from '../../studio/clock.ts';
import type { Growth, StudioSizes } from '../../../platform/commands/studio-sizes.ts';
import type { RestorePlanning } from './plan/planning.ts';
import type { RestoreProgressTable } from './progress.ts';
import {
  requestRestore,
  restoreIsRunning,
  restoresOf,
  restoreStream,
  type Restore,
  type restoresAggregate,
} from './restore-stream.ts';
import { teacherStream, whyRemoved } from './plan/removed-teacher.ts';
import { growthIn, type RestorePlan } from './plan/restore-plan.ts';
import { isRestored } from '../../schedule/revert/restore.ts';

export type RestoreRequestsDependencies = {
  readonly store: EventStore;
  readonly handler: CommandHandler<typeof backupEvents, ReturnType<typeof restoresAggregate.initialState>>;
  readonly planning: Pick<RestorePlanning, 'preview' | 'changesSince'>;
  readonly progress: RestoreProgressTable;
  readonly roster: Pick<Roster, 'everTeacher'>;
  readonly clock: Pick<StudioClock, 'today'>;
  readonly sizes: StudioSizes;
  /** Plans a restore in a turn of the request, which holds none while the restore is carried out. */
  readonly inTurn: InTurn;
  /** Display names of lessons for messages. */
  readonly titles: (studioId: string) => Promise<(lesson: Lesson) => string>;
};

/** What is restored, and to when. */
export type Wish = {
  readonly target: RestoreTarget;
  readonly asOf: Instant;
  readonly teacherId: string | null;
  readonly backupId: string | null;
  /** The restore that this one undoes. */
  readonly undoes: string | null;
};

const patience = 2000;
const lookMilliseconds = 40;

const restoreIdOf = ({ commandId }: CommandContext): string => derivedId(commandId, 'restore');

/** True if a later restore undid it and is not itself undone. */
const isUndone = (restores: readonly Restore[], restoreId: string): boolean =>
  restores.some(
    ({ undoes, status, restoreId: by }) => undoes === restoreId && status === 'completed' && !isUndone(restores, by),
  );

/** Requests for restores, and what became of them. */
export const restoreRequests = (dependencies: RestoreRequestsDependencies) => {
  const { store, handler, planning, progress, roster, clock, sizes, inTurn, titles } = dependencies;

  /** @throws InvalidInput */
  const refuseBeforeStudio = async (studioId: string, target: RestoreTarget): Promise<void> => {
    const [first] = await store.readStream(streamName(studioEvents, studioId), { limit: 1 });
    if (first && 'instant' in target && target.instant < instantOf(recordedAtOf(first)))
      throw new InvalidInput('The studio did not exist at that time.');
  };

  /** @throws InvalidInput, NotFound, RuleBroken for a teacher who was removed */
  const refuseUnknown = async (studioId: string, { target, teacherId }: Wish): Promise<void> => {
    await refuseBeforeStudio(studioId, target);
    if (teacherId === null) return;
    await roster.everTeacher(studioId, teacherId);
    const why = whyRemoved(await store.readStream(teacherStream(studioId, teacherId)));
    if (why !== null) throw new RuleBroken(why);
  };

  /** What a restore adds to the studio's size; nothing for one that was requested before. */
  const growthOf = async (studioId: string, restoreId: string, wish: Wish): Promise<Growth> => {
    const restores = await restoresOf(store, studioId);
    if (restores.some((one) => one.restoreId === restoreId || one.status === 'running')) return {};
    const [plan, { today }] = await Promise.all([
      planning.preview(studioId, { ...wish, restoreId }),
      clock.today(studioId),
    ]);
    return growthIn(plan, today);
  };

  const request = async (context: CommandContext, wish: Wish): Promise<string> => {
    const { studioId } = context;
    const restoreId = restoreIdOf(context);
    const { today } = await clock.today(studioId);
    await sizes.adding(studioId, await inTurn(() => growthOf(studioId, restoreId, wish)), () =>
      handler.execute(restoreStream(studioId), context, {
        input: { restores: wish },
        decide: requestRestore({ ...wish, restoreId, today }),
      }),
    );
    return restoreId;
  };

  const find = async (studioId: string, restoreId: string): Promise<Restore> => {
    const found = (await restoresOf(store, studioId)).find((restore) => restore.restoreId === restoreId);
    if (!found) throw new NotFound('There is no such restore.');
    return found;
  };

  /** The restore once it has ended, or as it is after two seconds. */
  const awaited = async (studioId: string, restoreId: string): Promise<Restore> => {
    for (const until = performance.now() + patience; ;) {
      const restore = await find(studioId, restoreId);
      if (restore.status !== 'running' || performance.now() > until) return restore;
      await delay(lookMilliseconds);
    }
  };

  /** @throws RuleBroken naming what has changed since the restore */
  const refuseChanged = async (studioId: string, restore: Restore): Promise<void> => {
    const since = await planning.changesSince(studioId, restore);
    const name = await nameOfChanged(studioId, since);
    if (name !== null) throw new RuleBroken(`${name} has changed since then, so this can no longer be undone.`);
  };

  const nameOfChanged = async (studioId: string, plan: RestorePlan): Promise<string | null> => {
    const person = [...plan.students, ...plan.teachers, ...plan.others].find(({ kind }) => kind !== 'same');
    if (person) return person.name;
    for (const { now, goal } of plan.schedules.values()) {
      if (isRestored(now, goal)) continue;
      const ids = [...new Set([...now.lessons.keys(), ...goal.rows.keys()])];
      const changed = ids.find((id) => !isDeepStrictEqual(now.lessons.get(id), goal.rows.get(id)));
      const row = changed === undefined ? undefined : (now.lessons.get(changed) ?? goal.rows.get(changed));
      return row ? (await titles(studioId))(row) : 'The pending plan';
    }
    return null;
  };

  const progressOf = async (studioId: string, restore: Restore): Promise<RestoreProgress> => {
    const { restoreId: id, status, detail, metadata } = restore;
    const known = await progress.find(studioId, id);
    const { done, total } = known ?? { done: 0, total: 0 };
    const shared = { id, total, batchId: metadata.batchId };
    switch (status) {
      case 'running':
        return { ...shared, status, done, detail: known?.detail ?? 'Getting ready' };
      case 'completed':
        return { ...shared, status, done: total, detail: 'Restored' };
      case 'failed':
        return { ...shared, status, done, detail: detail ?? '' };
    }
  };

  return {
    find,
    awaited,
    /** @throws InvalidInput, NotFound, RuleBroken while a restore is running */
    restore: async (context: CommandContext, wish: Wish): Promise<Restore> => {
      await refuseUnknown(context.studioId, wish);
      return awaited(context.studioId, await request(context, wish));
    },
    /** @throws InvalidInput, NotFound */
    preview: async (studioId: string, wish: Wish): Promise<RestorePlan> => {
      await refuseUnknown(studioId, wish);
      return planning.preview(studioId, {
        ...wish,
        restoreId: derivedId('7f1c5a52-3c0a-4a4e-9d0b-5a0a52f0a001', studioId),
      });
    },
    /** Undoes the restore that a batch is, if it is one: restores the moment before it. Null for any other batch. @throws RuleBroken */
    undo: async (context: CommandContext, batchId: string): Promise<Restore | null> => {
      const { studioId } = context;
      const restores = await restoresOf(store, studioId);
      const restore = restores.find(({ metadata }) => metadata.batchId === batchId);
      if (!restore) return null;
      const { restoreId, started, teacherId, status } = restore;
      if (restores.some((one) => one.restoreId === restoreIdOf(context)))
        return awaited(studioId, restoreIdOf(context));
      if (status === 'running') return restoreIsRunning();
      if (isUndone(restores, restoreId)) throw new RuleBroken('This change has already been undone.');
      if (started === null) throw new RuleBroken('There is nothing to undo.');
      await refuseChanged(studioId, restore);
      const wish = { target: { position: started }, asOf: restore.requestedAt, teacherId, backupId: null };
      await request({ ...context, undoes: batchId }, { ...wish, undoes: restoreId });
      return awaited(studioId, restoreIdOf(context));
    },
    /** How far a restore is. @throws NotFound */
    progressOf: async (studioId: string, restoreId: string): Promise<RestoreProgress> =>
      progressOf(studioId, await find(studioId, restoreId)),
    /** How far the studio's running restore is, if one is running. */
    running: async (studioId: string): Promise<RestoreProgress[]> => {
      const restores = (await restoresOf(store, studioId)).filter(({ status }) => status === 'running');
      return Promise.all(restores.map((restore) => progressOf(studioId, restore)));
    },
  };
};
export type RestoreRequests = ReturnType<typeof restoreRequests>;
