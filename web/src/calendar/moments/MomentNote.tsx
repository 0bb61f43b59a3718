import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatTime, formatTimeRange } from '@rondo/contracts/calendar/times.ts';
import { cn } from '../../ui/cn.ts';
import { NoteFrame, NoteHead, noteStyle, Stem } from '../../ui/figures/note.tsx';
import { streetAndZip } from '../days/entry.ts';
import type { PlacedEntry } from '../day-view/Timeline.tsx';
import type { Mark } from './differences.ts';
import { MarkWord, spokenMark } from './Differences.tsx';

/** Minutes from which a lesson has room for two lines. */
const twoLines = 28;

/**
 * A lesson in a week of the past. What is the same now is grey, what stood only then is in force, and what stands only now is an outline with a
 * hollow head: dashes are for what is pending.
 */
export const MomentNote = (
  props: PlacedEntry & {
    readonly date: IsoDate;
    readonly mark: Mark | undefined;
    /** On the stave of a day, which has room for where a lesson is. */
    readonly isLarge?: boolean;
  },
) => {
  const { entry, look, lane, date, mark, isLarge = false } = props;
  const isNow = mark?.side === 'now';
  const cancelled = entry.state === 'cancelled';
  const form = cancelled ? look : isNow ? 'pending' : 'optimized';
  const isHigh = entry.end - entry.start >= twoLines;
  const isBrief = (mark !== undefined && !isLarge) || lane.lanes > 1;
  const spoken = [
    entry.title,
    formatTimeRange(entry.start, entry.end),
    cancelled && 'cancelled',
    mark && spokenMark(mark),
  ]
    .filter((part) => part)
    .join(', ');
  return (
    <div
      title={spoken}
      style={noteStyle({ look: form, past: mark === undefined })}
      className={cn(
        'absolute inset-x-0 inset-y-px overflow-hidden rounded-block bg-(--fill) pt-px pr-1.5 pl-4 [--head:11px] max-wide:rounded-control max-wide:pt-[2px] max-wide:pl-[22px] max-wide:[--cross:13px] max-wide:[--head-h:10px] max-wide:[--head-w:14px] max-wide:[--head:13px]',
        !isLarge && 'wide:text-small wide:font-small',
        isNow && 'inset-ring inset-ring-accent',
        cancelled && 'text-ink-3',
      )}
    >
      {!isNow && <Stem look={form} className="top-(--head)" />}
      {cancelled && <NoteFrame look={form} className="rounded-block max-wide:rounded-control" />}
      <NoteHead look={form} />
      <span className="sr-only">{spoken}</span>
      {/* Wrapping into a second, hidden column drops whole lines, last ones first. */}
      <span aria-hidden className="flex h-full flex-col flex-wrap content-start overflow-hidden *:w-full">
        <span className="flex items-center gap-1.5">
          <span className={cn('min-w-0 grow truncate', cancelled ? 'line-through' : 'font-strong')}>{entry.title}</span>
          {mark && !isHigh && <MarkWord mark={mark} entry={entry} date={date} />}
        </span>
        {isHigh && (
          <span className="flex flex-wrap items-center justify-between gap-x-1.5 text-ink-2">
            <span
              className={cn(
                'whitespace-nowrap tabular-nums',
                cancelled && 'text-ink-3 line-through',
                mark && !isLarge && 'wide:@max-[150px]:hidden',
              )}
            >
              {isBrief || <span className="wide:@max-[155px]:hidden">{formatTimeRange(entry.start, entry.end)}</span>}
              <span className={cn(!isBrief && 'hidden wide:@max-[155px]:inline')}>{formatTime(entry.start)}</span>
            </span>
            {mark && <MarkWord mark={mark} entry={entry} date={date} />}
          </span>
        )}
        {isLarge && entry.address !== null && (
          <span className="truncate text-ink-3">{streetAndZip(entry.address)}</span>
        )}
      </span>
    </div>
  );
};

const samples = [
  { mark: 'same', word: 'Same then and now' },
  { mark: 'then', word: 'Then, not now' },
  { mark: 'now', word: 'Now, not then' },
] as const;

/** What the colors of a week of the past mean. */
export const MomentLegend = ({ className }: { readonly className?: string }) => (
  <ul className={cn('flex flex-wrap gap-x-6 gap-y-1 text-small font-small text-ink-2', className)}>
    {samples.map(({ mark, word }) => (
      <li key={mark} className="flex items-center gap-2">
        <i
          aria-hidden
          style={noteStyle({ look: mark === 'now' ? 'pending' : 'optimized', past: mark === 'same' })}
          className={cn(
            'relative h-3.5 w-6 rounded-[4px] bg-(--fill) [--head:7px]',
            mark === 'now' && 'border border-accent',
          )}
        >
          <NoteHead look={mark === 'now' ? 'pending' : 'optimized'} />
        </i>
        {word}
      </li>
    ))}
  </ul>
);
