import { shortDayName, dayOfWeekOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { Ban, Minus, ArrowLeft, ArrowRight, Plus, type LucideIcon } from 'lucide-react';
import { cn } from '../../ui/cn.ts';
import { Card } from '../../ui/lists/panels.tsx';
import { clockTime } from '../days/stave.ts';
import type { DayEntry } from '../days/entry.ts';
import { placeText, type Difference, type Mark } from './differences.ts';

const kinds = {
  gone: { icon: Minus, word: 'Gone' },
  cancelled: { icon: Ban, word: 'Cancelled' },
  new: { icon: Plus, word: 'New' },
  restored: { icon: Plus, word: 'Restored' },
  moved: { icon: ArrowRight, word: 'Moved' },
} as const satisfies Readonly<Record<Difference['kind'], { icon: LucideIcon; word: string }>>;

/** "Thu 5:20"; on the same day "5:20"; at the same time its length. */
const otherPlace = (entry: DayEntry, date: IsoDate, { date: day, entry: other }: NonNullable<Mark['to']>): string => {
  if (day !== date) return `${shortDayName(dayOfWeekOf(day))} ${clockTime(other.start)}`;
  return other.start === entry.start ? `${other.end - other.start} min` : clockTime(other.start);
};

/** What a mark says beside its lesson: where it is now or was then, or that it is gone or new. */
export const MarkWord = (props: {
  readonly mark: Mark;
  readonly entry: DayEntry;
  readonly date: IsoDate;
  readonly className?: string;
}) => {
  const { mark, entry, date, className } = props;
  const { side, kind, to } = mark;
  const Icon = side === 'now' && to ? ArrowLeft : kinds[kind].icon;
  return (
    <span className={cn('flex items-center gap-1 whitespace-nowrap font-control text-accent', className)}>
      <Icon aria-hidden className="size-3 shrink-0" strokeWidth={2} />
      {to ? otherPlace(entry, date, to) : kinds[kind].word}
    </span>
  );
};

/** The same for users who do not see where it is. */
export const spokenMark = ({ side, kind, to }: Mark): string => {
  if (to) return side === 'then' ? `now on ${placeText(to)}` : `here now, then on ${placeText(to)}`;
  if (side === 'now') return kind === 'restored' ? 'here now, cancelled then' : 'here now, not there then';
  return kind === 'cancelled' ? 'cancelled now' : 'gone now';
};

/** What differs from now in a week of the past, each lesson with its time then and now, where there is no room for seven columns. */
export const Differences = ({ differences }: { readonly differences: readonly Difference[] }) =>
  differences.length === 0 ? null : (
    <Card className="mb-4 wide:hidden">
      <h2 className="border-b border-line px-4 py-2.5 font-strong">Different from now</h2>
      <ul>
        {differences.map(({ key, kind, title, was, now }) => {
          const { icon: Icon, word } = kinds[kind];
          return (
            <li
              key={key}
              className="grid grid-cols-[16px_minmax(0,1fr)] items-start gap-x-3 border-b border-line-soft px-4 py-2.5 last:border-b-0"
            >
              <Icon aria-hidden className="mt-0.5 size-4 text-accent" strokeWidth={1.75} />
              <div className="min-w-0">
                <p className="font-strong break-words">{title}</p>
                <dl className="grid grid-cols-[auto_minmax(0,1fr)_auto_minmax(0,1fr)] items-baseline gap-x-2">
                  <dt className="text-small text-ink-3">Then</dt>
                  <dd>{was ? placeText(was) : kind === 'restored' ? 'Cancelled' : 'Not yet there'}</dd>
                  <dt className="text-small text-ink-3">Now</dt>
                  <dd className="font-control text-accent">{now ? placeText(now) : word}</dd>
                </dl>
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
