import { CloudOff } from 'lucide-react';
import { cn } from '../ui/cn.ts';
import { noticesOf, type Drive } from './days/legs.ts';

/** Why some drives are not as exact as the maps service's; nothing if they are, or without such a service. */
export const DriveNotes = (props: { readonly legs: readonly Drive[]; readonly className?: string }) =>
  noticesOf(props.legs).map((notice) => (
    <p key={notice} className={cn('flex gap-2 text-ink-2', props.className)}>
      <CloudOff aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
      {notice}
    </p>
  ));
