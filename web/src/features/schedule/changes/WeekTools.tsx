import type { Lesson } from '@rondo/contracts/api/lessons.ts';
import type { Teacher } from '@rondo/contracts/api/teachers.ts';
import type { Now } from '../now.ts';
import type { ScheduleAddress } from '../schedule-address.ts';
import { Dragging } from './Dragging.tsx';
import { Shortcuts } from './Shortcuts.tsx';

/** What the week understands besides clicks: keys, and lessons that are dragged. */
export const WeekTools = (props: {
  readonly address: ScheduleAddress;
  readonly rows: readonly Lesson[];
  readonly teacher: Teacher | null;
  readonly now: Now;
  readonly go: (change: Partial<ScheduleAddress>, options?: { readonly replace?: boolean }) => void;
}) => {
  const { address, rows, teacher, now, go } = props;
  const uncovered = address.day === null && address.open === null;
  return (
    <>
      {uncovered && teacher && <Dragging rows={rows} monday={address.monday} teacher={teacher} go={go} />}
      <Shortcuts address={address} now={now} go={go} />
    </>
  );
};
