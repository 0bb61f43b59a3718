import type { Teacher } from '@rondo/contracts/api/teachers.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import type { ScheduleAddress } from '../schedule-address.ts';
import { Dragging } from './Dragging.tsx';
import { Shortcuts } from './Shortcuts.tsx';

/** Drag and drop, and the button for the keyboard shortcuts. */
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
