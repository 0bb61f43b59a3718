import type { Teacher } from '@rondo/contracts/api/teachers.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { Keyboard } from 'lucide-react';
import type { ScheduleAddress } from '../schedule-address.ts';
import { Dragging } from '../dragging/Dragging.tsx';

/** The button that shows the keyboard shortcuts of the schedule. */
const Shortcuts = ({ go }: { readonly go: (change: Partial<ScheduleAddress>) => void }) => (
  <button
    type="button"
    onClick={() => go({ open: { ask: 'keys', lessonId: null, on: null } })}
    className="flex items-center gap-2 rounded-control text-small text-ink-3 hover:text-ink max-wide:hidden print:hidden"
  >
    <Keyboard aria-hidden className="size-4" strokeWidth={1.75} />
    Keyboard shortcuts
  </button>
);

export const WeekTools = (props: {
  readonly address: ScheduleAddress;
  readonly rows: readonly CalendarLesson[];
  readonly teacher: Teacher | null;
  readonly go: (change: Partial<ScheduleAddress>) => void;
}) => {
  const { address, rows, teacher, go } = props;
  const uncovered = address.day === null && address.open === null;
  return (
    <>
      {uncovered && teacher && <Dragging rows={rows} monday={address.monday} teacher={teacher} go={go} />}
      <Shortcuts go={go} />
    </>
  );
};
