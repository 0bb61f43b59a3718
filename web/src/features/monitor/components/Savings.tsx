import { moneyText } from '@rondo/contracts/money/money.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { dayText, usePlace } from '../../../calendar/moments/moment-text.ts';
import { MoneyFigure } from '../../../ui/figures/money-figure.tsx';
import { Card } from '../../../ui/lists/panels.tsx';
import { statusQuery } from '../queries.ts';
import type { AnswerTo } from '../../../api/calls.ts';
import { numberText } from '../../../lib/formats.ts';

const Figure = (props: { readonly figure: ReactNode; readonly word: string; readonly rest: string }) => (
  <p className="grid">
    <span>{props.figure}</span>{' '}
    <span className="text-ink-2">
      <b className="font-control text-ink">{props.word}</b> {props.rest}
    </span>
  </p>
);

/** Since when the figures count. Studios that were counted before Rondo kept that date have none until they clear the caches. */
const sinceText = (since: string | null, hasCounted: boolean, place: Parameters<typeof dayText>[1]): string => {
  if (since !== null) return `since ${dayText(since, place)}`;
  return hasCounted ? 'in all' : '';
};

/** What the caches have saved, what the calls that were made cost, and how both are counted. */
export const Savings = ({ stats }: { readonly stats: AnswerTo<'GET /api/maps-cache-stats'> }) => {
  const { cacheStats, costSavingsEstimate } = stats;
  const { estimatedSavingsUSD, spentUSD, callsMade, since, pricesAsOf } = costSavingsEstimate;
  const place = usePlace();
  const isOffline = useQuery(statusQuery).data?.provider === 'offline';
  const hasCounted = callsMade + cacheStats.totalSavings > 0;
  const whole = moneyText(estimatedSavingsUSD + spentUSD, 'USD');
  return (
    <Card className="flex flex-wrap items-center gap-x-12 gap-y-4 px-6 py-5 max-desk:px-4">
      <h2 className="sr-only">Cost savings</h2>
      <Figure
        figure={<MoneyFigure amount={estimatedSavingsUSD} currency="USD" />}
        word="saved"
        rest={sinceText(since, hasCounted, place)}
      />
      <Figure
        figure={<MoneyFigure amount={spentUSD} currency="USD" />}
        word={isOffline ? 'would have been spent' : 'spent'}
        rest={`on ${numberText(callsMade)} ${callsMade === 1 ? 'call' : 'calls'}`}
      />
      <Figure
        figure={<span className="text-figure font-figure">{numberText(cacheStats.totalSavings)}</span>}
        word={cacheStats.totalSavings === 1 ? 'call' : 'calls'}
        rest="not made"
      />
      <p className="ml-auto max-w-[58ch] text-pretty text-ink-2 max-wide:ml-0">
        Each answer from the cache counts with Mapbox’s list price for the call that it replaced, as of {pricesAsOf}.{' '}
        {isOffline
          ? `This server computes maps offline, for free. With Mapbox and without the cache, the same work would have cost ${whole}.`
          : `Without the cache, the same work would have cost ${whole}.`}
        {since === null &&
          hasCounted &&
          ' The date on which counting began was not kept; it is, once the caches are cleared.'}
      </p>
    </Card>
  );
};
