import type { CacheFigures } from '@rondo/contracts/api/maps/maps-monitor.ts';
import { moneyText } from '@rondo/contracts/money/money.ts';
import type { LucideIcon } from 'lucide-react';
import { Card } from '../../../ui/lists/panels.tsx';
import { numberText, tenthsText } from '../../../lib/formats.ts';

const keptText = (hours: number): string => {
  if (hours === 1) return '1 hour';
  return hours <= 48 ? `${hours} hours` : `${hours / 24} days`;
};

const Row = ({ term, value }: { readonly term: string; readonly value: string }) => (
  <div className="flex justify-between gap-4 border-b border-line-soft py-2 last:border-b-0 last:pb-0">
    <dt className="text-ink-2">{term}</dt>
    <dd className="font-control tabular-nums">{value}</dd>
  </div>
);

/** One cache: how much it answers by itself, how large it is, and what that saves. */
export const CacheCard = (props: {
  readonly title: string;
  readonly icon: LucideIcon;
  readonly figures: CacheFigures;
}) => {
  const { title, icon: Icon, figures } = props;
  const { cacheSize, hitRate, hits, misses, keptHours, listPriceUSD, savedUSD } = figures;
  return (
    <Card className="p-6 max-desk:p-4">
      <h2 className="flex items-center gap-2.5 text-lead font-strong">
        <Icon aria-hidden className="size-5 shrink-0 text-ink-3" strokeWidth={1.75} />
        {title}
      </h2>
      <p className="mt-3">
        <span className="text-title font-title tabular-nums">{tenthsText(hitRate)}%</span>{' '}
        <span className="text-ink-2">from the cache</span>
      </p>
      <div aria-hidden className="mt-2 flex h-2.5 gap-0.5 *:rounded-[2px]">
        {hitRate > 0 && <span className="bg-accent" style={{ width: `${hitRate}%` }} />}
        {hitRate < 100 && <span className="grow border border-control" />}
      </div>
      <p className="mt-1.5 flex justify-between text-ink-2 tabular-nums">
        <span>
          <b className="font-control text-ink">{numberText(hits)}</b> {hits === 1 ? 'hit' : 'hits'}
        </span>
        <span>
          <b className="font-control text-ink">{numberText(misses)}</b> {misses === 1 ? 'miss' : 'misses'}
        </span>
      </p>
      <dl className="mt-3.5 border-t border-line">
        <Row term="Cached entries" value={numberText(cacheSize)} />
        <Row term="Kept for" value={keptText(keptHours)} />
        <Row term="List price of 1,000 calls" value={moneyText(listPriceUSD, 'USD')} />
        <Row term="Saved" value={moneyText(savedUSD, 'USD')} />
      </dl>
    </Card>
  );
};
