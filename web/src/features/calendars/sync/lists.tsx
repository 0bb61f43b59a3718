import { useId, useState, type ReactNode, type ComponentProps } from 'react';
import { Button } from '../../../ui/button.tsx';
import { CalendarX, Equal, Minus, MoveRight, Plus, RotateCcw, UserX, type LucideIcon, ArrowRight } from 'lucide-react';
import { type Kind, type Difference, kinds, type Counts } from './differences.ts';
import { formatTime, formatTimeRange, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { cn } from '../../../ui/cn.ts';
import { numberText } from '../../../lib/formats.ts';

type Look = {
  readonly sign: LucideIcon;
  /** Below the count. */
  readonly labels: readonly [one: string, many: string];
  readonly title: string;
  /** Beside the title: what it means. */
  readonly meaning: string;
};

export const looks: Readonly<Record<Kind, Look>> = {
  unknown: {
    sign: UserX,
    labels: ['unknown name', 'unknown names'],
    title: 'Unknown names',
    meaning: 'Link each to a student once, and Rondo remembers the name. Others are imported as appointments.',
  },
  cancelled: {
    sign: Minus,
    labels: ['cancelled', 'cancelled'],
    title: 'Cancelled in the calendar',
    meaning: 'Cancelled there, but not in Rondo.',
  },
  gone: {
    sign: CalendarX,
    labels: ['gone', 'gone'],
    title: 'Gone from the calendar',
    meaning: 'Imported earlier, no longer there.',
  },
  restored: {
    sign: RotateCcw,
    labels: ['restored', 'restored'],
    title: 'Restored in the calendar',
    meaning: 'Cancelled in Rondo, but taking place there.',
  },
  moved: {
    sign: MoveRight,
    labels: ['changed', 'changed'],
    title: 'Changed',
    meaning: 'Imported entries with another time, title or student in the calendar.',
  },
  added: { sign: Plus, labels: ['added', 'added'], title: 'Added', meaning: 'In the calendar, but not in Rondo.' },
  untouched: {
    sign: Equal,
    labels: ['unchanged', 'unchanged'],
    title: 'Unchanged',
    meaning: 'The same in the calendar and in Rondo.',
  },
};

const shownAtOnce = 100;
/** A list of one kind of difference. Long ones open in steps, so that 20,000 dates do not stop the page. */
export const Section = <Row,>(props: {
  readonly look: Omit<Look, 'sign'>;
  readonly rows: readonly Row[];
  /** What else the kind means here. */
  readonly more?: string;
  /** How many are listed until the user opens more. */
  readonly atFirst?: number;
  readonly children: (row: Row) => ReactNode;
}) => {
  const { look, rows, more, atFirst = 12, children } = props;
  const id = useId();
  const [most, setMost] = useState(atFirst);
  if (rows.length === 0) return null;
  const { title, meaning, labels } = look;
  const left = Math.max(0, rows.length - most);
  const next = Math.min(left, shownAtOnce);
  return (
    <section aria-labelledby={id}>
      <div className="flex flex-wrap items-baseline gap-x-2 border-b border-line pt-3.5 pb-1.5">
        <h4 id={id} className="font-strong">
          {title}
        </h4>
        <p className="text-ink-2">
          {meaning} {more}
        </p>
      </div>
      <ul aria-labelledby={id}>{rows.slice(0, most).map((row) => children(row))}</ul>
      {left > 0 && (
        <Button kind="quiet" className="my-1 -ml-2.5" onClick={() => setMost(most + shownAtOnce)}>
          {next < left
            ? `Show ${numberText(next)} more of ${numberText(left)}`
            : `Show ${numberText(left)} ${most === 0 ? labels[left === 1 ? 0 : 1] : 'more'}`}
        </Button>
      )}
    </section>
  );
};

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
        <p className="line-clamp-2 font-strong break-labels">{title}</p>
        <p className="text-small break-labels text-ink-2">{detail}</p>
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

const Count = (props: {
  readonly kind: Kind;
  readonly count: number;
  /** The user is asked to decide something. */
  readonly asks: boolean;
  readonly pressed: boolean;
  readonly onPress: () => void;
}) => {
  const { kind, count, asks, pressed, onPress } = props;
  const { sign: Sign, labels } = looks[kind];
  const quiet = count === 0 || kind === 'untouched';
  return (
    <button
      type="button"
      aria-pressed={pressed}
      disabled={count === 0}
      onClick={onPress}
      className={cn(
        'relative grid min-h-11 content-start px-6 py-3 text-left transition-colors duration-140 ease-rondo not-first:before:absolute not-first:before:inset-y-4 not-first:before:left-0 not-first:before:border-l not-first:before:border-line enabled:hover:bg-[color-mix(in_oklab,var(--color-line-soft)_35%,transparent)] focus-visible:-outline-offset-2 aria-pressed:bg-accent-tint desk:max-wide:px-3.5 max-desk:py-2 max-desk:pr-2 max-desk:pl-4 max-desk:nth-[3n+1]:before:hidden',
      )}
    >
      <span className={cn('block text-figure font-figure tabular-nums', quiet && 'text-ink-3', asks && 'text-warn')}>
        {numberText(count)}
      </span>{' '}
      <span className={cn('flex items-center gap-1.5 max-desk:text-small', asks ? 'text-warn' : 'text-ink-2')}>
        <Sign aria-hidden className={cn('size-3.5 shrink-0', !asks && 'text-ink-3')} strokeWidth={1.75} />
        {labels[count === 1 ? 0 : 1]}
      </span>
    </button>
  );
};

/** How many rows each list has; "gone" only when there are some. Pressing a count shows only its kind; pressing it again shows all. */
export const Tally = (props: {
  readonly counts: Counts;
  /** Names wait to be linked. */
  readonly asks: boolean;
  readonly only: Kind | null;
  readonly onShow: (kind: Kind | null) => void;
}) => (
  <fieldset
    aria-label="Differences"
    className="grid shrink-0 auto-cols-[minmax(max-content,1fr)] grid-flow-col border-b border-line max-desk:grid-flow-row max-desk:grid-cols-3"
  >
    {kinds
      .filter((kind) => kind !== 'gone' || props.counts.gone > 0)
      .map((kind) => (
        <Count
          key={kind}
          kind={kind}
          count={props.counts[kind]}
          asks={kind === 'unknown' && props.asks}
          pressed={props.only === kind}
          onPress={() => props.onShow(props.only === kind ? null : kind)}
        />
      ))}
  </fieldset>
);
