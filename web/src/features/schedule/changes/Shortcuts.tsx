import { Keyboard } from 'lucide-react';
import type { ScheduleAddress } from '../schedule-address.ts';

/** The button that shows the keyboard shortcuts of the schedule. */
export const Shortcuts = ({ go }: { readonly go: (change: Partial<ScheduleAddress>) => void }) => (
  <button
    type="button"
    onClick={() => go({ open: { ask: 'keys', lessonId: null, on: null } })}
    className="flex items-center gap-2 rounded-control text-small text-ink-3 hover:text-ink max-wide:hidden print:hidden"
  >
    <Keyboard aria-hidden className="size-4" strokeWidth={1.75} />
    Keyboard shortcuts
  </button>
);
