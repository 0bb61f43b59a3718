import type { HistoryEntry } from '@rondo/contracts/api/history/history.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { read } from '../../api/queries.ts';
import { momentText, type StudioTime } from './moment-text.ts';

/** How many batches the slider reaches back. */
const stops = 50;

const recentQuery = { ...read('GET /api/history', { query: { limit: stops } }), staleTime: 0 };

/** The stop that a moment is at or after; -1 before the first. Oldest first. */
const stopAt = (entries: readonly HistoryEntry[], asOf: string): number =>
  entries.findLastIndex(({ at }) => Date.parse(at) <= Date.parse(asOf) + 1);

/** Steps through the last 50 changes, each an equal step. */
export const MomentSlider = (props: {
  readonly asOf: string;
  readonly place: StudioTime;
  readonly onMoment: (asOf: string) => void;
}) => {
  const { asOf, place, onMoment } = props;
  const { data } = useQuery(recentQuery);
  const entries = data?.entries.toReversed() ?? [];
  if (entries.length === 0) return null;
  const stop = stopAt(entries, asOf);
  const go = (to: number): void => {
    const entry = entries[to];
    if (entry) onMoment(entry.at);
  };
  const arrow =
    'grid size-9 shrink-0 place-items-center rounded-control hover:bg-[color-mix(in_oklab,var(--color-paper)_14%,transparent)] focus-visible:outline-paper disabled:opacity-40 max-desk:size-11';
  const at = entries[stop];
  return (
    <div className="flex w-full items-center gap-3">
      <button
        type="button"
        aria-label="The change before"
        className={arrow}
        disabled={stop <= 0}
        onClick={() => go(stop - 1)}
      >
        <ChevronLeft aria-hidden className="size-4" />
      </button>
      <div className="min-w-0 grow">
        <input
          type="range"
          aria-label="Change"
          aria-valuetext={at ? `${momentText(at.at, place)}: ${at.sentence}` : 'Before these changes'}
          min={0}
          max={entries.length - 1}
          value={Math.max(stop, 0)}
          onChange={({ target }) => go(Number(target.value))}
          className="block w-full accent-paper focus-visible:outline-paper max-desk:hidden"
        />
        <p className="truncate text-center text-small">
          {at ? (
            <>
              Change {stop + 1} of {entries.length}: {at.sentence}
            </>
          ) : (
            `Before the last ${entries.length} changes`
          )}
        </p>
      </div>
      <button
        type="button"
        aria-label="The change after"
        className={arrow}
        disabled={stop >= entries.length - 1}
        onClick={() => go(stop + 1)}
      >
        <ChevronRight aria-hidden className="size-4" />
      </button>
    </div>
  );
};
