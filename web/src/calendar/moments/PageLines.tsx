import { useIsMutating, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { read, restoring } from '../../api/queries.ts';
import { followRestore } from './use-restore.ts';
import { Link, useLocation } from 'react-router-dom';
import { forgetMoment, rememberedMoment } from './left-moment.ts';
import { momentText, usePlace } from './moment-text.ts';

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

/** The pages that no moment of the past has: they say which one was left for them. Any other page of now ends looking back. */
const leavesMoment = (pathname: string, search: string): boolean =>
  pathname === '/planner' || pathname === '/routes' || new URLSearchParams(search).get('tab') === 'invoices';

/** Says on a page without a past which moment was left, and leads back to it. */
const LeftMoment = () => {
  const { pathname, search } = useLocation();
  const place = usePlace();
  const isOfNow = leavesMoment(pathname, search);
  const isOver = !isOfNow && !pathname.startsWith('/moment');
  useEffect(() => {
    if (isOver) forgetMoment();
  }, [isOver]);
  const address = isOfNow ? rememberedMoment() : null;
  const at = address === null ? null : new URL(address, window.location.origin).searchParams.get('at');
  if (address === null || at === null) return null;
  return (
    <aside
      aria-label="The past"
      className="flex flex-wrap items-center gap-x-3 border-b border-line bg-card px-6 py-2 text-ink-2 max-desk:px-4 print:hidden"
    >
      This page shows the present. You were looking at {momentText(at, place)}.
      <Link
        to={address}
        className="relative font-control text-accent after:absolute after:-inset-x-2 after:-inset-y-3 hover:underline"
      >
        Back to it
      </Link>
    </aside>
  );
};

/** What every page says under its header. */
const PageLines = () => (
  <>
    <RestoreLine />
    <LeftMoment />
  </>
);

export default PageLines;
