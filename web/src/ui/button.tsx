import type { LucideIcon } from 'lucide-react';
import { useLayoutEffect, type ButtonHTMLAttributes, type Ref } from 'react';
import { cn } from './cn.ts';

type Kind = 'primary' | 'secondary' | 'quiet' | 'danger';

const kinds: Readonly<Record<Kind, string>> = {
  primary: 'border-transparent bg-accent-fill text-on-accent enabled:hover:bg-accent-fill/90',
  secondary: 'border-line bg-raised enabled:hover:border-control',
  quiet: 'border-transparent px-2.5 text-accent enabled:hover:bg-accent-tint',
  danger: 'border-line bg-raised text-bad enabled:hover:border-bad',
};

const base =
  'inline-flex items-center justify-center gap-2 rounded-control border font-control whitespace-nowrap transition-colors duration-140 ease-rondo disabled:opacity-50 max-desk:min-h-11';

const sizes = { normal: 'h-9 px-3.5', small: 'h-8 px-2.5', large: 'h-11 px-4' } as const;

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly kind?: Kind;
  readonly size?: keyof typeof sizes;
  readonly icon?: LucideIcon;
  /** Busy: disabled, and announced to screen readers. */
  readonly loading?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
};

export const buttonClasses = (
  kind: Kind = 'secondary',
  size: keyof typeof sizes = 'normal',
  className?: string,
): string => cn(base, sizes[size], kinds[kind], className);

/** Gives the focus back to a button that lost it by being disabled while it was busy, if it is nowhere else since. */
const useFocusKept = (busy: boolean): void => {
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (!busy || !(focused instanceof HTMLButtonElement) || focused.ariaBusy !== 'true') return;
    return () => {
      if (document.activeElement === document.body) focused.focus({ preventScroll: true });
    };
  }, [busy]);
};

export const Button = ({
  kind,
  size,
  icon: Icon,
  loading = false,
  disabled,
  className,
  children,
  type,
  ...rest
}: ButtonProps) => {
  useFocusKept(loading);
  return (
    <button
      type={type ?? 'button'}
      disabled={disabled === true || loading}
      aria-busy={loading || undefined}
      className={buttonClasses(kind, size, className)}
      {...rest}
    >
      {Icon && <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />}
      {children}
    </button>
  );
};

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> & {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly outlined?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
};

/** A square icon button; `label` is its accessible name, and its tooltip (tooltips.ts). */
export const IconButton = ({ icon: Icon, label, outlined = false, className, type, ...rest }: IconButtonProps) => (
  <button
    type={type ?? 'button'}
    aria-label={label}
    title={label}
    className={cn(
      'inline-grid size-9 shrink-0 place-items-center rounded-control text-ink-2 transition-colors duration-140 ease-rondo hover:text-ink disabled:opacity-50 max-desk:size-11',
      outlined && 'border border-line bg-card hover:border-control',
      className,
    )}
    {...rest}
  >
    <Icon aria-hidden className="size-4" strokeWidth={1.75} />
  </button>
);
