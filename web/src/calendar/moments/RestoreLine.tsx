import { useIsMutating, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { read, restoring } from '../../api/queries.ts';
import { followRestore } from './use-restore.ts';

/** Asked when the page loads: a restore may have been begun before, or elsewhere. */
const runningQuery = read('GET /api/restores', {});

/** Whether a restore is running. One that another page began is followed here, and its end is reported. */
const useRestoreRunning = (): boolean => {
  const isBegunHere = useIsMutating({ mutationKey: restoring }) > 0;
  const { data: [running] = [] } = useQuery(runningQuery);
  const id = isBegunHere ? undefined : running?.id;
  useEffect(() => {
    if (id === undefined) return undefined;
    const left = new AbortController();
    void followRestore(id, left.signal);
    return () => left.abort();
  }, [id]);
  return isBegunHere || running !== undefined;
};

/** While a restore runs, other changes are refused: every page says so. */
const RestoreLine = () =>
  useRestoreRunning() && (
    <output className="block border-b border-line bg-card px-6 py-2 text-ink-2 max-desk:px-4">
      A restore is running
    </output>
  );

export default RestoreLine;
