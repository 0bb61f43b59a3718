import { backupEvents, type BackupEvent } from '@rondo/contracts/events/backups.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import type { Aggregate } from '../../../platform/commands/aggregate.ts';
import type { CommandHandler } from '../../../platform/commands/command-handler.ts';
import type { Restorable } from '../../../platform/commands/undo/restorable.ts';

declare module '../../../platform/commands/command-handler.ts' {
  interface CommandHandlers {
    readonly backups: CommandHandler<typeof backupEvents, BackupsState>;
  }
}

export const backupStream = (studioId: string): string => streamName(backupEvents, studioId);

type Listing = 'listed' | 'deleted';

export type BackupsState = {
  /** The backups that were taken, deleted or brought back. An automatic backup is only known once it is deleted. */
  readonly listings: ReadonlyMap<string, Listing>;
  /** The restore that is running. */
  readonly running: string | null;
  /** Every restore that has begun to change something. */
  readonly started: ReadonlySet<string>;
};

/** One studio's backups, which name moments, and its restores, of which one runs at a time. */
export const backupsAggregate: Aggregate<typeof backupEvents, BackupsState> = {
  category: backupEvents,
  stateVersion: 2,
  initialState: () => ({ listings: new Map(), running: null, started: new Set() }),
  evolve: (state, { type, data }) => {
    switch (type) {
      case 'BackupTaken':
      case 'BackupReinstated':
        return { ...state, listings: new Map(state.listings).set(data.backupId, 'listed') };
      case 'BackupDeleted':
        return { ...state, listings: new Map(state.listings).set(data.backupId, 'deleted') };
      case 'RestoreRequested':
        return { ...state, running: data.restoreId };
      case 'RestoreStarted':
        return { ...state, started: new Set(state.started).add(data.restoreId) };
      case 'RestoreCompleted':
      case 'RestoreFailed':
        return { ...state, running: state.running === data.restoreId ? null : state.running };
    }
  },
};

export type BackupTaken = Extract<BackupEvent, { type: 'BackupTaken' }>['data'];

/** Names the present moment. */
export const takeBackup = (data: BackupTaken) => (): BackupEvent[] => [{ type: 'BackupTaken', data }];

/** Deletes a backup, which the caller knows to be listed; deleting it again is a no-op. */
export const deleteBackup =
  (backupId: string) =>
  ({ listings }: BackupsState): BackupEvent[] =>
    listings.get(backupId) === 'deleted' ? [] : [{ type: 'BackupDeleted', data: { backupId } }];

type BackupsContent = Readonly<Record<string, Listing>>;

/** The fewest events that list the backups that were listed and delete the others. */
const restoreBackups = ({ listings }: BackupsState, target: BackupsContent | null): BackupEvent[] =>
  [...listings].flatMap(([backupId, now]): BackupEvent[] => {
    const then = target?.[backupId];
    if (then === now) return [];
    return [{ type: now === 'listed' ? 'BackupDeleted' : 'BackupReinstated', data: { backupId } }];
  });

/** Backups as they can be restored. */
export const restorableBackups: Restorable<typeof backupEvents, BackupsState, BackupsContent> = {
  aggregate: backupsAggregate,
  contentOf: ({ listings }) => Object.fromEntries(listings),
  restoreTo: restoreBackups,
  nameOf: () => 'The list of backups',
};
