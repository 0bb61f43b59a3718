import { Link } from 'react-router-dom';
import { studentPath } from '../../lib/people.ts';
import { factLink } from '../../ui/lists/facts.tsx';
import { formatTime, formatTimeRange } from '@rondo/contracts/calendar/times.ts';
import { CalendarCheck, Check, Lock, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { stopPosition } from '../../map/model.ts';
import { cn } from '../../ui/cn.ts';
import { NoteFrame, NoteHead, noteGround, noteIcons, Stem } from '../../ui/figures/note.tsx';
import { streetAndZip } from '../days/entry.ts';
import { statusWord } from './status-word.ts';
import type { PlacedEntry } from './Timeline.tsx';

const numberColors = { first: 'bg-stop-first', last: 'bg-stop-last', between: 'bg-stop' } as const;

const StopNumber = ({ index, count }: { readonly index: number; readonly count: number }) => (
  <span
    className={cn(
      'absolute top-[calc(var(--pad)-1px)] -left-[9.5px] z-2 grid size-[22px] place-items-center rounded-full text-small leading-none font-title text-on-accent tabular-nums outline-2 outline-raised',
      numberColors[stopPosition(index, count)],
    )}
  >
    {index + 1}
  </span>
);

/** Shorter entries have no room for buttons. */
export const leastMinutes = 20;

/** What stands beside a lesson that has begun: who was there. */
export type Beside = {
  /** Instead of its state; null: there is nothing to say. */
  readonly word: { readonly text: string; readonly look: 'taught' | 'absent' | 'open' } | null;
  readonly controls: ReactNode;
};

const Status = (
  props: Pick<PlacedEntry, 'entry' | 'look' | 'phase'> & {
    readonly isKept: boolean;
    readonly word: Beside['word'];
    readonly onRestore: (() => void) | undefined;
  },
) => {
  const { entry, look, phase, isKept, word, onRestore } = props;
  if (word !== null && !entry.conflict)
    return (
      <p
        className={cn(
          'flex items-center gap-1.5 text-small leading-5 whitespace-nowrap desk:justify-end',
          word.look === 'absent' ? 'font-strong text-warn' : 'font-small text-ink-3',
        )}
      >
        {word.look === 'taught' && <Check aria-hidden className="size-3 shrink-0" strokeWidth={2} />}
        {word.text}
      </p>
    );
  // The reason of closed time is on its ground.
  if (entry.closed !== undefined) return <p className="sr-only">{statusWord(entry, phase)}</p>;
  if (entry.state === 'cancelled' && onRestore)
    return (
      <p className="text-small leading-5">
        <button
          type="button"
          title="Restore"
          onClick={onRestore}
          className="relative rounded-chip font-small text-ink-3 after:absolute after:-inset-x-2 after:-inset-y-3 hover:underline"
        >
          {statusWord(entry, phase)}
        </button>
      </p>
    );
  const over = phase === 'past' && entry.state !== 'cancelled';
  const Icon = entry.conflict
    ? TriangleAlert
    : over
      ? Check
      : isKept
        ? CalendarCheck
        : entry.pinned
          ? Lock
          : noteIcons[look];
  return (
    <p
      className={cn(
        'flex items-center gap-1.5 text-small leading-5 whitespace-nowrap desk:justify-end',
        entry.conflict
          ? 'font-strong text-bad'
          : entry.state === 'pending'
            ? 'font-control text-accent'
            : 'font-small text-ink-3',
      )}
    >
      {entry.state !== 'cancelled' && <Icon aria-hidden className="size-3 shrink-0" strokeWidth={2} />}
      {isKept && !over && !entry.conflict ? 'Kept' : statusWord(entry, phase)}
    </p>
  );
};

const padFor = (minutes: number): string =>
  minutes >= 60 ? '8px' : minutes >= 45 ? '7px' : minutes >= 30 ? '3px' : '1px';

/** How many lines of its note fit a lesson on a phone, below its name and address and above its time. */
const phoneLines = (minutes: number): number => Math.max(1, Math.floor((2.2 * minutes - 14) / 20) - 3);

/** A lesson on the stave of a day, with its number, its state in words and its actions. */
export const DayNote = (
  props: PlacedEntry & {
    /** It takes place in closed time. */
    readonly isKept: boolean;
    readonly actions: ReactNode;
    readonly onRestore: (() => void) | undefined;
    readonly beside: Beside | null;
    /** Absent where no entry can be selected. */
    readonly selection?: {
      readonly isSelected: boolean;
      readonly onToggle: () => void;
      /** What it carries while it is selected. */
      readonly actions: ReactNode;
    };
  },
) => {
  const { entry, look, phase, lane, colors, stop, isKept, actions, onRestore, beside, selection } = props;
  const isSelected = selection?.isSelected === true;
  const cancelled = entry.state === 'cancelled';
  const minutes = entry.end - entry.start;
  const struck = cancelled && 'line-through';
  const { notes } = entry.details;
  // When entries are side by side, a phone has room for the name and the start; a tap anywhere opens the actions.
  const narrow = lane.lanes > 1;
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSelected) frame.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);
  return (
    <div
      ref={frame}
      style={{ ...colors, '--pad': padFor(minutes) }}
      className={cn(
        'absolute inset-x-0 flex items-start gap-x-3 rounded-control rounded-tl-[11px] pr-3 pl-6 [--cross:13px] [--head:calc(var(--pad)+10px)] max-desk:flex-col max-desk:gap-0',
        isSelected
          ? 'top-px min-h-[calc(100%-2px)] flex-wrap pb-2 outline-2 outline-offset-1 outline-accent max-desk:flex-nowrap'
          : 'inset-y-px',
        noteGround,
        Boolean(actions) && (cancelled ? 'pr-[150px]' : 'pr-12'),
        narrow
          ? cn('max-desk:pr-1', cancelled ? 'max-desk:pl-5' : 'max-desk:pl-3.5')
          : Boolean(actions) && (cancelled ? 'max-desk:pr-24' : 'max-desk:pr-13'),
        cancelled && 'text-ink-3',
      )}
    >
      <Stem look={look} className="top-(--head)" />
      <NoteFrame look={look} className={cn('rounded-control', cancelled && 'left-3')} />
      {stop === null ? (
        <NoteHead look={look} className={cn(cancelled && '-left-1 bg-raised')} />
      ) : (
        <StopNumber {...stop} />
      )}
      {selection && (
        <button
          type="button"
          aria-label={`Select ${entry.title}`}
          aria-pressed={isSelected}
          onClick={selection.onToggle}
          className="absolute inset-0 rounded-control"
        />
      )}
      <div
        className={cn(
          'flex min-w-0 grow flex-col content-start overflow-hidden pt-(--pad) *:w-full max-desk:h-auto max-desk:w-full max-desk:grow-0 max-desk:flex-nowrap',
          isSelected ? 'basis-0 max-desk:basis-auto' : 'h-full flex-wrap',
        )}
      >
        <p
          className={cn(
            isSelected ? 'break-words' : minutes >= 60 ? 'line-clamp-2 break-words' : 'truncate',
            narrow && 'max-desk:text-small',
            cancelled ? 'font-medium line-through' : 'font-strong',
          )}
        >
          {isSelected && entry.studentId !== null ? (
            <Link to={studentPath(entry.studentId)} className={factLink}>
              {entry.title}
            </Link>
          ) : (
            entry.title
          )}
        </p>
        {entry.address !== null && (
          <p
            className={cn(
              isSelected ? 'break-words' : 'truncate',
              cancelled ? 'text-ink-3' : 'text-ink-2',
              (minutes < 30 || cancelled || narrow) && !isSelected && 'max-desk:hidden',
            )}
          >
            {isSelected ? entry.address : streetAndZip(entry.address)}
            {minutes < 45 && notes !== null && !isSelected && <span> · {notes}</span>}
          </p>
        )}
        {notes !== null && isSelected && <p className="break-words whitespace-pre-wrap text-ink">{notes}</p>}
        {notes !== null && !isSelected && (minutes >= 45 || entry.address === null) && (
          <p
            style={{ '--lines': phoneLines(minutes) }}
            className={cn(
              'truncate text-ink-3 max-desk:line-clamp-(--lines) max-desk:whitespace-normal',
              (cancelled || narrow) && 'max-desk:hidden',
            )}
          >
            {notes}
          </p>
        )}
      </div>
      <div
        className={cn(
          'flex shrink-0 flex-col content-end overflow-hidden pt-(--pad) text-right *:w-full max-desk:w-full max-desk:pt-0 max-desk:text-left max-desk:*:w-auto',
          !isSelected && 'h-full flex-wrap',
          narrow
            ? 'max-desk:h-auto max-desk:flex-nowrap'
            : 'max-desk:h-5 max-desk:flex-row max-desk:flex-wrap max-desk:content-start max-desk:gap-x-2.5',
        )}
      >
        <p className={cn('whitespace-nowrap tabular-nums', struck, narrow && 'max-desk:text-small')}>
          {narrow && <span className="desk:hidden">{formatTime(entry.start)}</span>}
          <span className={cn(narrow && 'max-desk:hidden')}>{formatTimeRange(entry.start, entry.end)}</span>
        </p>
        <Status
          entry={entry}
          look={look}
          phase={phase}
          isKept={isKept}
          word={beside?.word ?? null}
          onRestore={onRestore}
        />
      </div>
      {beside && !narrow && minutes >= leastMinutes && (
        <div className="relative flex h-[min(100%,58px)] shrink-0 items-center empty:hidden">{beside.controls}</div>
      )}
      {isSelected && (
        <div className="relative flex basis-full flex-wrap gap-2 pt-2 max-desk:pt-1.5 max-desk:[&>*]:px-2.5">
          {selection.actions}
        </div>
      )}
      {Boolean(actions) && (
        <div
          className={cn(
            'absolute top-0 right-1 flex h-[min(100%,58px)] items-center gap-1',
            narrow &&
              !isSelected &&
              'max-desk:inset-0 max-desk:h-full max-desk:*:h-full max-desk:*:grow max-desk:[&>button]:hidden max-desk:[&>div>button]:size-full max-desk:[&_[aria-haspopup]>svg]:hidden',
          )}
        >
          {actions}
        </div>
      )}
    </div>
  );
};
