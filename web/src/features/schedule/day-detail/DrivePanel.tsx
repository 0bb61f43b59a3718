import { Navigation } from 'lucide-react';
import { factLink } from '../../../ui/lists/facts.tsx';
import type { Day } from '../../../calendar/days/day.ts';
import { stopsOf, type Home } from '../../../calendar/days/legs.ts';
import { navigateDay } from '../navigation.ts';

/** Links that open the whole day's drive in a navigation app. */
export const DrivePanel = ({ day, home }: { readonly day: Day; readonly home: Home | null }) => {
  const addresses = stopsOf(day.entries).flatMap(({ address }) => (address === null ? [] : [address]));
  const links = navigateDay(addresses, home?.address ?? null);
  if (links.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-2 print:hidden">
      <span className="flex items-center gap-2">
        <Navigation aria-hidden className="size-4 text-ink-3" strokeWidth={1.75} />
        Navigate the day
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
