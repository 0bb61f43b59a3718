import { formatTime, type MinuteOfDay } from '@rondo/contracts/calendar/times.ts';
import { Hourglass, House, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../../ui/cn.ts';
import { type Interval, overlaps } from '@rondo/contracts/calendar/intervals.ts';
import type { Day } from '../days/day.ts';
import type { DayEntry } from '../days/entry.ts';
import { slackOf, type Leg } from '../days/legs.ts';

/** How to make a drive fit: the entry to move and its new start minute. */
export type Fix = { readonly entry: DayEntry; readonly start: MinuteOfDay };

const grid = 5;

type Situation = Pick<Day, 'entries' | 'legs' | 'windows'> & {
  /** Whether an entry may be at that time: its student is available, and it is not over. */
  readonly isAllowedAt: (entry: DayEntry, at: Interval) => boolean;
};

/** True if the drives before and after an entry still fit after it is moved by some minutes. */
const drivesFit = (entry: DayEntry, by: number, { legs, windows }: Situation): boolean => {
  const window = windows.find(({ start, end }) => start <= entry.start && entry.end <= end);
  const before = legs.find(({ to }) => to === entry.id);
  const after = legs.find(({ from }) => from === entry.id);
  const startsInTime =
    before?.role === 'between' ? slackOf(before) + by >= 0 : entry.start + by >= (window?.start ?? 0);
  const endsInTime = after?.role === 'between' ? slackOf(after) - by >= 0 : entry.end + by <= (window?.end ?? 1440);
  return startsInTime && endsInTime;
};

const isClear = (entry: DayEntry, at: Interval, { entries }: Situation): boolean =>
  entries.every((other) => other.id === entry.id || other.state === 'cancelled' || !overlaps(other, at));

/** The smallest move of one of its two stops, on a 5-minute grid, that makes a drive fit; null if neither helps. */
export const fixOf = (leg: Leg, situation: Situation): Fix | null => {
  const by = Math.ceil(leg.short / grid) * grid;
  const moves = [
    { id: leg.from, by: -by },
    { id: leg.to, by },
  ];
  for (const move of moves) {
    const entry = situation.entries.find(({ id }) => id === move.id);
    if (!entry) continue;
    const at = { start: entry.start + move.by, end: entry.end + move.by };
    const fits =
      drivesFit(entry, move.by, situation) && isClear(entry, at, situation) && situation.isAllowedAt(entry, at);
    if (fits) return { entry, start: at.start };
  }
  return null;
};

type IsAllowedAt = (entry: DayEntry, at: Interval) => boolean;

const nameOf = ({ entries }: Day, id: string | null): string =>
  entries.find((entry) => entry.id === id)?.title ?? 'home';

const Trouble = (props: { readonly title: string; readonly children: ReactNode; readonly actions?: ReactNode }) => (
  <div className="flex gap-2.5 rounded-card border border-[color-mix(in_oklab,var(--color-bad)_45%,var(--color-line))] px-3 py-3">
    <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" strokeWidth={1.75} />
    <div className="min-w-0">
      <p className="font-strong">{props.title}</p>
      <p className="text-ink-2">{props.children}</p>
      {Boolean(props.actions) && <div className="mt-2 flex flex-wrap gap-2">{props.actions}</div>}
    </div>
  </div>
);

const fixSentence = (fix: Fix | null): string => {
  if (!fix) return 'No small move of either leaves room for the drive: one of them needs another time or day.';
  return `Starting ${fix.entry.title} at ${formatTime(fix.start)} leaves room for the drives around it.`;
};

const shortName = (title: string): string => title.split(' ')[0] ?? title;

/** What needs attention on a day: drives that do not fit, and overlapping entries. */
export const DayTroubles = (props: {
  readonly day: Day;
  readonly isAllowedAt: IsAllowedAt;
  /** Ways to fix a drive that is too long. */
  readonly actionsOf?: (leg: Leg, fix: Fix | null) => ReactNode;
}) => {
  const { day, isAllowedAt, actionsOf } = props;
  const short = day.legs
    .filter((leg) => leg.short > 0)
    .map((leg) => ({ leg, fix: fixOf(leg, { ...day, isAllowedAt }) }));
  const conflicts = day.entries.filter(({ conflict }) => conflict);
  return (
    <>
      {short.map(({ leg, fix }) => (
        <Trouble
          key={`${leg.from}>${leg.to}`}
          title={`${shortName(nameOf(day, leg.from))} to ${shortName(nameOf(day, leg.to))} is short by ${leg.short} min`}
          actions={actionsOf?.(leg, fix)}
        >
          {fixSentence(fix)}
        </Trouble>
      ))}
      {conflicts.length > 0 && (
        <Trouble title="Entries overlap">
          {conflicts.map(({ title, start }) => `${title} at ${formatTime(start)}`).join(', ')}
          {conflicts.length === 1 ? ': the student has another lesson then.' : '.'}
        </Trouble>
      )}
    </>
  );
};

const Notice = (props: { readonly dashed?: boolean; readonly icon: ReactNode; readonly children: ReactNode }) => (
  <div
    className={cn(
      'flex items-center gap-2.5 rounded-card border px-3 py-3',
      props.dashed === true
        ? 'border-dashed border-[color-mix(in_oklab,var(--color-accent)_60%,var(--color-card))]'
        : 'border-line',
    )}
  >
    {props.icon}
    {props.children}
  </div>
);

/** Says which entries belong to a pending plan; `review` links to it. */
export const PendingNotice = ({ day, review }: { readonly day: Day; readonly review?: ReactNode }) => {
  const pending = day.entries.filter(({ state }) => state === 'pending');
  const [first] = pending;
  if (!first) return null;
  return (
    <Notice dashed icon={<Hourglass aria-hidden className="size-4 shrink-0 text-accent" strokeWidth={1.75} />}>
      <p className="min-w-0 grow">
        {pending.length === 1 ? `${first.title} is` : `${pending.length} lessons are`} part of a plan waiting for your
        decision.
      </p>
      {review}
    </Notice>
  );
};

export const NoHomeNotice = ({ teacher }: { readonly teacher: string }) => (
  <Notice icon={<House aria-hidden className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />}>
    <p className="text-ink-2">There is no home address for {teacher}: drives to and from home are not counted.</p>
  </Notice>
);
