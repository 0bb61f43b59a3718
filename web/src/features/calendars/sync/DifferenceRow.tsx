import { formatTime, formatTimeRange, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { ArrowRight, type LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../../../ui/cn.ts';
import type { Difference, Kind } from './differences.ts';
import { looks } from './kinds.ts';

const startText = ({ date, startTime }: Pick<Difference, 'date' | 'startTime'>): string =>
  `${shortDate(date)}, ${formatTime(toMinutes(startTime))}`;

/** When it is, or where it moves: the old time struck out before the new one. `short`: without the end. */
export const DifferenceTime = ({ of, short = false }: { readonly of: Difference; readonly short?: boolean }) => {
  const { date, startTime, endTime, before } = of;
  if (before)
    return (
      <>
        <s className="text-ink-3">{startText(before)}</s>
        <ArrowRight aria-hidden className="size-3.5 shrink-0 text-ink-3" strokeWidth={1.75} />
        <span className="sr-only"> moves to </span>
        <span>{startText(of)}</span>
      </>
    );
  if (short) return <span>{startText(of)}</span>;
  return (
    <>
      <span className="w-23 shrink-0">{shortDate(date)}</span>
      <span>{formatTimeRange(toMinutes(startTime), toMinutes(endTime))}</span>
    </>
  );
};

/** One line of a list: sign, when, what, and what can be done or how far it reaches. */
export const ListRow = (props: {
  readonly sign: LucideIcon;
  /** The user is asked to do something. */
  readonly asks: boolean;
  readonly time: ReactNode;
  readonly title: string;
  readonly detail: ReactNode;
  readonly children?: ReactNode;
}) => {
  const { sign: Sign, asks, time, title, detail, children } = props;
  return (
    <li className="grid min-h-12 grid-cols-[20px_minmax(0,13rem)_minmax(0,1fr)_auto] items-center gap-x-4 border-b border-line-soft py-1.5 last:border-b-0 max-desk:grid-cols-[20px_minmax(0,1fr)] max-desk:gap-y-1 max-desk:py-2.5 wide:grid-cols-[20px_348px_minmax(0,1fr)_auto] max-desk:[&>:nth-child(n+3)]:col-start-2">
      <span
        className={cn(
          'grid size-5 place-items-center rounded-[5px] border',
          asks ? 'border-transparent bg-warn-tint text-warn' : 'border-line text-ink-2',
        )}
      >
        <Sign aria-hidden className="size-3" strokeWidth={2} />
      </span>
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 tabular-nums">{time}</p>
      <div className="min-w-0">
        <p className="line-clamp-2 font-strong break-words">{title}</p>
        <p className="text-small break-words text-ink-2">{detail}</p>
      </div>
      {children}
    </li>
  );
};

/** One line of a list of differences. */
export const DifferenceRow = (
  props: {
    readonly kind: Kind;
    /** Null for a title of which no date is known. */
    readonly when: Difference | null;
  } & Pick<ComponentProps<typeof ListRow>, 'title' | 'detail' | 'children'>,
) => {
  const { kind, when, ...rest } = props;
  return (
    <ListRow sign={looks[kind].sign} asks={kind === 'unknown'} time={when && <DifferenceTime of={when} />} {...rest} />
  );
};
