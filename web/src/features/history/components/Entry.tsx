import type { HistoryEntry } from '@rondo/contracts/api/history/history.ts';
import type { HistoryKind } from '@rondo/contracts/api/history/history-kinds.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import {
  CalendarSync,
  CalendarClock,
  Ellipsis,
  Eye,
  GraduationCap,
  History,
  Send,
  ReceiptText,
  Route,
  Settings,
  RotateCcw,
  Users,
  X,
  type LucideIcon,
  CalendarOff,
  Car,
} from 'lucide-react';
import { Link } from 'react-router-dom';
import { isOfVisit } from '../../../api/commands/actions.ts';
import { undoBatch } from '../../../api/commands/undo.ts';
import { momentPath, type StudioTime } from '../../../calendar/moments/moment-text.ts';
import { Button, buttonClasses, IconButton } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Parts } from './Parts.tsx';

const icons: Readonly<Record<HistoryKind, LucideIcon>> = {
  lessons: CalendarClock,
  plans: Route,
  students: Users,
  teachers: GraduationCap,
  families: Send,
  timeoff: CalendarOff,
  mileage: Car,
  invoices: ReceiptText,
  calendar: CalendarSync,
  restores: History,
  settings: Settings,
};

const lowered = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);

/** "You cancelled Leo Vance on Tue, Dec 1", "Marcus Bell’s calendar cancelled ...". */
const withAuthor = ({ by, sentence }: HistoryEntry): string => {
  if (by.kind === 'user') return `You ${lowered(sentence)}`;
  if (by.kind === 'family') return `${by.name} ${lowered(sentence)}`;
  return by.kind === 'calendar' ? `${by.name}’s calendar ${lowered(sentence)}` : sentence;
};

const counts = /(\d[\d,]* (?:lessons|students|teachers|invoices|backups))/;

/** A sentence with those whom it is about in bold. */
const Sentence = ({ text, names }: { readonly text: string; readonly names: readonly string[] }) => {
  const name = names.find((one) => text.includes(one));
  if (name !== undefined) {
    const [before = '', ...after] = text.split(name);
    return (
      <>
        {before}
        <b className="font-strong">{name}</b>
        {after.join(name)}
      </>
    );
  }
  const [before = '', count, ...after] = text.split(counts);
  return (
    <>
      {before}
      {count !== undefined && <b className="font-strong">{count}</b>}
      {after.join('')}
    </>
  );
};

const timeOf = (instant: string, timeZone: string): string =>
  formatTime(wallClock(Date.parse(instant), timeZone).minute);

type EntryProps = {
  readonly entry: HistoryEntry;
  /** When it was undone; null if it stands or the list does not reach so far. */
  readonly undoneAt: string | null;
  readonly names: readonly string[];
  readonly place: StudioTime;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onRestore: (moment: string) => void;
};

/** True where an undo first asks: it reaches further than one thing, or is not of this visit. */
const isAsked = ({ batchId, partsCount }: HistoryEntry): boolean => partsCount > 1 || !isOfVisit(batchId);

/** What stands in place of Undo where there is none. */
const Remark = ({ entry, undoneAt, place }: Pick<EntryProps, 'entry' | 'undoneAt' | 'place'>) => {
  if (entry.undone !== null) return <>Undone{undoneAt !== null && ` at ${timeOf(undoneAt, place.timeZone)}`}</>;
  return entry.undoable === true ? null : <>{entry.undoable}</>;
};

/** Where a request or a mail of a family is listed. */
const lists = {
  request: { to: '/families', label: 'Open requests' },
  message: { to: '/messages', label: 'Open messages' },
} as const;

const Details = ({ entry, place, onRestore }: Pick<EntryProps, 'entry' | 'place' | 'onRestore'>) => {
  const { parts, partsCount, at, before, undone, undoable, batchId, undoes, listed } = entry;
  const list = listed && lists[listed];
  const [only] = parts;
  const direction = undoes === null ? 'undo' : 'redo';
  const word = direction === 'undo' ? 'Undo' : 'Redo';
  return (
    <div className="pt-1.5">
      {partsCount === 1 && only?.change && (
        <dl className="mb-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
          <dt className="text-small text-ink-3">Before</dt>
          <dd>{only.change.before}</dd>
          <dt className="text-small text-ink-3">After</dt>
          <dd>{only.change.after}</dd>
        </dl>
      )}
      {partsCount > 1 && <Parts entry={entry} place={place} />}
      <div className="flex flex-wrap gap-2">
        {undone === null && undoable === true && (
          <Button icon={RotateCcw} onClick={() => undoBatch(batchId, direction)}>
            {isAsked(entry) ? `${word}…` : word}
          </Button>
        )}
        {list && (
          <Link to={list.to} className={buttonClasses()}>
            <Send aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
            {list.label}
          </Link>
        )}
        <Link to={momentPath({ asOf: at, backupId: null })} className={buttonClasses()}>
          <Eye aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
          Look at this moment
        </Link>
        {before !== null && (
          <Button icon={History} onClick={() => onRestore(before)}>
            Restore to before this…
          </Button>
        )}
      </div>
    </div>
  );
};

/** One batch: when, who and what, and what can be done about it. */
export const Entry = ({ entry, undoneAt, names, place, isOpen, onToggle, onRestore }: EntryProps) => {
  const { at, kind, undone, undoable, undoes, batchId, parts, sentence, by } = entry;
  const Icon = icons[kind];
  const text = withAuthor(entry);
  const isStruck = undone !== null;
  const direction = undoes === null ? 'undo' : 'redo';
  const second =
    by.kind === 'system'
      ? 'By Rondo'
      : parts.some((part) => sentence.startsWith(part.sentence))
        ? ''
        : (parts[0]?.sentence ?? '');
  return (
    <li
      className={cn(
        'relative grid grid-cols-[72px_20px_20px_minmax(0,1fr)_auto_36px] items-start gap-x-3.5 border-t border-line-soft px-5 max-desk:grid-cols-[12px_minmax(0,1fr)_44px] max-desk:gap-x-2.5 max-desk:px-4',
        isOpen && 'bg-accent-tint',
      )}
    >
      <time
        dateTime={at}
        className="pt-4 text-right text-small text-ink-2 tabular-nums max-desk:col-start-2 max-desk:row-start-1 max-desk:pt-3 max-desk:text-left"
      >
        {timeOf(at, place.timeZone)}
      </time>
      <span
        aria-hidden
        className="relative flex h-full min-h-13 justify-center before:absolute before:inset-y-0 before:w-px before:bg-ink-3 max-desk:col-start-1 max-desk:row-span-3 max-desk:row-start-1"
      >
        {isStruck ? (
          <X className={cn('relative mt-[18px] size-4 rounded-full', isOpen ? 'bg-accent-tint' : 'bg-card')} />
        ) : (
          <i
            className={cn(
              'relative mt-5 -rotate-18 rounded-full ring-4',
              isOpen ? 'h-2.5 w-3.5 bg-accent ring-accent-tint' : 'h-2 w-[11px] bg-ink-2 ring-card',
            )}
          />
        )}
      </span>
      <Icon aria-hidden className="mt-[18px] size-4 text-ink-2 max-desk:hidden" strokeWidth={1.75} />
      <div className="min-w-0 py-4 max-desk:col-start-2 max-desk:row-start-2 max-desk:pt-0 max-desk:pb-1">
        <p className={cn('break-words', isStruck && 'text-ink-3 line-through')}>
          <Sentence text={text} names={names} />
        </p>
        {second !== '' && <p className="truncate text-small text-ink-3">{second}</p>}
        {isOpen && <Details entry={entry} place={place} onRestore={onRestore} />}
      </div>
      <span className="py-2 text-right text-small text-ink-3 max-desk:col-start-2 max-desk:row-start-3 max-desk:pt-0 max-desk:text-left">
        {!isStruck && undoable === true ? (
          !isOpen && (
            <Button
              kind="quiet"
              className="max-desk:-ml-3.75"
              aria-label={`${direction === 'undo' ? 'Undo' : 'Redo'}: ${text}`}
              onClick={() => undoBatch(batchId, direction)}
            >
              {direction === 'undo' ? 'Undo' : 'Redo'}
              {isAsked(entry) && '…'}
            </Button>
          )
        ) : (
          <span className="inline-block max-w-56 pt-2">
            <Remark entry={entry} undoneAt={undoneAt} place={place} />
          </span>
        )}
      </span>
      <IconButton
        icon={Ellipsis}
        label={isOpen ? 'Show less' : 'Show more'}
        aria-expanded={isOpen}
        onClick={onToggle}
        className="mt-2 max-desk:col-start-3 max-desk:row-span-2 max-desk:row-start-1"
      />
    </li>
  );
};
