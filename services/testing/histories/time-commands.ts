import { mark, previewSaysWhatUndoDoes, previewShowsWhatRestoreDoes } from './checks.ts';
import type { Command } from './visited-studio.ts';

const undo =
  (batches: readonly string[]): Command =>
  async (studio) => {
    const batchId = studio.one(batches.length === 0 ? studio.batches : batches);
    if (batchId !== undefined) await previewSaysWhatUndoDoes(studio, batchId);
  };

export const timeCommands: Readonly<Record<string, Command>> = {
  'undo the last change': (studio) => undo(studio.batches.slice(-1))(studio),
  'undo a recent change': (studio) => undo(studio.batches.slice(-6))(studio),
  'undo a restore': async (studio) => {
    const batchId = studio.restores.at(-1);
    if (batchId === undefined) return;
    await studio.call('POST', '/api/undo', { batchId });
    await mark(studio);
  },
  'take a backup': async (studio) => {
    await studio.call('POST', '/api/backups', { name: `Backup ${studio.told.length}` });
  },
  'restore a backup': async (studio) => {
    const backup = studio.one(await studio.list<{ id: string }>('/api/backups'));
    if (backup) await previewShowsWhatRestoreDoes(studio, { backupId: backup.id });
  },
  'restore a moment': async (studio) => {
    const mark = studio.one(studio.marks.slice(-4));
    if (mark) await previewShowsWhatRestoreDoes(studio, { asOf: mark.asOf });
  },
  'restore a moment for one teacher': async (studio) => {
    const [mark, teacher] = [studio.one(studio.marks), studio.one(await studio.teachers())];
    if (mark && teacher) await previewShowsWhatRestoreDoes(studio, { asOf: mark.asOf, teacherId: teacher.id });
  },
};
