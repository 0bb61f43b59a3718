import type { CSSProperties, ReactNode } from 'react';
import { cn } from '../cn.ts';

declare module 'react' {
  interface CSSProperties {
    /** Custom CSS properties; React sets them through the CSSOM. */
    [name: `--${string}`]: string | number | undefined;
  }
}

// A stave of time: children are positioned by minutes after midnight (`--s` start, `--e` end) at `--ppm` pixels per minute, between
// `--from` and `--to`. Stems and drives are on one line, `--lane` pixels from the left.

/** Positions its element on its stave; use it with `span(start, end)` as the style. */
export const onStave = 'on-stave';

export const span = (start: number, end: number): CSSProperties => ({ '--s': start, '--e': end });

export const staveClasses = 'relative h-[calc((var(--to)-var(--from))*var(--ppm))] overflow-clip';

/** An interval without teaching hours, on a sunken background. */
export const SunkenHours = ({ start, end }: { readonly start: number; readonly end: number }) => (
  <i aria-hidden className={cn(onStave, 'inset-x-0 bg-sunken')} style={span(start, end)} />
);

/** The hairline of a full hour, with its label on the left if the stave has room for it. */
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

/** The hour labels next to staves that share them. */
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

/** The current minute: a line behind the blocks and a dot on the line of the stems. */
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

/** The list of everything on the stave; also a list for screen readers. */
export const StaveList = ({ children, label }: { readonly children: ReactNode; readonly label: string }) => (
  <ol aria-label={label}>{children}</ol>
);
