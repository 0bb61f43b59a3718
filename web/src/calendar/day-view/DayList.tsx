import { formatDuration, formatTime } from '@rondo/contracts/calendar/times.ts';
import { Car } from 'lucide-react';
import { useDeferredValue, useEffect, useRef, type ReactNode } from 'react';
import { cn } from '../../ui/cn.ts';
import { usePhone } from '../../ui/media.ts';
import { HourAxis, HourLine, onStave, span, staveClasses } from '../../ui/figures/stave.tsx';
import { clockTime, dayAxis, hourLabel, hoursOf, isBeside } from '../days/stave.ts';
import type { Day, Phase } from '../days/day.ts';
import type { DayEntry } from '../days/entry.ts';
import { areAbout, waitWord, type Leg } from '../days/legs.ts';
import { ClosedCaptions, ClosedGround } from '../time-off/ClosedGround.tsx';
import { isKeptIn, type ClosedHours } from '../time-off/closed-time.ts';
import { DayNote, type Beside } from './DayNote.tsx';
import { Timeline, type PlacedEntry } from './Timeline.tsx';

type DayListProps = {
  readonly day: Day;
  readonly phaseOf: (entry: DayEntry) => Phase;
  /** Minutes after midnight if the day is today. */
  readonly now: number | null;
  readonly actionsOf?: (entry: DayEntry) => ReactNode;
  /** The entry that is selected, and how another one is; a click on the selected one again selects none. */
  readonly selection?: {
    readonly id: string | null;
    readonly onSelect: (id: string | null) => void;
    readonly actionsOf: (entry: DayEntry) => ReactNode;
  };
  readonly besideOf?: (entry: DayEntry) => Beside | null;
  /** Called by the badge of a cancelled entry, to restore it. */
  readonly onRestore?: (entry: DayEntry) => void;
  /** Draws an entry of the past, which can only be read. */
  readonly renderNote?: (placed: PlacedEntry) => ReactNode;
  readonly closed?: readonly ClosedHours[] | undefined;
};

/** "12 min drive"; one that is not exact is "about" that long. */
const driveWords = (leg: Leg): string => `${areAbout([leg]) ? 'about ' : ''}${formatDuration(leg.minutes)} drive`;

/** What the gap needs besides the drive. */
const betweenWords = ({ between }: Leg): string => (between > 0 ? ` and ${between}\u00a0min between lessons` : '');

/** What a day's list says of a drive: `lead` is when it begins or ends, empty between two entries. */
const legWords = (leg: Leg): { lead: string; rest: string } => {
  const drive = driveWords(leg);
  switch (leg.role) {
    case 'out':
      return { lead: `Leave home by ${formatTime(leg.start)}`, rest: drive };
    case 'back':
      return { lead: `Home ${formatTime(leg.end)}`, rest: drive };
    case 'between':
      return leg.short > 0
        ? {
            lead: '',
            rest: `${drive}${betweenWords(leg)} in a ${leg.end - leg.start}\u00a0min gap: short by ${leg.short}\u00a0min`,
          }
        : { lead: '', rest: `${drive} · ${waitWord(leg)}` };
  }
};

/** `beside`: an entry is beside the drive, so that a phone has room for the shortest words only. */
const driveText = (leg: Leg, beside: boolean) => {
  const { lead, rest } = legWords(leg);
  const drive = driveWords(leg);
  const short = leg.role === 'out' ? `Leave ${formatTime(leg.start)}` : lead;
  const whole = cn(beside && 'max-desk:hidden', leg.short > 0 && 'max-[379px]:hidden');
  const label = (
    <>
      {leg.role === 'between' && leg.short === 0 && <Car className="size-3" strokeWidth={2} />}
      {lead !== '' && <b className={cn('font-strong text-ink', whole)}>{lead}</b>}
      <span className={cn(leg.role !== 'between' && 'text-ink-2 max-[379px]:hidden', whole)}>{rest}</span>
      {leg.short > 0 && <span className="min-[380px]:hidden">short by {leg.short}&nbsp;min</span>}
      {beside && (
        <b className={cn('desk:hidden', leg.role === 'between' ? 'font-small' : 'font-strong text-ink')}>
          {leg.role === 'between' ? drive : short}
        </b>
      )}
    </>
  );
  return { label, spoken: leg.minutes === 0 ? '' : [lead, rest].filter((part) => part !== '').join(', ') };
};

const nothing = { entries: [], legs: [] };

/** A day at a larger scale: stops numbered as on the map, with drives and waits between them. */
export const DayList = (props: DayListProps) => {
  const { day, phaseOf, now, actionsOf, selection, besideOf, onRestore, renderNote, closed = [] } = props;
  const { date } = day;
  // A long day takes a while to render: the dialog opens with the map, which has much to load, and with the room that the entries take.
  const isFilled = useDeferredValue(true, false);
  const axis = dayAxis(day);
  const phone = usePhone();
  const begin = useRef<HTMLElement>(null);
  useEffect(() => {
    // After the dialog has given the focus to its first button.
    const frame = requestAnimationFrame(() => begin.current?.scrollIntoView({ block: phone ? 'start' : 'nearest' }));
    return () => cancelAnimationFrame(frame);
    // Only when the day opens: later the user decides what is visible.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [day.date]);
  const hours = hoursOf(axis).filter((minute) => minute > axis.from + 4 && minute < axis.to - 4);
  return (
    <div
      className="grid grid-cols-[52px_minmax(0,1fr)] [--edge:0px] [--label-left:20px] [--lane:14px] [--ppm:1.6px] [--short-left:20px] max-desk:[--ppm:2.2px] max-desk:grid-cols-[40px_minmax(0,1fr)]"
      style={{ '--from': axis.from, '--to': axis.to }}
    >
      <ClosedCaptions hours={closed} entries={day.entries} className="col-start-2 [&>p]:px-2" />
      <HourAxis
        hours={hours.map((minute) => ({ minute, label: hourLabel(minute) }))}
        now={now !== null && now > axis.from && now < axis.to ? { minute: now, label: clockTime(now) } : null}
        className="col-start-1 mr-1.5"
      />
      <div
        data-ground={actionsOf && date}
        className={cn(
          staveClasses,
          'overflow-visible [--color-sunken:var(--color-raised)]',
          actionsOf && 'cursor-cell',
        )}
      >
        <ClosedGround hours={closed} />
        {hours.map((minute) => (
          <HourLine key={minute} minute={minute} className="-left-1" />
        ))}
        {now !== null && now > axis.from && now < axis.to && (selection?.id ?? null) === null && (
          // Today's day begins at now: a little of what was before it, and the next two hours.
          <i
            ref={begin}
            aria-hidden
            className={cn(onStave, 'pointer-events-none w-0')}
            style={span(now - 20, now + 120)}
          />
        )}
        <Timeline
          day={isFilled ? day : nothing}
          label="The day in order"
          phaseOf={phaseOf}
          drive={(leg) => driveText(leg, isBeside(leg, day.entries))}
          slit={({ lane, lanes, span = 1 }) => (lane + span < lanes ? 14 : 0)}
          raised={selection?.id ?? null}
          renderNote={(placed) =>
            renderNote?.(placed) ?? (
              <DayNote
                {...placed}
                isKept={isKeptIn(closed, placed.entry)}
                actions={actionsOf?.(placed.entry)}
                beside={besideOf?.(placed.entry) ?? null}
                {...(selection && {
                  selection: {
                    isSelected: selection.id === placed.entry.id,
                    onToggle: () => selection.onSelect(selection.id === placed.entry.id ? null : placed.entry.id),
                    actions: selection.id === placed.entry.id && selection.actionsOf(placed.entry),
                  },
                })}
                onRestore={onRestore && (() => onRestore(placed.entry))}
              />
            )
          }
        />
      </div>
    </div>
  );
};
