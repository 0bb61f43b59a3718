import type { HistoryEntry } from '@rondo/contracts/api/history/history.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { read } from '../../api/queries.ts';
import { cn } from '../../ui/cn.ts';
import { momentText, type StudioTime } from './moment-text.ts';

/** How many batches the slider reaches back. */
const stops = 50;

const recentQuery = { ...read('GET /api/history', { query: { limit: stops } }), staleTime: 0 };

/** The stop that a moment is at or after; -1 before the first. Oldest first. */
const stopAt = (entries: readonly HistoryEntry[], asOf: string): number =>
  entries.findLastIndex(({ at }) => Date.parse(at) <= Date.parse(asOf) + 1);

/** The stops that have room for their date: the first of a day, at least so much of the line after the one before, and before "Now". */
const leastApart = 0.09;

/** The day of each stop that says it, null elsewhere. */
const dayLabels = (entries: readonly HistoryEntry[], { timeZone, today }: StudioTime): (string | null)[] => {
  const dates = entries.map(({ at }) => wallClock(Date.parse(at), timeZone).date);
  let last = -leastApart;
  return dates.map((date, i) => {
    const place = i / dates.length;
    if (date === dates[i - 1] || place - last < leastApart || place > 1 - leastApart) return null;
    last = place;
    return date === today ? 'Today' : shortDate(date).replace(/^\w+, /, '');
  });
};

const at = (place: number) => ({ left: `${100 * place}%` });

/** A note for each change, evenly spaced, with the day where one begins, and a hollow one for now. */
const Line = (props: { readonly labels: readonly (string | null)[]; readonly stop: number }) => {
  const { labels, stop } = props;
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0">
      <i className="absolute inset-x-0 top-2.5 h-px bg-[color-mix(in_oklab,var(--color-paper)_50%,var(--color-ink))]" />
      {labels.map((label, i) => (
        // The stops never change places.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={i} className="absolute top-0" style={at(i / labels.length)}>
          <i
            className={cn(
              'absolute top-2.5 -translate-1/2 rounded-full',
              i === stop
                ? 'size-4.5 bg-paper ring-4 ring-ink'
                : 'h-[7px] w-2.5 -rotate-18 bg-[color-mix(in_oklab,var(--color-paper)_76%,var(--color-ink))]',
            )}
          />
          {label !== null && (
            <span
              className={cn(
                'absolute top-5.5 -translate-x-1/2 text-small whitespace-nowrap',
                i === stop ? 'font-strong' : 'font-small',
                i === 0 && 'translate-x-[-8px]',
              )}
            >
              {label}
            </span>
          )}
        </span>
      ))}
      <i className="absolute top-2.5 left-full h-[7px] w-2.5 -translate-1/2 -rotate-18 rounded-full border border-paper bg-ink" />
      <span className="absolute top-5.5 right-0 translate-x-2 text-small font-small">Now</span>
    </div>
  );
};

/** Steps through the last 50 changes, each an equal step, to now. */
export const MomentSlider = (props: {
  readonly asOf: string;
  readonly place: StudioTime;
  readonly onMoment: (asOf: string) => void;
}) => {
  const { asOf, place, onMoment } = props;
  const { data, isPending } = useQuery(recentQuery);
  const navigate = useNavigate();
  const entries = data?.entries.toReversed() ?? [];
  // Its place is kept, so that nothing moves once the history is there.
  if (isPending) return <div className="h-[58px] w-full max-desk:h-11" />;
  if (entries.length === 0) return null;
  const stop = stopAt(entries, asOf);
  const go = (to: number): void => {
    const entry = entries[to];
    if (entry) onMoment(entry.at);
    else void navigate('/schedule');
  };
  const arrow =
    'grid size-9 shrink-0 place-items-center rounded-control hover:bg-[color-mix(in_oklab,var(--color-paper)_14%,transparent)] focus-visible:outline-paper disabled:opacity-40 max-desk:size-11';
  const change = entries[stop];
  const isLast = stop === entries.length - 1;
  return (
    <div className="flex w-full items-start gap-4 max-desk:items-center max-desk:gap-1">
      <button
        type="button"
        aria-label="The change before"
        className={cn(arrow, 'desk:-mt-2')}
        disabled={stop <= 0}
        onClick={() => go(stop - 1)}
      >
        <ChevronLeft aria-hidden className="size-4" />
      </button>
      <div className="min-w-0 grow">
        <div className="relative h-10 rounded-control focus-within:outline-2 focus-within:outline-offset-4 focus-within:outline-paper max-desk:hidden">
          <Line labels={dayLabels(entries, place)} stop={stop} />
          <input
            type="range"
            aria-label="Change"
            aria-valuetext={change ? `${momentText(change.at, place)}: ${change.sentence}` : 'Before these changes'}
            min={0}
            max={entries.length}
            value={Math.max(stop, 0)}
            onChange={({ target }) => go(Number(target.value))}
            className="absolute -inset-x-2 top-0 m-0 h-5 cursor-pointer opacity-0"
          />
        </div>
        <p className="truncate text-center text-small">
          {change ? (
            <>
              Change {stop + 1} of {entries.length}: {change.sentence}
            </>
          ) : (
            `Before the last ${entries.length} changes`
          )}
        </p>
      </div>
      <button
        type="button"
        aria-label={isLast ? 'Back to now' : 'The change after'}
        className={cn(arrow, 'desk:-mt-2')}
        onClick={() => go(stop + 1)}
      >
        <ChevronRight aria-hidden className="size-4" />
      </button>
    </div>
  );
};
