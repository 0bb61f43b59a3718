import { backupEvents, type BackupEvent } from '@rondo/contracts/events/backups.ts';
import { instantOf, type Instant } from '@rondo/contracts/calendar/instants.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { eventReader, recordedAtOf } from '@rondo/projections/runner/events.ts';
import type { Position, SourceEvent } from '@rondo/projections/runner/source.ts';
import type { Aggregate } from '../../../platform/commands/aggregate.ts';
import { NotYet } from '../../../platform/kit/errors.ts';
import type { EventStore } from '../../../platform/log/event-store.ts';
import type { CommandHandler } from '../../../platform/commands/command-handler.ts';

declare module '../../../platform/commands/command-handler.ts' {
  interface CommandHandlers {
    readonly restores: CommandHandler<typeof backupEvents, RestoresState>;
  }
}

export const restoreStream = (studioId: string): string => streamName(backupEvents, studioId);

/** The restore that is running, and every restore that has begun. */
type RestoresState = {
  readonly running: string | null;
  readonly requested: ReadonlySet<string>;
  readonly started: ReadonlySet<string>;
};

/** A studio's restores: one at a time. */
export const restoresAggregate: Aggregate<typeof backupEvents, RestoresState> = {
  category: backupEvents,
  stateVersion: 1,
  initialState: () => ({ running: null, requested: new Set(), started: new Set() }),
  evolve: (state, event) => {
    switch (event.type) {
      case 'RestoreRequested': {
        const { restoreId } = event.data;
        return { ...state, running: restoreId, requested: new Set([...state.requested, restoreId]) };
      }
      case 'RestoreStarted':
        return { ...state, started: new Set([...state.started, event.data.restoreId]) };
      case 'RestoreCompleted':
      case 'RestoreFailed':
        return { ...state, running: state.running === event.data.restoreId ? null : state.running };
      case 'BackupTaken':
      case 'BackupDeleted':
      case 'BackupReinstated':
        return state;
    }
  },
};

export type RestoreRequest = Extract<BackupEvent, { type: 'RestoreRequested' }>['data'];

export const restoreIsRunning = (): never => {
  throw new NotYet('A restore is running.');
};

/** @throws RuleBroken while another restore is running */
export const requestRestore =
  (request: RestoreRequest) =>
  ({ running }: RestoresState): BackupEvent[] =>
    running === null ? [{ type: 'RestoreRequested', data: request }] : restoreIsRunning();

export const startRestore =
  (restoreId: string) =>
  ({ running, started }: RestoresState): BackupEvent[] =>
    running !== restoreId || started.has(restoreId) ? [] : [{ type: 'RestoreStarted', data: { restoreId } }];

/** `detail`: why it failed; null when it completed. */
export const endRestore =
  (restoreId: string, detail: string | null) =>
  ({ running }: RestoresState): BackupEvent[] => {
    if (running !== restoreId) return [];
    return detail === null
      ? [{ type: 'RestoreCompleted', data: { restoreId } }]
      : [{ type: 'RestoreFailed', data: { restoreId, detail } }];
  };

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

const read = eventReader(backupEvents);

/** Every restore of a studio, oldest first. */
export const restoresOf = async (store: Pick<EventStore, 'readStream'>, studioId: string): Promise<Restore[]> => {
  const restores = new Map<string, Restore>();
  const change = (restoreId: string, changes: Partial<Restore>): void => {
    const known = restores.get(restoreId);
    if (known) restores.set(restoreId, { ...known, ...changes });
  };
  for (const recorded of await store.readStream(restoreStream(studioId))) {
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
