import { listLessons } from '@rondo/contracts/api/lessons.ts';
import { listReports } from '@rondo/contracts/api/planner.ts';
import { undo } from '@rondo/contracts/api/undo.ts';
import { command } from '../../lib/client.ts';
import { invalidate, queryClient } from '../../lib/queries.ts';
import { toast, type Toast } from '../../ui/toast.tsx';

// The changes of this visit that can still be undone, oldest first. Stored with the studio's data, so that they are removed with the user's.
const key = ['undoable batches'] as const;
queryClient.setQueryDefaults(key, { gcTime: Infinity });

const undoable = (): readonly string[] => queryClient.getQueryData<readonly string[]>(key) ?? [];
const keepOnly = (batches: readonly string[]): void => {
  queryClient.setQueryData<readonly string[]>(key, batches);
};

/** Invalidates every query that a schedule change affects. */
export const scheduleChanged = (): Promise<void> => invalidate(listLessons, listReports);

const onTheirWay = new Set<string>();

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Undoes a batch; the undo can be undone too. Ignores a second click while the first is pending. */
const takeBack = async (batchId: string, words: { done: string; again: string }): Promise<void> => {
  if (onTheirWay.has(batchId)) return;
  onTheirWay.add(batchId);
  keepOnly(undoable().filter((other) => other !== batchId));
  try {
    const done = await command(undo, { body: { batchId } });
    const newBatch = done.batchId ?? batchId;
    await scheduleChanged();
    toast({
      title: words.done,
      action: {
        label: words.again,
        run: () => void takeBack(newBatch, { done: 'Redone', again: 'Undo' }),
      },
    });
  } catch (error) {
    await scheduleChanged();
    toast({ title: 'This could not be undone', description: messageOf(error), tone: 'destructive' });
  } finally {
    onTheirWay.delete(batchId);
  }
};

const undoBatch = (batchId: string): Promise<void> => takeBack(batchId, { done: 'Undone', again: 'Redo' });

/** Undoes the newest change of this visit that can still be undone. */
export const undoNewest = (): void => {
  const newest = undoable().at(-1);
  if (newest === undefined) toast({ title: 'Nothing to undo', tone: 'neutral' });
  else void undoBatch(newest);
};

/** Reports what a command did and offers to undo it. A command that changed nothing has no batch. */
export const announce = (said: Toast, batchId: string | null): void => {
  if (batchId === null) {
    toast(said);
    return;
  }
  keepOnly([...undoable().filter((other) => other !== batchId), batchId]);
  toast({ ...said, action: { label: 'Undo', run: () => void undoBatch(batchId) } });
};
