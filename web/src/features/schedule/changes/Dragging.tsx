import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { Student } from '@rondo/contracts/api/people/students.ts';
import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { dayOfWeekOf } from '@rondo/contracts/calendar/dates.ts';
import { isWeekly, spanOf } from '@rondo/contracts/calendar/rows.ts';
import { formatTimeRange, toTimeText } from '@rondo/contracts/calendar/times.ts';
import { inMinutes } from '@rondo/contracts/calendar/windows.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import { outsideHours, type OutsideHours } from '@rondo/contracts/lessons/outside-hours.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { createPortal } from 'react-dom';
import { queryClient } from '../../../api/queries.ts';
import { titleOf } from '../../../calendar/days/entry.ts';
import type { Rows, Target } from '../../../calendar/days/optimistic.ts';
import { peopleWithHours, timeThere } from '../../../calendar/entries/conflict.ts';
import { sendIfFree } from '../../../calendar/entries/timed-write.ts';
import { studentsQuery } from '../../../calendar/queries.ts';
import { cn } from '../../../ui/cn.ts';
import type { Ask, ScheduleAddress } from '../address.ts';
import { DriveWords, driveWords, useDrivesAt } from './drives-at.tsx';
import { moveWrite } from './moves.ts';
import { bandAt, frameAt, useDragging, type Drag, type Place } from './use-dragging.ts';

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

type Days = readonly Omit<Place, 'start'>[];

/** The student's hours in the week while their lesson is dragged, preferred ones stronger. */
const StudentHours = ({ student, days }: { readonly student: Student; readonly days: Days }) =>
  createPortal(
    days
      .flatMap((day) =>
        student.availability
          .filter(({ enabled, dayOfWeek }) => enabled && dayOfWeek === dayOfWeekOf(day.date))
          .flatMap((row) => {
            const frame = bandAt(day, inMinutes(row));
            return frame
              ? [{ ...frame, key: `${day.date} ${day.teacherId} ${row.id}`, isPreferred: row.isPreferred }]
              : [];
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
  const isGiven = teacher.id !== target.row.teacherId;
  const there = { ...target, row: { ...target.row, teacherId: teacher.id } };
  const { overlaps } = timeThere(there, at, { rows, teacher });
  const outside = outsideAt(drag, teacher, student);
  const trouble = [
    ...(overlaps.length > 0 ? [`Overlaps ${overlaps.join(', ')}`] : []),
    ...outside.map(({ text }) => text.replace(/\.$/, '')),
  ];
  const times = formatTimeRange(at.start, at.start + target.row.duration);
  const spoken = [
    `${titleOf(target.row)}, ${longDate(at.date)}, ${times}${isGiven ? `, with ${teacher.name}` : ''}`,
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

/** Lets the user drag a lesson to another time, day of the week or teacher's column. Another teacher is asked about. A single lesson moves at once, unless it leaves someone's hours; a weekly one asks for the scope. */
export const Dragging = (props: {
  readonly rows: readonly CalendarLesson[];
  /** The days that are shown. */
  readonly days: Days;
  readonly teachers: readonly Teacher[];
  readonly go: (change: Partial<ScheduleAddress>) => void;
}) => {
  const { rows, days, teachers, go } = props;
  const teacherAt = (target: Target, at: Place): Teacher | undefined =>
    teachers.find(({ id }) => id === (at.teacherId ?? target.row.teacherId));
  const onDrop = (target: Target, at: Place): void => {
    const { date, start } = at;
    const startTime = toTimeText(start);
    const teacher = teacherAt(target, at);
    const isGiven = teacher !== undefined && teacher.id !== target.row.teacherId;
    const to = `${date}T${startTime}${isGiven ? `/${teacher.id}` : ''}`;
    const ask = (what: Ask): void => go({ open: { ask: what, lessonId: target.row.lessonId, on: target.on, to } });
    if (isGiven) return ask('give');
    if (isWeekly(target.row)) return ask('move');
    const find = async (): Promise<Student | undefined> =>
      target.row.studentId === null
        ? undefined
        : studentIn(await queryClient.ensureQueryData(studentsQuery).catch(() => []), target.row);
    void find().then((student) => {
      if (teacher && outsideAt({ target, at }, teacher, student).length > 0) ask('move');
      else void sendIfFree(moveWrite(target, { date, startTime }, 'this'), () => ask('taken'));
    });
  };
  const drag = useDragging({ rows, onDrop });
  const students = useQuery({ ...studentsQuery, enabled: drag !== null }).data ?? [];
  const student = drag ? studentIn(students, drag.target.row) : undefined;
  const teacher = drag && teacherAt(drag.target, drag.at);
  return (
    drag && (
      <>
        {student && <StudentHours student={student} days={days} />}
        {teacher && <Ghost drag={drag} teacher={teacher} student={student} rows={rows} />}
      </>
    )
  );
};
