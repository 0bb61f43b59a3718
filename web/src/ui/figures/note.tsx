import { Calendar, CalendarArrowDown, CircleDashed, PencilLine, Route, X, type LucideIcon } from 'lucide-react';
import type { CSSProperties } from 'react';
import { cn } from '../cn.ts';

/** How a note on the stave looks: who created it, or that it is pending or cancelled. */
export type NoteLook = 'optimized' | 'manual' | 'imported' | 'pending' | 'cancelled' | 'appointment';

export const noteIcons: Readonly<Record<NoteLook, LucideIcon>> = {
  optimized: Route,
  manual: PencilLine,
  imported: CalendarArrowDown,
  pending: CircleDashed,
  cancelled: X,
  appointment: Calendar,
};

const stems: Readonly<Record<NoteLook, string>> = {
  optimized: 'w-[3px] bg-(--stem)',
  manual: 'w-1 bg-[linear-gradient(to_right,var(--stem)_1px,transparent_1px_3px,var(--stem)_3px)]',
  imported: 'w-[3px] bg-[repeating-linear-gradient(to_bottom,var(--stem)_0_3px,transparent_3px_5px)]',
  pending: 'w-[3px] bg-[repeating-linear-gradient(to_bottom,var(--stem)_0_7px,transparent_7px_11px)]',
  cancelled: 'hidden',
  appointment: 'left-px w-px bg-(--stem)',
};

/** A piece of stem for the legend. */
export const StemSample = ({ look }: { readonly look: NoteLook }) => (
  <i aria-hidden className={cn('relative h-4', stems[look])} style={{ '--stem': 'var(--color-accent)' }} />
);

const grounds: Readonly<Record<NoteLook, { stem: string; fill: string }>> = {
  optimized: { stem: 'var(--color-accent)', fill: 'var(--color-accent-tint)' },
  manual: { stem: 'var(--color-accent)', fill: 'var(--color-accent-tint)' },
  imported: { stem: 'var(--color-accent)', fill: 'var(--color-accent-tint)' },
  pending: { stem: 'var(--color-accent)', fill: 'var(--color-card)' },
  cancelled: { stem: 'transparent', fill: 'var(--color-card)' },
  appointment: { stem: 'var(--color-ink-3)', fill: 'var(--color-card)' },
};

export type NoteState = {
  readonly look: NoteLook;
  /** Over: the same form without color. */
  readonly past?: boolean;
  readonly conflict?: boolean;
  /** Minutes at its start that overlap the drive before it. */
  readonly late?: number;
};

/** Colors of a note as variables: `--stem`, `--fill` and, if a drive overlaps it, a tinted beginning. */
export const noteStyle = ({ look, past = false, conflict = false, late = 0 }: NoteState): CSSProperties => {
  const { stem, fill } = grounds[look];
  const faded = past && look !== 'cancelled' && look !== 'pending';
  const ground = conflict ? 'var(--color-bad-tint)' : faded ? 'var(--color-past)' : fill;
  return {
    '--stem': conflict ? 'var(--color-bad)' : faded ? 'var(--color-ink-3)' : stem,
    '--fill': ground,
    '--late': late,
  };
};

/** The background of a note. */
export const noteGround =
  'bg-(--fill) [background-image:linear-gradient(var(--color-bad-tint),var(--color-bad-tint))] bg-no-repeat [background-size:100%_calc(var(--late)*var(--ppm))]';

/** The stem, from the head to the end. `top` is the position of the head's center. */
export const Stem = ({ look, className }: { readonly look: NoteLook; readonly className?: string }) => (
  <i aria-hidden className={cn('absolute bottom-0 left-0', stems[look], className)} />
);

/** The dashed or solid frame of a note without background. */
export const NoteFrame = ({ look, className }: { readonly look: NoteLook; readonly className?: string }) => {
  if (look !== 'pending' && look !== 'appointment' && look !== 'cancelled') return null;
  return (
    <i
      aria-hidden
      className={cn(
        'pointer-events-none absolute inset-y-0 right-0 border',
        look === 'pending' && 'left-0 border-l-0 border-dashed border-accent',
        look === 'appointment' && 'left-0 border-l-0 border-line',
        look === 'cancelled' && 'left-1.5 border-line',
        className,
      )}
    />
  );
};

/** The head of a note: filled, hollow if pending, a diamond for an appointment, a cross if cancelled. Centered on the first line. */
export const NoteHead = ({ look, className }: { readonly look: NoteLook; readonly className?: string }) => {
  const place = 'absolute top-(--head) left-0 -translate-y-1/2';
  if (look === 'cancelled')
    return (
      <X
        aria-hidden
        className={cn(place, 'size-(--cross,11px) rounded-block bg-card text-ink-3', className)}
        strokeWidth={3}
      />
    );
  if (look === 'appointment')
    return <i aria-hidden className={cn(place, 'size-2 rotate-45 rounded-[1.5px] bg-(--stem)', className)} />;
  return (
    <i
      aria-hidden
      className={cn(
        place,
        'h-(--head-h,8px) w-(--head-w,11px) -rotate-18 rounded-full',
        look === 'pending' ? 'z-1 border-[1.75px] border-(--stem) bg-card' : 'bg-(--stem)',
        className,
      )}
    />
  );
};
