import type { RestoreProgress } from '@rondo/contracts/api/backups.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { CallFailed, reasonOr } from '../../api/call-failed.ts';
import { call, commandAnswered } from '../../api/client.ts';
import { keyOf, restoring } from '../../api/queries.ts';
import { stream } from '../../api/stream.ts';
import { announce, studioChanged } from '../../api/commands/undo.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import type { MomentRef } from './address.ts';

/** What a restore would change: asked again whenever it is shown. `teacherId`: only this teacher's schedule. */
export const previewQuery = ({ asOf, backupId }: MomentRef, teacherId: string | null) => {
  const query = {
    ...(backupId === null ? { asOf } : { backupId }),
    ...(teacherId === null ? {} : { teacherId }),
  };
  return queryOptions({
    queryKey: keyOf('GET /api/restore/preview', { query }),
    queryFn: ({ signal }) => call('GET /api/restore/preview', { query }, signal),
    staleTime: 0,
    gcTime: 0,
  });
};

const begin = ({ asOf, backupId }: MomentRef, teacherId: string | null) =>
  backupId !== null && teacherId === null
    ? commandAnswered('POST /api/backups/:id/restore', { params: { id: backupId } })
    : commandAnswered('POST /api/restore', { body: { asOf, ...(teacherId === null ? {} : { teacherId }) } });

/** Follows a restore to its end. @throws CallFailed if it failed */
export const restoreEnded = async (
  id: string,
  onProgress: (progress: RestoreProgress) => void,
  signal: AbortSignal,
): Promise<RestoreProgress> => {
  const { answer } = await stream(
    'GET /api/restores/:id',
    { params: { id } },
    (_, progress) => onProgress(progress),
    signal,
  );
  if (answer.status === 'failed') throw new CallFailed(409, answer.detail);
  return answer;
};

export const sayRestored = async (batchId: string | null): Promise<void> => {
  await studioChanged();
  announce({ title: 'Schedule restored' }, batchId);
};

export const sayNotRestored = async (error: unknown): Promise<void> => {
  // A restore that was given up may have changed something.
  await studioChanged();
  toast({
    title: 'Error',
    description: reasonOr(error, 'Failed to restore backup. Please try again.'),
    tone: 'destructive',
  });
};

/** Restores a moment. It continues, and reports its end, even when its dialog is closed. */
export const useRestore = (moment: MomentRef) => {
  const [progress, setProgress] = useState<RestoreProgress | null>(null);
  const mutation = useMutation({
    mutationKey: restoring,
    mutationFn: async (teacherId: string | null): Promise<string | null> => {
      const { answer, batchId } = await begin(moment, teacherId);
      if (answer.status !== 'completed')
        await restoreEnded(answer.restoreId, setProgress, new AbortController().signal);
      return batchId;
    },
    onSuccess: sayRestored,
    onError: sayNotRestored,
    onSettled: () => setProgress(null),
  });
  return { restore: mutation.mutateAsync, isPending: mutation.isPending, progress };
};
