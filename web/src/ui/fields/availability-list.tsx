import { shortDayName } from '@rondo/contracts/calendar/dates.ts';
import { Star } from 'lucide-react';
import { openWindows, rangeText, type Window } from '../../lib/availability.ts';

/** A week in words, one line per window; a day's name is on its first line. */
export const AvailabilityList = ({ windows }: { readonly windows: readonly Window[] }) => {
  const open = openWindows(windows);
  if (open.length === 0) return <p className="text-ink-3">No availability</p>;
  return (
    <ul>
      {open.map(({ dayOfWeek, startTime, endTime, isPreferred }, index) => (
        <li key={`${dayOfWeek} ${startTime} ${endTime} ${isPreferred}`} className="flex gap-2 py-0.5">
          <span className="w-8 shrink-0 whitespace-nowrap">
            <span className={open[index - 1]?.dayOfWeek === dayOfWeek ? 'sr-only' : ''}>{shortDayName(dayOfWeek)}</span>
          </span>
          <span className="flex min-w-0 flex-wrap gap-x-2 whitespace-nowrap">
            <span className="tabular-nums">{rangeText({ startTime, endTime })}</span>
            {isPreferred && (
              <span className="inline-flex items-center gap-1 text-small font-control text-accent">
                <Star aria-hidden className="size-3" strokeWidth={2} />
                Preferred
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
};
