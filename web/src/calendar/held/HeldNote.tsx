import { Hourglass } from 'lucide-react';
import type { HeldTime } from './held-times.ts';

/** A time that is held: a dashed outline without a head, because no lesson is there yet. */
export default function HeldNote({ name, note }: HeldTime) {
  return (
    <div
      title={`${name}. ${note}`}
      className="@container absolute inset-x-0 inset-y-px overflow-hidden rounded-block border border-dashed border-control bg-card text-small leading-4 text-ink-2"
    >
      <div className="px-1.5 py-px @min-[140px]:px-2.5 @min-[140px]:py-1 @min-[140px]:text-body @min-[140px]:leading-5">
        <p className="truncate font-strong">{name}</p>
        <p className="flex items-center gap-1.5 tabular-nums">
          <Hourglass aria-hidden className="size-3 shrink-0 text-ink-3 @max-[110px]:hidden" strokeWidth={1.75} />
          {note}
        </p>
      </div>
    </div>
  );
}
