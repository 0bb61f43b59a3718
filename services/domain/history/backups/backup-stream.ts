import { backupEvents, type BackupEvent } from '@rondo/contracts/events/backups.ts';
import type { Aggregate } from '../../../platform/commands/aggregate.ts';
import type { CommandHandler } from '../../../platform/commands/command-handler.ts';
import type { Restorable } from '../../../platform/commands/undo/restorable.ts';

declare module '../../../platform/commands/command-handler.ts' {
  interface CommandHandlers {
    readonly backups: CommandHandler<typeof backupEvents, BackupsState>;
  }
}

type Listing = 'listed' | 'deleted';

/** The backups of one studio that were taken, deleted or brought back. An automatic backup is only known once it is deleted. */
type BackupsState = ReadonlyMap<string, Listing>;

export type BackupsHandler = CommandHandler<typeof backupEvents, BackupsState>;

/** The names of moments that a person gave, and the moments that a person no longer wants to see. */
export const backupsAggregate: Aggregate<typeof backupEvents, BackupsState> = {
  category: backupEvents,
  stateVersion: 1,
  initialState: () => new Map(),
  evolve: (state, event) => {
    switch (event.type) {
      case 'BackupTaken':
      case 'BackupReinstated':
        return new Map(state).set(event.data.backupId, 'listed');
      case 'BackupDeleted':
        return new Map(state).set(event.data.backupId, 'deleted');
      case 'RestoreRequested':
      case 'RestoreStarted':
      case 'RestoreCompleted':
      case 'RestoreFailed':
        return state;
    }
  },
};

export type BackupTaken = Extract<BackupEvent, { type: 'BackupTaken' }>['data'];

/** Names the present moment. */
export const takeBackup = (data: BackupTaken) => (): BackupEvent[] => [{ type: 'BackupTaken', data }];

/** Deletes a backup, which the caller knows to be listed; deleting it again is a no-op. */
export const deleteBackup =
  (backupId: string) =>
  (state: BackupsState): BackupEvent[] =>
    state.get(backupId) === 'deleted' ? [] : [{ type: 'BackupDeleted', data: { backupId } }];

type BackupsContent = Readonly<Record<string, Listing>>;

/** The fewest events that list the backups that were listed and delete the others. */
const restoreBackups = (state: BackupsState, target: BackupsContent | null): BackupEvent[] =>
  [...state].flatMap(([backupId, now]): BackupEvent[] => {
    const then = target?.[backupId];
    if (then === now) return [];
    return [{ type: now === 'listed' ? 'BackupDeleted' : 'BackupReinstated', data: { backupId } }];
  });

/** Backups as they can be restored. */
export const restorableBackups: Restorable<typeof backupEvents, BackupsState, BackupsContent> = {
  aggregate: backupsAggregate,
  contentOf: (state) => Object.fromEntries(state),
  restoreTo: restoreBackups,
  nameOf: () => 'The list of backups',
};
