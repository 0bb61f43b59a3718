import type { RestoreProgress } from '@rondo/contracts/api/history/backups.ts';
import { queryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { CallFailed } from '../../api/call-failed.ts';
import { batchesIn, call, commandAnswered } from '../../api/client.ts';
import { act, failure, useAction } from '../../api/commands/command.ts';
import { keyOf, restoring } from '../../api/queries.ts';
import { stream } from '../../api/stream.ts';
import type { MomentRef } from './moment-text.ts';

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
const restoreEnded = async (
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

/** A restore changes everything; one that failed may have changed something. */
const restoreWords = {
  done: 'Schedule restored',
  failed: failure('Error', 'Failed to restore backup. Please try again.'),
  changesAll: true,
} as const;

/** Follows a restore that another page began, and reports its end unless this page is left. */
export const followRestore = async (id: string, signal: AbortSignal): Promise<void> => {
  const end = restoreEnded(id, () => undefined, signal);
  await end.catch(() => undefined);
  if (!signal.aborted)
    await act(async () => {
      const answer = await end;
      return { answer, batches: batchesIn(answer), calls: [] };
    }, restoreWords);
};

/** Restores a moment. It continues, and reports its end, even when its dialog is closed. */
export const useRestore = (moment: MomentRef) => {
  const [progress, setProgress] = useState<RestoreProgress | null>(null);
  const run = async (teacherId: string | null) => {
    try {
      const done = await begin(moment, teacherId);
      if (done.answer.status !== 'completed')
        await restoreEnded(done.answer.restoreId, setProgress, new AbortController().signal);
      return done;
    } finally {
      setProgress(null);
    }
  };
  const { send: restore, isPending } = useAction(run, restoreWords, { key: restoring });
  return { restore, isPending, progress };
};
