import type { CacheFigures } from '@rondo/contracts/api/maps/maps-monitor.ts';
import { useQuery } from '@tanstack/react-query';
import {
  Car,
  Eraser,
  MapPin,
  RefreshCw,
  Route,
  Search,
  Trash2,
  CircleAlert,
  CircleCheck,
  TriangleAlert,
} from 'lucide-react';
import { commandAnswered } from '../../api/client.ts';
import { act, useAction } from '../../api/commands/command.ts';
import { queryClient } from '../../api/queries.ts';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/overlays/confirm.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Skeleton, WhileLoading, Card } from '../../ui/lists/panels.tsx';
import { QueryState } from '../../ui/lists/query-state.tsx';
import { CacheCard } from './components/CacheCard.tsx';
import { Savings } from './components/Savings.tsx';
import { statsQuery, statusQuery, statsInterval } from './queries.ts';
import { useEffect, useState } from 'react';
import { cn } from '../../ui/cn.ts';
import type { AnswerTo } from '../../api/calls.ts';
import { numberText } from '../../lib/formats.ts';

/** The part of a day's calls from which on the limit is near. */
const near = 0.9;

type Status = AnswerTo<'GET /api/maps/status'>;

const fallBack = 'Past the limit, or when Mapbox is away, drives are estimated and marked approximate.';

const stateOf = ({ provider, notice, callsToday, dailyLimit }: Status) => {
  if (provider === 'offline' || dailyLimit === null)
    return {
      icon: CircleCheck,
      tone: 'text-ok',
      title: 'Maps work offline.',
      text: 'This server has no Mapbox token: drives are estimated from the distance.',
    };
  const used = `${numberText(callsToday)} of today’s ${numberText(dailyLimit)} calls are used (UTC).`;
  if (notice !== null)
    return {
      icon: CircleAlert,
      tone: 'text-bad',
      title: 'Estimates replace Mapbox’s answers now.',
      text: `${notice} ${used}`,
    };
  if (callsToday >= near * dailyLimit)
    return {
      icon: TriangleAlert,
      tone: 'text-warn',
      title: 'The limit of calls is near.',
      text: `${used} ${fallBack}`,
    };
  return { icon: CircleCheck, tone: 'text-ok', title: 'Mapbox answers.', text: `${used} ${fallBack}` };
};

/** Whether the maps service answers, and how many of the day's calls are left. */
const ServiceState = () => {
  const status = useQuery(statusQuery).data;
  if (!status) return null;
  const { icon: Icon, tone, title, text } = stateOf(status);
  return (
    <Card className="mt-4 flex items-start gap-3 px-6 py-3 max-desk:px-4">
      <Icon aria-hidden className={cn('size-5 shrink-0', tone)} strokeWidth={1.75} />
      <p className="text-pretty text-ink-2">
        <b className="font-strong text-ink">{title}</b> {text}
      </p>
    </Card>
  );
};

const second = 1000;

/** "Updated 12 s ago, every 30 s". */
/** Null: not loaded yet; its place is kept, so that nothing moves. */
const UpdatedAgo = ({ at }: { readonly at: number | null }) => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), second);
    return () => clearInterval(timer);
  }, []);
  const ago = at === null ? 0 : Math.max(0, Math.round((now - at) / second));
  return (
    <span
      className={cn(
        'self-center text-small font-small text-ink-3 tabular-nums max-desk:w-full max-desk:flex-none! max-desk:px-0!',
        at === null && 'invisible',
      )}
    >
      Updated {ago === 0 ? 'just now' : `${ago} s ago`}, every {statsInterval / second} s
    </span>
  );
};

/** The caches work in the background, so every visit asks again. */
export const prefetch = async (): Promise<void> => {
  await Promise.all([
    queryClient.prefetchQuery({ ...statsQuery, staleTime: 0 }),
    // It decides how the savings are explained.
    queryClient.prefetchQuery({ ...statusQuery, staleTime: 0 }),
  ]);
};

const cards = 'grid grid-cols-3 gap-4 max-wide:grid-cols-1';
const fourCards = 'grid grid-cols-2 gap-4 max-wide:grid-cols-1';

const wasUsed = ({ hits, misses }: CacheFigures): boolean => hits + misses > 0;

const Waiting = () => (
  <WhileLoading label="Loading the figures">
    <Skeleton className="mb-4 h-24" />
    <div className={cards}>
      <Skeleton className="h-76" />
      <Skeleton className="h-76" />
      <Skeleton className="h-76" />
    </div>
  </WhileLoading>
);

/** The cache is no part of the event log, so there is no undo. */
const clearCaches = () =>
  act(() => commandAnswered('POST /api/maps-cache/clear', {}), {
    done: ({ message }) => ({ title: 'Cache Cleared', description: message }),
    failed: 'Clear Failed',
  });

const useCleanCaches = () =>
  useAction(() => commandAnswered('POST /api/maps-cache/cleanup', {}), {
    done: ({ message }) => ({ title: 'Cache Cleaned', description: message }),
    failed: 'Cleanup Failed',
  });

const confirmClearing = (): void =>
  confirm({
    title: 'Clear all caches?',
    text: (
      <p>
        Every drive time, address and suggestion that your studio has looked up is looked up again when it is next
        needed, and the figures on this page start at zero. You cannot undo this.
      </p>
    ),
    action: 'Clear All Caches',
    danger: true,
    run: clearCaches,
  });

const MonitorPage = () => {
  const stats = useQuery(statsQuery);
  const clean = useCleanCaches();
  return (
    <>
      <title>API Monitor - Rondo</title>
      <PageHead
        title="API Monitor"
        actions={
          <>
            <UpdatedAgo at={stats.data ? stats.dataUpdatedAt : null} />
            <Button icon={RefreshCw} onClick={() => void stats.refetch()}>
              Refresh
            </Button>
            <Button icon={Eraser} loading={clean.isPending} onClick={() => void clean.send()}>
              Clean Expired Entries
            </Button>
            <Button icon={Trash2} kind="danger" onClick={confirmClearing}>
              Clear All Caches
            </Button>
          </>
        }
      />
      <QueryState query={stats} failed="The figures did not load." waiting={<Waiting />}>
        {(loaded) => (
          <>
            <Savings stats={loaded} />
            <div className={`${wasUsed(loaded.cacheStats.roads) ? fourCards : cards} mt-4`}>
              <CacheCard title="Drive time" icon={Car} figures={loaded.cacheStats.driveTime} />
              <CacheCard title="Geocoding" icon={MapPin} figures={loaded.cacheStats.geocode} />
              <CacheCard title="Address suggestions" icon={Search} figures={loaded.cacheStats.suggestions} />
              {wasUsed(loaded.cacheStats.roads) && (
                <CacheCard title="Drawn roads" icon={Route} figures={loaded.cacheStats.roads} />
              )}
            </div>
            <ServiceState />
          </>
        )}
      </QueryState>
    </>
  );
};

export default MonitorPage;
