import { listLessons, undo } from '@rondo/contracts/api/lessons.ts';
import { listReports } from '@rondo/contracts/api/planner.ts';
import { command } from '../../lib/client.ts';
import { invalidate, queryClient } from '../../lib/queries.ts';
import { toast, type Toast } from '../../ui/toast.tsx';

// The changes of this visit that can still be undone, oldest first. Among the studio's data, so that they go with the user.
const key = ['undoable batches'] as const;
queryClient.setQueryDefaults(key, { gcTime: Infinity });

const undoable = (): readonly string[] => queryClient.getQueryData<readonly string[]>(key) ?? [];
const keepOnly = (batches: readonly string[]): void => {
  queryClient.setQueryData<readonly string[]>(key, batches);
};

/** Everything that a change of the schedule shows in. */
export const scheduleChanged = (): Promise<void> => invalidate(listLessons, listReports);

const onTheirWay = new Set<string>();

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Takes a batch back; what that did can be taken back too. A second click while it is on its way does nothing. */
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
        run: () => void takeBack(newBatch, { done: 'Done again', again: 'Undo' }),
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

/** Takes back the newest change of this visit that still can be. */
export const undoNewest = (): void => {
  const newest = undoable().at(-1);
  if (newest === undefined) toast({ title: 'Nothing to undo', tone: 'neutral' });
  else void undoBatch(newest);
};

/** Says what a command did and offers to undo it. A command that changed nothing has no batch. */
export const announce = (said: Toast, batchId: string | null): void => {
  if (batchId === null) {
    toast(said);
    return;
  }
  keepOnly([...undoable().filter((other) => other !== batchId), batchId]);
  toast({ ...said, action: { label: 'Undo', run: () => void undoBatch(batchId) } });
};
