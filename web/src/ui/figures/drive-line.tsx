import { House, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../cn.ts';
import { onStave } from './stave.tsx';

type DriveLineProps = {
  /** From the end of the stop before to the start of the next, in minutes after midnight. */
  readonly start: number;
  readonly end: number;
  readonly minutes: number;
  readonly role: 'out' | 'between' | 'back';
  /** Minutes by which the gap is too short. */
  readonly short: number;
  readonly label: ReactNode;
  /** The text for screen readers. */
  readonly spoken: string;
  /** Its label is on a sunken background. */
  readonly sunken?: boolean;
  /** Minutes by which the label, and a home with it, is away from its usual place, where something is in its way; null: no label. */
  readonly shift?: number | null;
  readonly className?: string;
};

const Waiting = () => <i aria-hidden className="absolute inset-y-0 left-px border-l border-dotted border-control" />;

const labelTops = {
  out: 'top-[calc(var(--shift)*var(--ppm)-16px)]',
  back: 'top-[calc((var(--d)+var(--shift))*var(--ppm))]',
  // Next to the line if there is room, else in the middle of the gap.
  between: 'top-[max(0px,min((var(--d)*var(--ppm)-12px)/2,(var(--e)-var(--s))*var(--ppm)-12px))] leading-3',
  // Over the last line of the entry before rather than the title of the next.
  tight: 'top-[calc((var(--e)-var(--s))*var(--ppm)-11px)] leading-3',
  shifted: 'top-[calc((min(var(--d),var(--e)-var(--s))/2+var(--shift))*var(--ppm)-6px)] leading-3',
} as const;

/**
 * A drive between two stops: a line as long as the drive takes, then dots until the next start. If the gap is too short: a red line that
 * overlaps the next lesson, with its label over the gap. Between stops at the same address there is neither line nor label.
 */
export const DriveLine = (props: DriveLineProps) => {
  const { start, end, minutes, role, short, label, spoken, sunken = false, shift = 0, className } = props;
  const line = minutes > 0;
  const tight = role === 'between' && end - start < 10;
  const place = role === 'between' && shift !== 0 ? 'shifted' : tight ? 'tight' : role;
  return (
    <li
      className={cn(
        onStave,
        'pointer-events-none right-1.5 left-(--lane) text-small font-small text-ink-3',
        short > 0 ? 'z-4' : 'z-3',
        className,
      )}
      style={{ '--s': start, '--e': end, '--d': minutes, '--shift': shift ?? 0 }}
    >
      <span className="sr-only">{spoken}</span>
      {role === 'between' && short === 0 && !tight && <Waiting />}
      {role !== 'between' && (
        <House
          aria-hidden
          className={cn(
            'absolute -left-[5.5px] size-3.5 text-ink-2',
            role === 'out'
              ? 'top-[calc(var(--shift)*var(--ppm)-15px)]'
              : 'top-[calc((var(--d)+var(--shift))*var(--ppm)+1px)]',
          )}
          strokeWidth={2}
        />
      )}
      {role !== 'between' && shift !== 0 && (
        <i
          aria-hidden
          className={cn(
            'absolute left-px border-l border-dotted border-control',
            role === 'out'
              ? 'top-[calc(var(--shift)*var(--ppm))] h-[calc(var(--shift)*-1*var(--ppm))]'
              : 'top-[calc(var(--d)*var(--ppm))] h-[calc(var(--shift)*var(--ppm))]',
          )}
        />
      )}
      {line && (
        <i
          aria-hidden
          className={cn(
            'absolute top-0 h-[calc(var(--d)*var(--ppm))]',
            short > 0 ? 'left-0 w-[3px] bg-bad' : 'left-px w-px bg-ink-2',
          )}
        />
      )}
      {short > 0 ? (
        <span
          aria-hidden
          className="absolute top-[min(calc((var(--e)-var(--s))*var(--ppm)/2-8px),calc((var(--e)-var(--s))*var(--ppm)-15px))] left-(--short-left,8px) flex h-4 items-center gap-1 rounded-chip bg-bad-fill pr-1.5 pl-1 font-strong whitespace-nowrap text-on-accent tabular-nums"
        >
          <TriangleAlert className="size-3" strokeWidth={2} />
          {label}
        </span>
      ) : (
        shift !== null &&
        (line || role !== 'between') && (
          <span
            aria-hidden
            className={cn(
              'absolute left-(--label-left,12px) flex items-center gap-1.5 rounded-[3px] px-[3px] whitespace-nowrap tabular-nums',
              sunken ? 'bg-sunken' : 'bg-card',
              labelTops[place],
              tight && 'rounded-full px-1.5 outline outline-line-soft',
            )}
          >
            {label}
          </span>
        )
      )}
    </li>
  );
};
