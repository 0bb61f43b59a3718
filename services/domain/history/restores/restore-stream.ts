import { backupEvents, type BackupEvent } from '@rondo/contracts/events/backups.ts';
import { instantOf, type Instant } from '@rondo/contracts/calendar/instants.ts';
import { eventReader, recordedAtOf } from '@rondo/projections/runner/events.ts';
import type { Position, SourceEvent } from '@rondo/projections/runner/source.ts';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { NotYet } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { backupStream, type BackupsState } from '../backups/state.ts';

export type RestoreRequest = Extract<BackupEvent, { type: 'RestoreRequested' }>['data'];

export const restoreIsRunning = (): never => {
  throw new NotYet('A restore is running.');
};

/** @throws RuleBroken while another restore is running */
export const requestRestore =
  (request: RestoreRequest) =>
  ({ running }: BackupsState): BackupEvent[] =>
    running === null ? [{ type: 'RestoreRequested', data: request }] : restoreIsRunning();

export const startRestore =
  (restoreId: string) =>
  ({ running, started }: BackupsState): BackupEvent[] =>
    running !== restoreId || started.has(restoreId) ? [] : [{ type: 'RestoreStarted', data: { restoreId } }];

/** `detail`: why it failed; null when it completed. */
export const endRestore =
  (restoreId: string, detail: string | null) =>
  ({ running }: BackupsState): BackupEvent[] => {
    if (running !== restoreId) return [];
    return detail === null
      ? [{ type: 'RestoreCompleted', data: { restoreId } }]
      : [{ type: 'RestoreFailed', data: { restoreId, detail } }];
  };

/** A restore that is given up. The message is a sentence for the user. */
export class GivenUp extends Error {}

/** A restore as the log has it. */
export type Restore = RestoreRequest & {
  readonly metadata: SourceEvent['metadata'];
  readonly requestedAt: Instant;
  readonly status: 'running' | 'completed' | 'failed';
  readonly detail: string | null;
  /** Where it began to change something, and where it ended. */
  readonly started: Position | null;
  readonly ended: Position | null;
};

/** The commands of a restore; each part of it has an id of its own. */
export const contextOf = ({ restoreId, metadata }: Restore, part: string): CommandContext => {
  const { studioId, actor, correlationId, batchId, undoes } = metadata;
  return {
    studioId,
    actor,
    correlationId,
    batchId,
    commandId: derivedId(restoreId, part),
    causationId: restoreId,
    undoes,
    passesFences: true,
  };
};

const read = eventReader(backupEvents);

/** Every restore of a studio, oldest first. */
export const restoresOf = async ({ store }: Pick<Services, 'store'>, studioId: string): Promise<Restore[]> => {
  const restores = new Map<string, Restore>();
  const change = (restoreId: string, changes: Partial<Restore>): void => {
    const known = restores.get(restoreId);
    if (known) restores.set(restoreId, { ...known, ...changes });
  };
  for (const recorded of await store.readStream(backupStream(studioId))) {
    const { metadata, position } = recorded;
    const { type, data } = read(recorded);
    if (type === 'RestoreRequested')
      restores.set(data.restoreId, {
        ...data,
        metadata,
        requestedAt: instantOf(recordedAtOf(recorded)),
        status: 'running',
        detail: null,
        started: null,
        ended: null,
      });
    if (type === 'RestoreStarted') change(data.restoreId, { started: position });
    if (type === 'RestoreCompleted') change(data.restoreId, { status: 'completed', ended: position });
    if (type === 'RestoreFailed') change(data.restoreId, { status: 'failed', detail: data.detail, ended: position });
  }
  return [...restores.values()];
};
