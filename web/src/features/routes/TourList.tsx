import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatDuration, formatTime } from '@rondo/contracts/calendar/times.ts';
import { Hourglass } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { studentPath } from '../../lib/people.ts';
import { counted } from '../../lib/texts.ts';
import { cn } from '../../ui/cn.ts';
import { scrollWithin } from '../../ui/scroll-within.ts';
import { TourSign } from '../../map/marks.tsx';
import type { Tour, TourStop } from './tours.ts';

/** "13.1 mi". */
const milesText = (miles: number): string => `${miles.toFixed(1)}\u00A0mi`;

const Stop = ({ stop: { entry, sign, where }, tour }: { readonly stop: TourStop; readonly tour: Tour }) => (
  <li
    className={cn(
      'relative grid min-h-11 items-center gap-x-3 border-b border-line-soft px-4 py-1 last:border-b-0',
      tour.driver.initials === ''
        ? 'grid-cols-[40px_68px_minmax(0,1fr)_auto]'
        : 'grid-cols-[54px_68px_minmax(0,1fr)_auto]',
    )}
  >
    <TourSign text={sign} day={tour.day} pending={entry.state === 'pending'} />
    <span className="tabular-nums">{formatTime(entry.start)}</span>
    <span className="min-w-0">
      <span className="block truncate font-strong">
        {entry.studentId === null ? (
          entry.title
        ) : (
          // The name is cut where it has no room, so its target on phones is the row.
          <Link
            to={studentPath(entry.studentId)}
            className="hover:underline max-desk:after:absolute max-desk:after:inset-0"
          >
            {entry.title}
          </Link>
        )}
      </span>
      <span className="flex flex-wrap gap-x-2 text-small text-ink-3">
        <span className="min-w-0 truncate">{where === '' ? 'No address' : where}</span>
        {entry.state === 'pending' && (
          <span className="inline-flex items-center gap-1 font-control whitespace-nowrap text-accent">
            <Hourglass aria-hidden className="size-3" strokeWidth={2} />
            Pending
          </span>
        )}
        {entry.kind === 'appointment' && <span className="font-control whitespace-nowrap">Appointment</span>}
      </span>
    </span>
    <span className="text-right text-ink-2 tabular-nums">{formatDuration(entry.end - entry.start)}</span>
  </li>
);

const TourSection = (props: {
  readonly tour: Tour;
  readonly miles: number | null;
  /** The first tour of the chosen day. */
  readonly first: boolean;
  readonly faint: boolean;
}) => {
  const { tour, miles, first, faint } = props;
  const { driver, names } = tour;
  const several = driver.initials !== '';
  const head = useRef<HTMLElement>(null);
  useEffect(() => {
    const list = head.current?.parentElement;
    if (first && head.current && list) scrollWithin(list, head.current, 'start');
  }, [first]);
  const totals = [
    tour.driving === null ? '–' : formatDuration(tour.driving),
    ...(miles === null ? [] : [milesText(miles)]),
  ].join(', ');
  return (
    <section
      ref={head}
      aria-label={several ? `${names.long}, ${driver.name}` : names.long}
      className={cn(faint && 'text-ink-3')}
    >
      <header className="sticky top-0 z-1 flex min-h-10 items-center gap-2.5 border-b border-line-soft bg-paper px-4">
        <h2 className="min-w-0 truncate font-strong">
          {names.long}
          {several && <span className="ml-2 font-normal text-ink-2">{driver.name}</span>}
        </h2>
        <span className="whitespace-nowrap text-ink-2">{counted(tour.lessons, 'lesson')}</span>
        <span className="ml-auto whitespace-nowrap text-ink-2 tabular-nums">{totals}</span>
      </header>
      <ol
        aria-label={`${names.long}, ${driver.name}`}
        // What is scrolled out of sight is not laid out.
        className="[contain-intrinsic-height:auto_calc(var(--stops)*45px)] [content-visibility:auto]"
        style={{ '--stops': tour.stops.length }}
      >
        {tour.stops.map((stop) => (
          <Stop key={stop.entry.id} stop={stop} tour={tour} />
        ))}
      </ol>
    </section>
  );
};

const listClasses = 'overflow-auto rounded-card border border-line bg-card wide:h-full';

/** The stops of a week by weekday, in driving order; it scrolls to the chosen day. */
export const TourList = memo(
  (props: {
    readonly tours: readonly Tour[];
    /** In the order of the tours; null where they are not known. */
    readonly miles: readonly (number | null)[];
    readonly chosen: IsoDate | null;
  }) => (
    // Focusable, so that it scrolls from the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section tabIndex={0} aria-label="Stops by weekday" className={listClasses}>
      {props.tours.map((tour, i) => (
        <TourSection
          key={tour.id}
          tour={tour}
          miles={props.miles[i] ?? null}
          first={tour === props.tours.find(({ date }) => date === props.chosen)}
          faint={props.chosen !== null && tour.date !== props.chosen}
        />
      ))}
    </section>
  ),
);
