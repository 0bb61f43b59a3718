import { Keyboard, Printer, TriangleAlert } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { ScheduleAddress, Ask } from '../address.ts';
import { useQuery } from '@tanstack/react-query';
import type { Student } from '@rondo/contracts/api/people/students.ts';
import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { addDays, datesOfWeek, dayOfWeekOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatTimeRange, toTimeText } from '@rondo/contracts/calendar/times.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { outsideHours, type OutsideHours } from '@rondo/contracts/lessons/outside-hours.ts';
import { inMinutes } from '@rondo/contracts/calendar/windows.ts';
import { isWeekly, spanOf } from '@rondo/contracts/calendar/rows.ts';
import { createPortal } from 'react-dom';
import { cn } from '../../../ui/cn.ts';
import type { Target, Rows } from '../../../calendar/days/optimistic.ts';
import { peopleWithHours, timeThere } from '../../../calendar/entries/conflict.ts';
import { titleOf } from '../../../calendar/days/entry.ts';
import { bandAt, frameAt, type Place, useDragging, type Drag } from './use-dragging.ts';
import { DriveWords, driveWords, useDrivesAt } from './drives-at.tsx';
import { queryClient } from '../../../api/queries.ts';
import { studentsQuery } from '../../../calendar/queries.ts';
import { sendIfFree } from '../../../calendar/entries/timed-write.ts';
import { moveWrite } from './moves.ts';
import { Drawing } from '../drawing/Drawing.tsx';
import { SlotCursor } from '../drawing/SlotCursor.tsx';
import type { Slot } from '../drawing/slot.ts';
import type { Day } from '../../../calendar/days/day.ts';

const WeekSheet = lazy(() => import('./WeekSheet.tsx'));

/** Red on another entry, gray outside the availability. */
const ghostTone = (overlaps: boolean, outside: boolean): string => {
  if (overlaps) return 'border-bad bg-[color-mix(in_oklab,var(--color-bad)_20%,var(--color-card))]/85';
  return outside ? 'border-control bg-sunken/85' : 'border-accent bg-accent-tint/85';
};

/** Whose hours an entry is outside at its new place. */
const outsideAt = (
  { target: { row }, at }: Pick<Drag, 'target' | 'at'>,
  teacher: Teacher,
  student: Student | undefined,
): OutsideHours[] =>
  outsideHours(peopleWithHours(teacher, student), {
    ...spanOf({ ...row, start: at.start }),
    dayOfWeek: dayOfWeekOf(at.date),
    date: at.date,
  });

/** The student's hours in the week while their lesson is dragged, preferred ones stronger. */
const StudentHours = ({ student, monday }: { readonly student: Student; readonly monday: IsoDate }) =>
  createPortal(
    datesOfWeek(monday)
      .flatMap((date) =>
        student.availability
          .filter(({ enabled, dayOfWeek }) => enabled && dayOfWeek === dayOfWeekOf(date))
          .flatMap((row) => {
            const frame = bandAt(date, inMinutes(row));
            return frame ? [{ ...frame, key: `${date} ${row.id}`, isPreferred: row.isPreferred }] : [];
          }),
      )
      .map(({ key, isPreferred, ...frame }) => (
        <div
          key={key}
          aria-hidden
          data-hours={isPreferred ? 'preferred' : 'free'}
          className={cn(
            'pointer-events-none fixed z-10 border-l-2',
            isPreferred ? 'border-accent bg-accent/20' : 'border-accent-line bg-accent/10',
          )}
          style={frame}
        />
      )),
    document.body,
  );

/** The entry at its new place, with its time and the drives around it. */
const Ghost = (props: {
  readonly drag: Drag;
  readonly teacher: Teacher;
  readonly student: Student | undefined;
  readonly rows: Rows;
}) => {
  const { drag, teacher, student, rows } = props;
  const { target, at, by } = drag;
  const drives = useDrivesAt(target.row, teacher, at);
  const frame = frameAt(at, target.row.duration);
  if (!frame) return null;
  const { overlaps } = timeThere(target, at, { rows, teacher });
  const outside = outsideAt(drag, teacher, student);
  const trouble = [
    ...(overlaps.length > 0 ? [`Overlaps ${overlaps.join(', ')}`] : []),
    ...outside.map(({ text }) => text.replace(/\.$/, '')),
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
        className={cn(
          'pointer-events-none fixed z-20 rounded-block border-2',
          ghostTone(overlaps.length > 0, outside.length > 0),
        )}
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

const studentIn = (students: readonly Student[], { studentId }: CalendarLesson): Student | undefined =>
  students.find(({ id }) => id === studentId);

/** Lets the user drag a lesson to another time or day of the week. A single lesson moves at once, unless it leaves someone's hours; a weekly one asks for the scope. */
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
    if (isWeekly(target.row)) return ask('move');
    const find = async (): Promise<Student | undefined> =>
      target.row.studentId === null
        ? undefined
        : studentIn(await queryClient.ensureQueryData(studentsQuery).catch(() => []), target.row);
    void find().then((student) => {
      if (outsideAt({ target, at: { date, start } }, teacher, student).length > 0) ask('move');
      else void sendIfFree(moveWrite(target, { date, startTime }, 'this'), () => ask('taken'));
    });
  };
  const drag = useDragging({ rows, from: monday, to: addDays(monday, 6), onDrop });
  const students = useQuery({ ...studentsQuery, enabled: drag !== null }).data ?? [];
  const student = drag ? studentIn(students, drag.target.row) : undefined;
  return (
    drag && (
      <>
        {student && <StudentHours student={student} monday={monday} />}
        <Ghost drag={drag} teacher={teacher} student={student} rows={rows} />
      </>
    )
  );
};

const toolClasses =
  'relative flex items-center gap-2 rounded-control text-small text-ink-3 after:absolute after:-inset-x-2 after:-inset-y-3.5 hover:text-ink';

const Shortcuts = ({ go }: { readonly go: (change: Partial<ScheduleAddress>) => void }) => (
  <button
    type="button"
    onClick={() => go({ open: { ask: 'keys', lessonId: null, on: null } })}
    className={cn(toolClasses, 'max-wide:hidden')}
  >
    <Keyboard aria-hidden className="size-4" strokeWidth={1.75} />
    Keyboard shortcuts
  </button>
);

export default function WeekTools(props: {
  readonly address: ScheduleAddress;
  readonly rows: readonly CalendarLesson[];
  readonly days: readonly Day[];
  readonly today: IsoDate;
  readonly teacher: Teacher | null;
  readonly go: (change: Partial<ScheduleAddress>) => void;
}) {
  const { address, today, rows, days, teacher, go } = props;
  const add = ({ date, start, minutes }: Slot): void =>
    go({
      open: {
        ask: 'new',
        lessonId: null,
        on: date,
        to: `${date}T${toTimeText(start)}`,
        ...(minutes === null ? {} : { minutes }),
      },
    });
  const firstDay = today >= address.monday && today <= addDays(address.monday, 6) ? today : address.monday;
  const uncovered = address.day === null && address.open === null;
  return (
    <>
      {address.open === null && teacher && <Drawing rows={rows} teacher={teacher} onDraw={add} />}
      {uncovered && teacher && (
        <SlotCursor key={address.monday} monday={address.monday} first={firstDay} onChoose={add} />
      )}
      {uncovered && teacher && <Dragging rows={rows} monday={address.monday} teacher={teacher} go={go} />}
      {teacher && (
        <button type="button" onClick={() => window.print()} className={toolClasses}>
          <Printer aria-hidden className="size-4" strokeWidth={1.75} />
          Print
        </button>
      )}
      <Shortcuts go={go} />
      {teacher && address.day === null && (
        <Suspense>
          <WeekSheet days={days} rows={rows} teacher={teacher} />
        </Suspense>
      )}
    </>
  );
}
