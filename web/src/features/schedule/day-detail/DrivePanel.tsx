import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { Navigation } from 'lucide-react';
import { phaseOf, type Day } from '../../../calendar/days/day.ts';
import type { DayEntry } from '../../../calendar/days/entry.ts';
import { stopsOf, type Home } from '../../../calendar/days/legs.ts';
import type { Now } from '../../../calendar/now.ts';
import { navigateDay } from '../../../lib/ways.ts';
import { factLink } from '../../../ui/lists/facts.tsx';

/** The stops that a day still has; null before the first one is over, and on other days. */
const restOf = (stops: readonly DayEntry[], date: IsoDate, now: Now): readonly DayEntry[] | null => {
  const left = stops.filter((stop) => phaseOf(stop, date, now) === 'coming');
  return date === now.today && left.length < stops.length ? left : null;
};

/** Links that open the whole day's drive in a navigation app, or what is left of it. */
export const DrivePanel = ({
  day,
  home,
  now,
}: {
  readonly day: Day;
  readonly home: Home | null;
  readonly now: Now;
}) => {
  const stops = stopsOf(day.entries);
  const rest = restOf(stops, day.date, now);
  const addresses = (rest ?? stops).flatMap(({ address }) => (address === null ? [] : [address]));
  const links = navigateDay(addresses, home?.address ?? null, rest ? 'here' : 'home');
  if (links.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-2 print:hidden">
      <span className="flex items-center gap-2">
        <Navigation aria-hidden className="size-4 text-ink-3" strokeWidth={1.75} />
        {rest ? 'Navigate the rest of the day' : 'Navigate the day'}
      </span>
      {links.map(({ label, url }) => (
        <a
          key={label}
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          className={`font-control text-accent ${factLink}`}
        >
          {label}
        </a>
      ))}
    </p>
  );
};
