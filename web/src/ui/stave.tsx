import type { CSSProperties, ReactNode } from 'react';
import { cn } from './cn.ts';

declare module 'react' {
  interface CSSProperties {
    /** Our own variables; React sets them through the CSSOM. */
    [name: `--${string}`]: string | number | undefined;
  }
}

// A stave of time: everything on it is placed by minutes after midnight (`--s` start, `--e` end) at `--ppm` pixels a minute, between
// `--from` and `--to`. Stems and drives stand on one line, `--lane` pixels from the left.

/** Places its element on the stave it is in; give it `span(start, end)` as its style. */
export const onStave =
  'absolute top-[calc((var(--s)-var(--from))*var(--ppm))] h-[calc((var(--e)-var(--s))*var(--ppm))]';

export const span = (start: number, end: number): CSSProperties => ({ '--s': start, '--e': end });

export const staveClasses = 'relative h-[calc((var(--to)-var(--from))*var(--ppm))] overflow-clip';

/** A stretch in which nobody teaches: it lies lower. */
export const SunkenHours = ({ start, end }: { readonly start: number; readonly end: number }) => (
  <i aria-hidden className={cn(onStave, 'inset-x-0 bg-sunken')} style={span(start, end)} />
);

/** The hairline of a full hour, its name at the left where the stave has room for it. */
export const HourLine = (props: { readonly minute: number; readonly label?: string; readonly className?: string }) => (
  <i
    aria-hidden
    className={cn(
      'absolute inset-x-0 top-[calc((var(--s)-var(--from))*var(--ppm))] h-px bg-line-soft not-italic',
      props.className,
    )}
    style={{ '--s': props.minute }}
  >
    {props.label !== undefined && (
      <span className="absolute -top-2 right-full w-11 pr-1.5 text-right text-small font-small whitespace-nowrap text-ink-3">
        {props.label}
      </span>
    )}
  </i>
);

/** The hours beside staves that share them. */
export const HourAxis = (props: {
  readonly hours: readonly { readonly minute: number; readonly label: string }[];
  readonly now?: { readonly minute: number; readonly label: string } | null;
  readonly className?: string;
  readonly style?: CSSProperties;
}) => (
  <div
    aria-hidden
    className={cn('relative h-[calc((var(--to)-var(--from))*var(--ppm))]', props.className)}
    style={props.style}
  >
    {props.hours
      .filter(({ minute }) => !props.now || Math.abs(minute - props.now.minute) > 13)
      .map(({ minute, label }) => (
        <span
          key={minute}
          className="absolute top-[calc((var(--s)-var(--from))*var(--ppm)-8px)] right-0.5 text-small font-small whitespace-nowrap text-ink-3"
          style={{ '--s': minute }}
        >
          {label}
        </span>
      ))}
    {props.now && (
      <span
        className="absolute top-[calc((var(--s)-var(--from))*var(--ppm)-8px)] -right-0.5 rounded-chip bg-ink px-1 text-small font-strong whitespace-nowrap text-paper tabular-nums"
        style={{ '--s': props.now.minute }}
      >
        {props.now.label}
      </span>
    )}
  </div>
);

/** The present minute: a line behind the blocks and a dot on the line of the stems. */
export const NowLine = ({ minute, className }: { readonly minute: number; readonly className?: string }) => (
  <>
    <i
      aria-hidden
      className={cn(
        'pointer-events-none absolute right-0 left-0 z-1 -mt-px border-t-2 border-ink top-[calc((var(--s)-var(--from))*var(--ppm))]',
        className,
      )}
      style={{ '--s': minute }}
    />
    <i
      aria-hidden
      className="pointer-events-none absolute top-[calc((var(--s)-var(--from))*var(--ppm))] left-[calc(var(--lane)+1.5px)] z-6 -m-[4.5px] size-[9px] rounded-full bg-ink outline-2 outline-card"
      style={{ '--s': minute }}
    />
  </>
);

/** A list of what stands on the stave; a list for screen readers too. */
export const StaveList = ({ children, label }: { readonly children: ReactNode; readonly label: string }) => (
  <ol aria-label={label}>{children}</ol>
);
