import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';

const tones = {
  plain: 'border-line',
  outline: 'border-control',
  ok: 'border-transparent bg-ok-tint text-ok',
  warn: 'border-transparent bg-warn-tint text-warn',
  bad: 'border-transparent bg-bad-tint text-bad',
  filled: 'border-transparent bg-accent-fill text-on-accent',
  tint: 'border-transparent bg-accent-tint text-accent',
  pending: 'border-dashed border-accent text-accent',
} as const;

/** A status label with its icon. */
export const Badge = (props: {
  readonly tone?: keyof typeof tones;
  readonly icon?: LucideIcon;
  readonly children: ReactNode;
}) => {
  const { tone = 'plain', icon: Icon, children } = props;
  return (
    <span
      className={cn(
        'inline-flex h-[22px] items-center gap-1.5 rounded-block border px-2 text-small font-control whitespace-nowrap',
        tones[tone],
      )}
    >
      {Icon && <Icon aria-hidden className="size-3 shrink-0" strokeWidth={2} />}
      {children}
    </span>
  );
};
