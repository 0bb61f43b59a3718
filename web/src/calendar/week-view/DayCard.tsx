import { dayOfWeekOf, longDayName, shortDayName, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Interval } from '@rondo/contracts/calendar/intervals.ts';
import { formatDuration } from '@rondo/contracts/calendar/times.ts';
import { ChevronDown } from 'lucide-react';
import { memo, type PointerEvent, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { cn } from '../../ui/cn.ts';
import { HourLine, NowLine, staveClasses } from '../../ui/figures/stave.tsx';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import { dayOfMonth } from '../week.ts';
import { dayAxis, hourLabel, hoursOf, labelShift, type Axis } from '../days/stave.ts';
import { dayWords, phaseOf, type Day } from '../days/day.ts';
import type { DayEntry } from '../days/entry.ts';
import type { Leg } from '../days/legs.ts';
import type { Now } from '../now.ts';
import { SunkenOutside, Timeline, type PlacedEntry } from '../day-view/Timeline.tsx';
import { ClosedCaptions, ClosedGround } from '../time-off/ClosedGround.tsx';
import { isKeptIn, type ClosedHours } from '../time-off/closed-time.ts';
import { WeekNote } from './WeekNote.tsx';

export type WeekActions = {
  readonly open: (date: IsoDate) => void;
  readonly select?: (entryId: string) => void;
  /** A day is about to be opened. */
  readonly near: () => void;
  readonly restore?: (lessonId: string, date: IsoDate) => void;
  /** The address of the day on the road. */
  readonly myDay?: string;
};

/** A week of the past, which differs from now on some days, and draws its entries itself: nothing can be changed in it. */
export type PastWeek = {
  /** In the list of days, all of them are collapsed: what differs stands above it. */
  readonly isFolded: boolean;
  readonly differs: ReadonlySet<IsoDate>;
  readonly renderNote: (placed: PlacedEntry, date: IsoDate) => ReactNode;
};

type DayCardProps = {
  readonly day: Day;
  readonly week: Axis;
  readonly now: Now;
  /** In the list of days: only the header is shown. */
  readonly folded: boolean;
  readonly onFold: (date: IsoDate, folded: boolean) => void;
  /** Undefined for a day that can only be read. */
  readonly actions: (Required<Omit<WeekActions, 'myDay'>> & Pick<WeekActions, 'myDay'>) | undefined;
  readonly past: PastWeek | undefined;
  readonly closed: readonly ClosedHours[] | undefined;
};

const titleOf = (entries: readonly DayEntry[], id: string | null): string =>
  entries.find((entry) => entry.id === id)?.title ?? 'home';

const spokenLeg = ({ from, to, minutes, short }: Leg, entries: readonly DayEntry[]): string =>
  `${formatDuration(minutes)} drive from ${titleOf(entries, from)} to ${titleOf(entries, to)}${short > 0 ? `, short by ${short} min` : ''}`;

const labelMinute = ({ role, start, end, minutes }: Leg): number =>
  role === 'out' ? start - 7 : role === 'back' ? end + 7 : start + minutes / 2;

const isInside = (windows: readonly Interval[], minute: number): boolean =>
  windows.some(({ start, end }) => start <= minute && minute < end);

export const driveText = (leg: Leg, { entries, windows }: Day) => ({
  label: leg.short > 0 ? `short by ${leg.short} min` : formatDuration(leg.minutes),
  spoken: leg.minutes === 0 ? '' : spokenLeg(leg, entries),
  sunken: !isInside(windows, labelMinute(leg) + (labelShift(leg, entries) ?? 0)),
});

const DayNumber = ({ date, today }: { readonly date: string; readonly today: boolean }) => (
  <span
    className={cn(
      'tabular-nums',
      today
        ? 'grid h-6 min-w-6 place-items-center rounded-full bg-accent-fill px-1 font-strong text-on-accent'
        : 'font-small text-ink-2',
    )}
  >
    {dayOfMonth(date)}
  </span>
);

const Head = ({ day, now, folded, onFold, actions, past }: Omit<DayCardProps, 'week' | 'closed'>) => {
  const name = shortDayName(dayOfWeekOf(day.date));
  const isIdle = day.lessons === 0 && day.driving === 0;
  const drive = day.driving === null || isIdle ? null : formatDuration(day.driving);
  const isToday = day.date === now.today;
  const differs = past?.differs.has(day.date) === true;
  const Opener = actions ? 'button' : 'div';
  const label = (
    <>
      <span className="font-strong">{name}</span>
      <DayNumber date={day.date} today={isToday} />
    </>
  );
  const frame =
    '@container z-10 flex h-[46px] items-center border-b border-line bg-card wide:sticky wide:top-0 max-wide:h-[52px]';
  if (day.entries.length === 0)
    return (
      <h2 className={cn(frame, 'pl-2.5 text-body max-wide:border-b-0 max-wide:pl-3.5')}>
        <span aria-hidden className="flex items-center gap-1.5">
          {label}
        </span>
        <span className="sr-only">{longDate(day.date)}</span>
      </h2>
    );
  return (
    <div className={cn(frame, folded && 'max-wide:border-b-0')}>
      <Opener
        {...(actions && {
          type: 'button',
          onClick: () => actions.open(day.date),
          // A finger on the header may begin to scroll: it is near when it leaves the header without having scrolled.
          onPointerEnter: ({ pointerType }: PointerEvent) => pointerType !== 'touch' && actions.near(),
          onPointerUp: actions.near,
          onFocus: actions.near,
        })}
        className="flex h-full min-w-0 grow items-center gap-x-1.5 rounded-t-day pr-2 pl-2.5 text-left wide:@max-[150px]:flex-col wide:@max-[150px]:items-start wide:@max-[150px]:justify-center wide:@max-[150px]:gap-0 focus-visible:-outline-offset-2 max-wide:pr-3.5 max-wide:pl-3.5"
      >
        <h2 className="text-body font-normal">
          <span aria-hidden className="flex items-center gap-1.5">
            {label}
          </span>
          <span className="sr-only">
            {[
              longDate(day.date),
              dayWords(day),
              drive === null ? null : `${drive} driving`,
              differs && 'differs from now',
            ]
              .filter((part) => part)
              .join(', ')}
          </span>
        </h2>
        {/* What does not fit a narrow column is left out as a whole: first "driving", then the figures get a line of their own. */}
        <span
          aria-hidden
          className="ml-auto text-right text-small font-small whitespace-nowrap text-ink-3 tabular-nums max-wide:text-body wide:@max-[150px]:flex wide:@max-[150px]:h-4 wide:@max-[150px]:w-full wide:@max-[150px]:flex-wrap wide:@max-[150px]:justify-between wide:@max-[150px]:overflow-hidden"
        >
          {differs ? (
            <span className="font-control text-accent">Differs</span>
          ) : (
            <span className="block font-control text-ink-2 max-wide:inline">{dayWords(day)}</span>
          )}
          {drive !== null && <span className="wide:hidden"> · </span>}
          <span className={cn(differs && 'wide:hidden')}>
            {drive ?? '\u00A0'}
            {drive !== null && (
              <span
                className={cn(
                  'max-wide:@max-[340px]:hidden',
                  isToday ? 'wide:@max-[180px]:hidden' : 'wide:@max-[160px]:hidden',
                )}
              >
                {' '}
                driving
              </span>
            )}
          </span>
        </span>
      </Opener>
      <button
        type="button"
        aria-label={`${folded ? 'Show' : 'Hide'} ${longDayName(dayOfWeekOf(day.date))}`}
        aria-expanded={!folded}
        onClick={() => onFold(day.date, !folded)}
        className="grid size-11 shrink-0 place-items-center rounded-control text-ink-2 focus-visible:-outline-offset-2 wide:hidden"
      >
        <ChevronDown
          aria-hidden
          className={cn(
            'size-4 transition-transform duration-140 ease-rondo motion-reduce:transition-none',
            !folded && 'rotate-180',
          )}
          strokeWidth={1.75}
        />
      </button>
    </div>
  );
};

const noneClosed: readonly ClosedHours[] = [];

/**
 * One day of the week: a column on the week's axis, or, if there is no room for columns, a section with its own axis. Memoized: drives load
 * one by one, and each is shown on one day.
 */
export const DayCard = memo(({ day, week, now, folded, onFold, actions, past, closed = noneClosed }: DayCardProps) => {
  const own = dayAxis(day);
  const empty = day.entries.length === 0 && !day.heldTimes;
  const isToday = day.date === now.today;
  return (
    <section
      id={`day-${day.date}`}
      aria-label={longDate(day.date)}
      className={cn(
        'relative scroll-mt-2 overflow-clip rounded-day border bg-card wide:self-start',
        (past ? past.differs.has(day.date) : isToday) ? 'border-accent-line' : 'border-line',
        '[--from:var(--day-from)] [--to:var(--day-to)] wide:[--from:var(--week-from)] wide:[--to:var(--week-to)]',
      )}
      style={{ '--day-from': own.from, '--day-to': own.to }}
    >
      <Head day={day} now={now} folded={folded} onFold={onFold} actions={actions} past={past} />
      <ClosedCaptions
        hours={closed}
        entries={day.entries}
        className={cn('wide:absolute wide:inset-x-0 wide:top-[46px] wide:z-1', (empty || folded) && 'max-wide:hidden')}
      />
      <div
        data-stave={day.date}
        data-ground={actions && !past ? day.date : undefined}
        className={cn(
          staveClasses,
          '@container [content-visibility:auto]',
          actions && !past && 'cursor-cell',
          (empty || folded) && 'max-wide:hidden',
        )}
      >
        <SunkenOutside windows={day.windows} />
        <ClosedGround hours={closed} />
        {hoursOf({ from: Math.min(own.from, week.from), to: Math.max(own.to, week.to) }).map((minute) => (
          <HourLine
            key={minute}
            minute={minute}
            label={hourLabel(minute)}
            className={cn(
              'max-wide:left-[46px] wide:[&>span]:hidden',
              (minute < own.from + 5 || minute > own.to - 5) && 'max-wide:hidden',
            )}
          />
        ))}
        {isToday && <NowLine minute={now.minute} className="max-wide:left-[46px]" />}
        {!empty && (
          <Timeline
            day={day}
            label={`Entries on ${longDate(day.date)}`}
            phaseOf={(entry) => phaseOf(entry, day.date, now)}
            drive={(leg) => ({ ...driveText(leg, day), ...(past && { label: null }) })}
            slit={({ lanes }) => (lanes > 1 ? 2 : 0)}
            renderNote={(placed) =>
              past ? (
                past.renderNote(placed, day.date)
              ) : (
                <WeekNote
                  {...placed}
                  isKept={isKeptIn(closed, placed.entry)}
                  onOpen={actions && (() => actions.select(placed.entry.id))}
                  onRestore={actions && (() => actions.restore(placed.entry.id, day.date))}
                />
              )
            }
          />
        )}
      </div>
      {isToday && actions?.myDay !== undefined && day.lessons > 0 && (
        <Link
          to={actions.myDay}
          className="flex h-10 items-center justify-center border-t border-line font-control text-accent hover:underline max-desk:hidden"
        >
          Open my day
        </Link>
      )}
      {empty && (
        <p
          className={cn(
            'pointer-events-none absolute text-small font-small text-ink-3 max-wide:top-4 max-wide:right-3.5 max-wide:text-body wide:inset-x-0 wide:top-[calc(46px+(var(--to)-var(--from))*var(--ppm)*0.45-8px)] wide:text-center',
            closed.length > 0 && 'wide:hidden',
          )}
        >
          {closed[0]?.label ?? 'No lessons'}
        </p>
      )}
    </section>
  );
});
