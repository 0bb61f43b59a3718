import { Minus, Plus, UserCheck, X, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../../../ui/cn.ts';

/** How many of the file's rows become something. */
export const Count = (props: {
  readonly icon: LucideIcon;
  /** A number, or an amount in its own type. */
  readonly figure: number | ReactNode;
  readonly word: string;
  readonly bad?: boolean;
  readonly className?: string;
}) => {
  const { icon: Icon, figure, bad = false, className } = props;
  return (
    <div
      className={cn(
        'relative px-6 py-3 max-desk:py-2 not-first:before:absolute not-first:before:inset-y-4 not-first:before:left-0 not-first:before:border-l not-first:before:border-line max-desk:px-4',
        className,
      )}
    >
      <p className={cn('text-figure font-figure max-desk:text-title', figure === 0 && 'text-ink-3')}>
        {typeof figure === 'number' ? figure.toLocaleString('en-US') : figure}
      </p>
      <p
        className={cn(
          'flex items-center gap-1.5 max-desk:items-start max-desk:text-small',
          bad && figure !== 0 ? 'text-bad' : 'text-ink-2',
        )}
      >
        <Icon aria-hidden className="size-3.5 shrink-0 max-desk:mt-px" strokeWidth={1.75} />
        {props.word}
      </p>
    </div>
  );
};

export const rowSigns = {
  bad: { icon: X, className: 'border-transparent bg-bad-tint text-bad' },
  doubtful: { icon: Plus, className: 'border-transparent bg-warn-tint text-warn' },
  known: { icon: UserCheck, className: 'border-line text-ink-3' },
  out: { icon: Minus, className: 'border-line text-ink-3' },
  new: { icon: Plus, className: 'border-line' },
} as const;

/** At the beginning of a row: what becomes of it. */
export const RowSign = ({ sign }: { readonly sign: keyof typeof rowSigns }) => {
  const { icon: Icon, className } = rowSigns[sign];
  return (
    <span aria-hidden className={cn('grid size-5 place-items-center rounded-[5px] border', className)}>
      <Icon className="size-3" strokeWidth={1.75} />
    </span>
  );
};

export const Missing = ({ children }: { readonly children: string }) => <span className="text-ink-3">{children}</span>;
