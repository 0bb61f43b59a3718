import { instantOf, type Instant } from '@rondo/contracts/calendar/instants.ts';
import type { RestoreProgress } from '@rondo/contracts/api/history/backups.ts';
import type { RestoreTarget } from '@rondo/contracts/events/backups.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { studioEvents } from '@rondo/contracts/events/studio.ts';
import { recordedAtOf } from '@rondo/projections/runner/events.ts';
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import type { Growth } from '../../../platform/commands/studio-sizes.ts';
import { InvalidInput, NotFound, RuleBroken } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { refuseUnknownTeacher, teacherStream } from '../../people/roster.ts';
import { lessonTitles } from '../../schedule/lookup/student-times.ts';
import { isRestored } from '../../schedule/revert/restore.ts';
import { studioNow } from '../../studio/clock.ts';
import { backupStream } from '../backups/state.ts';
import { planBackTo, planPreview, whyRemoved, type Planning } from './plan/planning.ts';
import { growthIn, type RestorePlan } from './plan/restore-plan.ts';
import { requestRestore, restoreIsRunning, restoresOf, type Restore } from './restore-stream.ts';

export type Requesting = Planning & Pick<Services, 'models' | 'sizes' | 'turns' | 'restoreProgress'>;

/** What is restored, and to when. */
export type RestoreChoice = {
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

/** @throws InvalidInput for a moment before the studio, NotFound, RuleBroken for a teacher who was removed */
const refuseImpossible = async (
  services: Requesting,
  studioId: string,
  { target, teacherId }: RestoreChoice,
): Promise<void> => {
  const { store } = services;
  const [first] = await store.readStream(streamName(studioEvents, studioId), { limit: 1 });
  if (first && 'instant' in target && target.instant < instantOf(recordedAtOf(first)))
    throw new InvalidInput('The studio did not exist at that time.');
  if (teacherId === null) return;
  await refuseUnknownTeacher(services, studioId, teacherId);
  const why = whyRemoved(await store.readStream(teacherStream(studioId, teacherId)));
  if (why !== null) throw new RuleBroken(why);
};

/** What a restore adds to the studio's size; nothing for one that was requested before. */
const growthOf = async (
  services: Requesting,
  studioId: string,
  restore: RestoreChoice & { readonly restoreId: string },
): Promise<Growth> => {
  const restores = await restoresOf(services, studioId);
  if (restores.some((one) => one.restoreId === restore.restoreId || one.status === 'running')) return {};
  const [plan, { today }] = await Promise.all([
    planPreview(services, studioId, restore),
    studioNow(services, studioId),
  ]);
  return growthIn(plan, today);
};

const request = async (services: Requesting, context: CommandContext, choice: RestoreChoice): Promise<string> => {
  const { studioId } = context;
  const { handlers, sizes, turns } = services;
  const restoreId = restoreIdOf(context);
  const { today } = await studioNow(services, studioId);
  // Planned in a turn of the request, which holds none while the restore is carried out.
  const growth = await turns.inTurn(() => growthOf(services, studioId, { ...choice, restoreId }));
  await sizes.adding(studioId, growth, () =>
    handlers.backups.execute(backupStream(studioId), context, {
      input: { restores: choice },
      decide: requestRestore({ ...choice, restoreId, today }),
    }),
  );
  return restoreId;
};

const find = async (services: Pick<Services, 'store'>, studioId: string, restoreId: string): Promise<Restore> => {
  const found = (await restoresOf(services, studioId)).find((restore) => restore.restoreId === restoreId);
  if (!found) throw new NotFound('There is no such restore.');
  return found;
};

/** The restore once it has ended, or as it is after two seconds. */
const awaitEnd = async (services: Pick<Services, 'store'>, studioId: string, restoreId: string): Promise<Restore> => {
  for (const until = performance.now() + patience; ;) {
    const restore = await find(services, studioId, restoreId);
    if (restore.status !== 'running' || performance.now() > until) return restore;
    await delay(lookMilliseconds);
  }
};

/** Restores a moment. @throws InvalidInput, NotFound, RuleBroken while a restore is running */
export const restoreTo = async (
  services: Requesting,
  context: CommandContext,
  choice: RestoreChoice,
): Promise<Restore> => {
  await refuseImpossible(services, context.studioId, choice);
  return awaitEnd(services, context.studioId, await request(services, context, choice));
};

/** What restoring a moment would do. @throws InvalidInput, NotFound */
export const previewTo = async (
  services: Requesting,
  studioId: string,
  choice: RestoreChoice,
): Promise<RestorePlan> => {
  await refuseImpossible(services, studioId, choice);
  return planPreview(services, studioId, {
    ...choice,
    restoreId: derivedId('7f1c5a52-3c0a-4a4e-9d0b-5a0a52f0a001', studioId),
  });
};

const nameOfChanged = async (services: Requesting, studioId: string, plan: RestorePlan): Promise<string | null> => {
  const person = [...plan.students, ...plan.teachers, ...plan.others].find(({ kind }) => kind !== 'same');
  if (person) return person.name;
  for (const { now, goal } of plan.schedules.values()) {
    if (isRestored(now, goal)) continue;
    const ids = [...new Set([...now.lessons.keys(), ...goal.rows.keys()])];
    const changed = ids.find((id) => !isDeepStrictEqual(now.lessons.get(id), goal.rows.get(id)));
    const row = changed === undefined ? undefined : (now.lessons.get(changed) ?? goal.rows.get(changed));
    return row ? (await lessonTitles(services, studioId))(row) : 'The pending plan';
  }
  return null;
};

/** Undoes the restore that a batch is, if it is one: restores the moment before it. Null for any other batch. @throws RuleBroken */
export const undoRestore = async (
  services: Requesting,
  context: CommandContext,
  batchId: string,
): Promise<Restore | null> => {
  const { studioId } = context;
  const restores = await restoresOf(services, studioId);
  const restore = restores.find(({ metadata }) => metadata.batchId === batchId);
  if (!restore) return null;
  const { restoreId, started, teacherId, status } = restore;
  const ownId = restoreIdOf(context);
  if (restores.some((one) => one.restoreId === ownId)) return awaitEnd(services, studioId, ownId);
  if (status === 'running') return restoreIsRunning();
  if (isUndone(restores, restoreId)) throw new RuleBroken('This change has already been undone.');
  if (started === null) throw new RuleBroken('There is nothing to undo.');
  const name = await nameOfChanged(services, studioId, await planBackTo(services, studioId, restore));
  if (name !== null) throw new RuleBroken(`${name} has changed since then, so this can no longer be undone.`);
  await request(
    services,
    { ...context, undoes: batchId },
    { target: { position: started }, asOf: restore.requestedAt, teacherId, backupId: null, undoes: restoreId },
  );
  return awaitEnd(services, studioId, ownId);
};

type Watching = Pick<Services, 'store' | 'restoreProgress'>;

const progressOf = async (
  { restoreProgress }: Watching,
  studioId: string,
  restore: Restore,
): Promise<RestoreProgress> => {
  const { restoreId: id, status, detail, metadata } = restore;
  const known = await restoreProgress.find(studioId, id);
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

/** How far a restore is. @throws NotFound */
export const findProgress = async (services: Watching, studioId: string, restoreId: string): Promise<RestoreProgress> =>
  progressOf(services, studioId, await find(services, studioId, restoreId));

/** How far the studio's running restore is, if one is running. */
export const listRunning = async (services: Watching, studioId: string): Promise<RestoreProgress[]> => {
  const restores = (await restoresOf(services, studioId)).filter(({ status }) => status === 'running');
  return Promise.all(restores.map((restore) => progressOf(services, studioId, restore)));
};
