import { cn } from '../../../ui/cn.ts';
import { kinds, type Counts, type Kind } from './differences.ts';
import { looks } from './lists.tsx';

const number = new Intl.NumberFormat('en-US');

const Count = (props: {
  readonly kind: Kind;
  readonly count: number;
  /** The user is asked to decide something. */
  readonly asks: boolean;
  readonly pressed: boolean;
  readonly onPress: () => void;
}) => {
  const { kind, count, asks, pressed, onPress } = props;
  const { sign: Sign, words } = looks[kind];
  const quiet = count === 0 || kind === 'untouched';
  return (
    <button
      type="button"
      aria-pressed={pressed}
      disabled={count === 0}
      onClick={onPress}
      className={cn(
        'relative grid min-h-11 content-start px-6 py-3 text-left transition-colors duration-140 ease-rondo not-first:before:absolute not-first:before:inset-y-4 not-first:before:left-0 not-first:before:border-l not-first:before:border-line enabled:hover:bg-[color-mix(in_oklab,var(--color-line-soft)_35%,transparent)] focus-visible:-outline-offset-2 aria-pressed:bg-accent-tint max-desk:py-2 max-desk:pr-2 max-desk:pl-4 max-desk:nth-[3n+1]:before:hidden',
      )}
    >
      <span className={cn('block text-figure font-figure tabular-nums', quiet && 'text-ink-3', asks && 'text-warn')}>
        {number.format(count)}
      </span>{' '}
      <span className={cn('flex items-center gap-1.5 max-desk:text-small', asks ? 'text-warn' : 'text-ink-2')}>
        <Sign aria-hidden className={cn('size-3.5 shrink-0', !asks && 'text-ink-3')} strokeWidth={1.75} />
        {words[count === 1 ? 0 : 1]}
      </span>
    </button>
  );
};

/** How many rows each list has; "gone" only when there are some. Pressing a count shows only its kind; pressing it again shows all. */
export const Tally = (props: {
  readonly counts: Counts;
  /** Names wait to be linked. */
  readonly asks: boolean;
  readonly shown: Kind | null;
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
          pressed={props.shown === kind}
          onPress={() => props.onShow(props.shown === kind ? null : kind)}
        />
      ))}
  </fieldset>
);
