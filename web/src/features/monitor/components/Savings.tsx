import type { mapsCacheStats, mapsStatus } from '@rondo/contracts/api/maps-monitor.ts';
import type { ResponseOf } from '@rondo/contracts/api/endpoint.ts';
import { useQuery } from '@tanstack/react-query';
import { MoneyFigure } from '../../../ui/money-figure.tsx';
import { Card } from '../../../ui/panels.tsx';
import { mapsKeyQuery, statusQuery } from '../queries.ts';

const number = new Intl.NumberFormat('en-US');

/** What the server itself asked of the maps service today, and whether it answers. */
const statusText = ({ notice, callsToday, dailyLimit }: ResponseOf<typeof mapsStatus>): string =>
  dailyLimit === null
    ? ''
    : `This server has made ${number.format(callsToday)} of at most ${number.format(dailyLimit)} calls to Mapbox today (UTC). ${notice ?? ''}`;

/** What the caches have saved, and how that is counted. */
export const Savings = ({ stats }: { readonly stats: ResponseOf<typeof mapsCacheStats> }) => {
  const { cacheStats, costSavingsEstimate } = stats;
  const isOffline = useQuery(mapsKeyQuery).data?.apiKey === '';
  const status = useQuery(statusQuery).data;
  return (
    <Card className="flex flex-wrap items-center gap-x-12 gap-y-4 px-6 py-5 max-desk:px-4">
      <h2 className="sr-only">Cost savings</h2>
      <p className="flex items-baseline gap-2">
        <MoneyFigure amount={costSavingsEstimate.estimatedSavingsUSD} currency="USD" />{' '}
        <span className="text-ink-2">saved</span>
      </p>
      <p className="flex items-baseline gap-2">
        <span className="text-figure font-figure">{number.format(cacheStats.totalSavings)}</span>{' '}
        <span className="text-ink-2">{cacheStats.totalSavings === 1 ? 'call not made' : 'calls not made'}</span>
      </p>
      <p className="ml-auto max-w-[58ch] text-pretty text-ink-2 max-wide:ml-0">
        Each answer from the cache counts with Mapbox’s list price for the call that it replaced, as of{' '}
        {costSavingsEstimate.pricesAsOf}.{' '}
        {isOffline &&
          'This server has no Mapbox token: it computes maps offline, for free, and the amount is what Mapbox would have charged.'}
        {status && statusText(status)}
      </p>
    </Card>
  );
};
