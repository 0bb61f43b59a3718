import { Keyboard, TriangleAlert } from 'lucide-react';
import type { ScheduleAddress, Ask } from '../address.ts';
import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatTimeRange, toTimeText } from '@rondo/contracts/calendar/times.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { createPortal } from 'react-dom';
import { cn } from '../../../ui/cn.ts';
import type { Target, Rows } from '../../../calendar/days/optimistic.ts';
import { timeThere } from '../../../calendar/entries/conflict.ts';
import { titleOf } from '../../../calendar/days/entry.ts';
import { frameAt, type Place, useDragging, type Drag } from './use-dragging.ts';
import { DriveWords, driveWords, useDrivesAt } from './drives-at.tsx';
import { sendIfFree } from '../../../calendar/entries/timed-write.ts';
import { moveWrite } from './moves.ts';

/** Red on another entry, gray outside the availability. */
const ghostTone = (overlaps: boolean, outside: boolean): string => {
  if (overlaps) return 'border-bad bg-[color-mix(in_oklab,var(--color-bad)_20%,var(--color-card))]/85';
  return outside ? 'border-control bg-sunken/85' : 'border-accent bg-accent-tint/85';
};

/** The entry at its new place, with its time and the drives around it. */
const Ghost = ({ drag, teacher, rows }: { readonly drag: Drag; readonly teacher: Teacher; readonly rows: Rows }) => {
  const { target, at, by } = drag;
  const drives = useDrivesAt(target.row, teacher, at);
  const frame = frameAt(at, target.row.duration);
  if (!frame) return null;
  const { outside, overlaps } = timeThere(target, at, { rows, teacher });
  const trouble = [
    ...(overlaps.length > 0 ? [`Overlaps ${overlaps.join(', ')}`] : []),
    ...(outside ? ['Outside the regular availability'] : []),
  ];
  const times = formatTimeRange(at.start, at.start + target.row.duration);
  const spoken = [
    `${titleOf(target.row)}, ${longDate(at.date)}, ${times}`,
    ...trouble,
    ...(drives.to ? [driveWords(drives.to, 'to')] : []),
    ...(drives.onward ? [driveWords(drives.onward, 'onward')] : []),
    ...(by === 'keys' ? ['Press Enter to move it there or Escape to cancel.'] : []),
  ].join('. ');
  return createPortal(
    <>
      <output className="sr-only">{spoken}</output>
      <div
        aria-hidden
        className={cn('pointer-events-none fixed z-20 rounded-block border-2', ghostTone(overlaps.length > 0, outside))}
        style={{ left: frame.left, top: frame.top, width: frame.width, height: frame.height }}
      >
        <div className="absolute top-0 left-1 flex w-max max-w-64 min-w-full flex-col gap-0.5 rounded-block border border-accent-line bg-raised px-2 py-1.5 text-small font-small text-ink-2">
          <p className="truncate font-strong text-ink">{titleOf(target.row)}</p>
          <p className="text-ink tabular-nums">{times}</p>
          {trouble.map((text) => (
            <p key={text} className={cn('flex items-center gap-1.5', overlaps.length > 0 && 'font-strong text-bad')}>
              <TriangleAlert aria-hidden className="size-3.5 shrink-0" strokeWidth={2} />
              <span className="min-w-0">{text}</span>
            </p>
          ))}
          <DriveWords {...drives} />
        </div>
      </div>
    </>,
    document.body,
  );
};

/** Lets the user drag a lesson to another time or day of the week. A single lesson moves at once, unless it leaves the availability; a weekly one asks for the scope. */
const Dragging = (props: {
  readonly rows: readonly CalendarLesson[];
  readonly monday: IsoDate;
  readonly teacher: Teacher;
  readonly go: (change: Partial<ScheduleAddress>) => void;
}) => {
  const { rows, monday, teacher, go } = props;
  const onDrop = (target: Target, { date, start }: Place): void => {
    const startTime = toTimeText(start);
    const ask = (what: Ask): void =>
      go({ open: { ask: what, lessonId: target.row.lessonId, on: target.on, to: `${date}T${startTime}` } });
    if (isWeekly(target.row) || timeThere(target, { date, start }, { rows, teacher }).outside) ask('move');
    else void sendIfFree(moveWrite(target, { date, startTime }, 'this'), () => ask('taken'));
  };
  const drag = useDragging({ rows, from: monday, to: addDays(monday, 6), onDrop });
  return drag && <Ghost drag={drag} teacher={teacher} rows={rows} />;
};

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

export default function WeekTools(props: {
  readonly address: ScheduleAddress;
  readonly rows: readonly CalendarLesson[];
  readonly teacher: Teacher | null;
  readonly go: (change: Partial<ScheduleAddress>) => void;
}) {
  const { address, rows, teacher, go } = props;
  const uncovered = address.day === null && address.open === null;
  return (
    <>
      {uncovered && teacher && <Dragging rows={rows} monday={address.monday} teacher={teacher} go={go} />}
      <Shortcuts go={go} />
    </>
  );
}
