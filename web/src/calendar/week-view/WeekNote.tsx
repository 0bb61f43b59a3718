import { formatTime, formatTimeRange } from '@rondo/contracts/calendar/times.ts';
import { CalendarCheck, Lock, RotateCcw, TriangleAlert } from 'lucide-react';
import { cn } from '../../ui/cn.ts';
import { NoteFrame, NoteHead, noteGround, noteIcons, Stem } from '../../ui/figures/note.tsx';
import { closedWord, streetIn, entryWord, type DayEntry } from '../days/entry.ts';
import type { PlacedEntry } from '../day-view/Timeline.tsx';

type WeekNoteProps = PlacedEntry & {
  /** It takes place in closed time. */
  readonly isKept?: boolean;
  /** Undefined for an entry that can only be read. */
  readonly onOpen: (() => void) | undefined;
  /** Called by the badge of a cancelled entry, to restore it. */
  readonly onRestore: (() => void) | undefined;
};

/** The label under the time: for every kind but optimized, whose street says more. The reason of closed time is on its ground. */
const wordOf = (entry: DayEntry, isKept: boolean): string | null => {
  if (entry.conflict) return 'Conflict';
  if (entry.closed !== undefined) return null;
  if (isKept) return 'Kept';
  const word = entryWord(entry);
  return word === 'Optimized' ? null : word;
};

/** All details of an entry, for users who do not see its position. */
const spokenEntry = (entry: DayEntry, isKept: boolean): string =>
  [
    entry.title,
    formatTimeRange(entry.start, entry.end),
    entry.closed === undefined ? entryWord(entry) : closedWord(entry.closed),
    ...(isKept ? ['Kept'] : []),
    ...(entry.pinned ? ['Pinned'] : []),
    ...(entry.conflict ? ['Conflict'] : []),
    ...(entry.address === null ? [] : [streetIn(entry.address)]),
    ...(entry.details.notes === null ? [] : [`Notes: ${entry.details.notes}`]),
    ...(entry.isStop && entry.driveTime !== null ? [`${entry.driveTime} min drive before`] : []),
  ].join(', ');

const Times = ({ entry, brief }: { readonly entry: DayEntry; readonly brief: boolean }) => {
  // In a narrow column only its word has room beside a cancelled entry's stem.
  const struck =
    entry.state === 'cancelled' &&
    cn('line-through', entry.closed === undefined && 'wide:@max-[158px]:hidden max-wide:@max-[260px]:hidden');
  // There the hours beside the week say which half of the day it is.
  const halves = formatTimeRange(entry.start, entry.end).split(/(\s[AP]M)/);
  return (
    <>
      <span className={cn('tabular-nums', struck, brief && 'wide:hidden')}>
        {halves.map((part, i) => (
          <span key={part} className={i % 2 ? 'wide:@max-[158px]:hidden' : ''}>
            {part}
          </span>
        ))}
      </span>
      {brief && <span className={cn('tabular-nums max-wide:hidden', struck)}>{formatTime(entry.start)}</span>}
    </>
  );
};

const Word = ({ entry, word, className }: { entry: DayEntry; word: string; className?: string }) => (
  <span
    className={cn(
      entry.state === 'pending' && 'font-control text-accent',
      entry.conflict && 'font-strong text-bad',
      className,
    )}
  >
    {entry.conflict && <TriangleAlert aria-hidden className="-mt-0.5 mr-1 inline size-3" strokeWidth={2} />}
    {word}
  </span>
);

const narrow = /[ijltfrI .'-]/g;
const broad = /[mwMW]/g;
const countOf = (letters: RegExp, text: string): number => text.match(letters)?.length ?? 0;

/** True for a name that probably does not fit a column of the week in one line, or that share of it; its width in pixels is an estimate. */
const isLong = (title: string, share = 1): boolean =>
  7 * title.length - 3 * countOf(narrow, title) + 3 * countOf(broad, title) > 112 * share;

/** Space above the first line in the list of days, by the height of the note. */
const listPad = (minutes: number): string =>
  minutes >= 60 ? '8px' : minutes >= 45 ? '6px' : minutes >= 30 ? '3px' : '1px';

/** A lesson on the stave of the week. What does not fit its height is left out, last lines first. */
export const WeekNote = ({
  entry,
  look,
  lane: { lanes, span: columns = 1 },
  colors,
  isKept = false,
  onOpen,
  onRestore,
}: WeekNoteProps) => {
  const Note = onOpen ? 'button' : 'div';
  const Badge = onRestore ? 'button' : 'span';
  const Icon = entry.conflict ? TriangleAlert : isKept ? CalendarCheck : entry.pinned ? Lock : noteIcons[look];
  const Sign = onRestore ? RotateCcw : noteIcons.cancelled;
  const word = wordOf(entry, isKept);
  const minutes = entry.end - entry.start;
  const pad = { '--list-pad': listPad(minutes) };
  const cancelled = entry.state === 'cancelled';
  // It is kept on its card.
  const closed = entry.closed !== undefined;
  const street = entry.address === null ? null : streetIn(entry.address);
  const { notes } = entry.details;
  // A short note has room for only two lines: the label replaces the end time.
  const alone = lanes === 1;
  const brief =
    !alone || closed || (word !== null && (cancelled || minutes < 45 || (minutes < 60 && isLong(entry.title))));
  // Next to another note there is no room after the time: the label gets its own line.
  // A long name takes two lines: the label of a cancelled entry is then a sign beside it.
  const signed = cancelled && !closed && minutes >= 45 && isLong(entry.title, columns / lanes);
  const ownLine = word !== null && (!brief || !alone) && !cancelled;
  return (
    <>
      <Note
        {...(onOpen && { type: 'button', onClick: onOpen, 'aria-haspopup': 'dialog' })}
        data-entry={entry.id}
        title={spokenEntry(entry, isKept)}
        style={{ ...colors, ...pad }}
        className={cn(
          'absolute inset-x-0 inset-y-px overflow-hidden rounded-block pt-[calc(var(--pad)-1px)] pr-1.5 pl-4 text-left text-body [--head:calc(var(--pad)+9px)] [--pad:var(--list-pad)] focus-visible:overflow-visible max-wide:rounded-control max-wide:pr-2.5 max-wide:pl-[22px] max-wide:[--cross:13px] max-wide:[--head-h:10px] max-wide:[--head-w:14px] wide:text-small wide:font-small wide:[--head:calc(var(--pad)+7px)] wide:[--pad:2px]',
          noteGround,
          cancelled && 'text-ink-3',
        )}
      >
        <Stem look={look} className="top-(--head)" />
        <NoteFrame look={look} className="rounded-block max-wide:rounded-control" />
        <NoteHead look={look} />
        <span className="sr-only">{spokenEntry(entry, isKept)}</span>
        {/* Wrapping into a second, hidden column drops whole lines, last ones first. */}
        <span aria-hidden className="flex h-full flex-col flex-wrap content-start overflow-hidden *:w-full">
          <span className="flex items-start gap-1">
            <span
              className={cn(
                'min-w-0 grow',
                cancelled ? 'font-medium line-through' : 'font-strong',
                minutes >= 45 && !cancelled && 'line-clamp-2 break-words',
                signed && 'wide:line-clamp-2 wide:break-words wide:pr-4',
                (minutes < 45 || cancelled) && (signed ? 'max-wide:truncate' : 'truncate'),
              )}
            >
              {entry.title}
            </span>
            {alone && !cancelled && (
              <Icon
                aria-hidden
                className={cn(
                  'mt-0.5 size-4 shrink-0 stroke-[1.75] wide:size-3 wide:stroke-2',
                  look === 'pending' ? 'text-accent' : entry.conflict ? 'text-bad' : 'text-ink-3',
                )}
              />
            )}
          </span>
          <span className={cn('flex gap-1.5 whitespace-nowrap', cancelled ? 'text-ink-3' : 'text-ink-2')}>
            {/* Beside another note, the button that restores a cancelled entry takes the place of its time. */}
            {(alone || !cancelled) && <Times entry={entry} brief={brief} />}
            {word !== null && alone && !cancelled && (
              <span className={cn('flex min-w-0 gap-1 max-wide:@max-[260px]:hidden', !brief && 'wide:hidden')}>
                <span className="text-ink-3">·</span>
                <Word entry={entry} word={word} className="truncate" />
              </span>
            )}
            {/* The button that restores a cancelled entry takes the place of its street, which is shortened before the label. */}
            {alone && !cancelled && (street !== null || notes !== null) && (
              <span className="min-w-0 shrink-99999 truncate text-ink-3 wide:hidden">
                {[street, notes].filter((part) => part !== null).join(' · ')}
              </span>
            )}
          </span>
          {ownLine && (
            <span className={cn('truncate text-ink-2', alone && 'max-wide:hidden')}>
              <Word entry={entry} word={word} />
            </span>
          )}
          {street !== null && !cancelled && <span className="truncate text-ink-2 max-wide:hidden">{street}</span>}
          {notes !== null && !cancelled && <span className="truncate text-ink-3 max-wide:hidden">{notes}</span>}
        </span>
      </Note>
      {cancelled && !closed && (
        <Badge
          {...(onRestore && {
            type: 'button',
            title: 'Restore',
            'aria-label': `${word}: restore ${entry.title}`,
            onClick: onRestore,
          })}
          style={pad}
          className={cn(
            'absolute top-[calc(var(--list-pad)+20px)] rounded-chip text-ink-3 after:absolute after:-inset-x-2 after:-inset-y-3 hover:underline wide:text-small wide:font-small',
            signed ? 'wide:top-[5px]' : 'wide:top-[18px]',
            alone && 'right-2 wide:right-1.5',
            !alone && (signed ? 'max-wide:left-[22px] wide:right-1.5' : 'left-[22px] wide:left-4'),
          )}
        >
          <span className={cn(signed && 'wide:sr-only')}>{word}</span>
          {signed && <Sign aria-hidden className="size-3 max-wide:hidden" strokeWidth={2} />}
        </Badge>
      )}
    </>
  );
};
