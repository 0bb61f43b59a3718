import type { BackupEvent } from '@rondo/contracts/events/backups.ts';
import { describe, test } from 'vitest';
import { specification } from '../../../testing/given.ts';
import { backupsAggregate, deleteBackup, restorableBackups, takeBackup } from './state.ts';

const { given } = specification(backupsAggregate);
const data = { backupId: 'fall', name: 'Fall', description: null, counts: { students: 1, teachers: 1, lessons: 1 } };
const taken: BackupEvent = { type: 'BackupTaken', data };
const deleted = (backupId = 'fall'): BackupEvent => ({ type: 'BackupDeleted', data: { backupId } });
const reinstated = (backupId = 'fall'): BackupEvent => ({ type: 'BackupReinstated', data: { backupId } });
const restoreTo =
  (target: Parameters<typeof restorableBackups.restoreTo>[1]) =>
  (state: Parameters<typeof restorableBackups.restoreTo>[0]) =>
    restorableBackups.restoreTo(state, target, { today: '2026-11-23' });

test('a backup is taken and deleted once', () => {
  given().when(takeBackup(data)).then(taken);
  given(taken).when(deleteBackup('fall')).then(deleted());
  given(taken, deleted()).when(deleteBackup('fall')).thenNothing();
});

test('an automatic backup, which nobody took, can be deleted', () =>
  given().when(deleteBackup('automatic')).then(deleted('automatic')));

describe('undoing', () => {
  test('deletes a backup that was taken, and lists it again', () => {
    given(taken).when(restoreTo({})).then(deleted());
    given(taken, deleted())
      .when(restoreTo({ fall: 'listed' }))
      .then(reinstated());
  });

  test('lists an automatic backup again that was deleted', () =>
    given(deleted('automatic')).when(restoreTo({})).then(reinstated('automatic')));

  test('changes nothing that is as it was', () =>
    given(taken, deleted('automatic'))
      .when(restoreTo({ fall: 'listed', automatic: 'deleted' }))
      .thenNothing());
});
