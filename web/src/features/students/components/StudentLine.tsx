import type { Interval } from '@rondo/contracts/calendar/intervals.ts';
import { ChevronDown, ChevronUp, CircleAlert, CircleDashed, PencilLine } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { shortAddress } from '../../../lib/address.ts';
import { AvailabilityStrip } from '../../../ui/availability-strip.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { nameOf, type StudentLesson, type StudentRow } from '../roster.ts';
import { columns } from './columns.ts';

export const NoTeacher = () => (
  <span className="flex items-center gap-1.5 font-control text-bad">
    <CircleAlert aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
    No teacher assigned
  </span>
);

const states = {
  manual: { word: 'Manual', icon: PencilLine, className: 'text-ink-3' },
  pending: { word: 'Pending', icon: CircleDashed, className: 'font-control text-accent' },
} as const;

const LessonCell = ({ lesson }: { readonly lesson: StudentLesson | null }) => {
  if (!lesson) return <span className="text-ink-3 max-desk:text-ink-2">Not scheduled</span>;
  const state = lesson.state === 'settled' ? null : states[lesson.state];
  return (
    <span className="max-desk:flex max-desk:flex-wrap max-desk:items-center max-desk:gap-x-2">
      <span className="block whitespace-nowrap tabular-nums max-desk:text-ink-2">{lesson.when}</span>
      {lesson.kind === 'once' && <span className="block text-small text-ink-3">One date</span>}
      {state && (
        <span className={cn('flex items-center gap-1 text-small', state.className)}>
          <state.icon aria-hidden className="size-3 shrink-0" strokeWidth={2} />
          {state.word}
        </span>
      )}
    </span>
  );
};

/** One student: a summary row, and the details when expanded. */
export const StudentLine = (props: {
  readonly row: StudentRow;
  readonly hours: Interval;
  /** Shown while the row is expanded. */
  readonly children: ReactNode;
}) => {
  const { row, hours, children } = props;
  const { student, teachers, lesson } = row;
  const [open, setOpen] = useState(false);
  const moreId = useId();
  const name = nameOf(student);
  return (
    <li
      data-open={open || undefined}
      className="border-b border-line-soft last:border-b-0 data-open:bg-paper max-desk:last:rounded-b-card"
    >
      <div
        className={cn(
          columns,
          'relative min-h-14 transition-colors duration-140 ease-rondo hover:bg-[color-mix(in_oklab,var(--color-line-soft)_35%,transparent)] in-data-open:hover:bg-transparent max-desk:min-h-16 max-desk:gap-y-0.5 max-desk:py-2.5',
        )}
      >
        <div className="min-w-0">
          <p className="truncate font-strong">{name}</p>
          <p className="truncate text-small text-ink-3 max-desk:hidden">{shortAddress(student)}</p>
        </div>
        <div
          className={cn(
            'min-w-0 truncate',
            teachers.length > 0 ? 'max-desk:hidden' : 'max-desk:col-span-2 max-desk:row-start-3',
          )}
        >
          {teachers.length > 0 ? teachers.map((teacher) => teacher.name).join(', ') : <NoTeacher />}
        </div>
        <div className="min-w-0 max-desk:col-start-1 max-desk:row-start-2">
          <LessonCell lesson={lesson} />
        </div>
        <span className="whitespace-nowrap text-ink-2 tabular-nums max-wide:hidden">{student.lessonDuration} min</span>
        <AvailabilityStrip
          windows={student.availability}
          hours={hours}
          className="max-desk:col-start-2 max-desk:row-span-2 max-desk:row-start-1 max-desk:text-right"
        />
        <IconButton
          icon={open ? ChevronUp : ChevronDown}
          label={`${open ? 'Collapse' : 'Expand'} ${name}`}
          aria-expanded={open}
          aria-controls={moreId}
          onClick={() => setOpen(!open)}
          // The whole row expands and collapses.
          className="after:absolute after:inset-0 after:cursor-pointer max-desk:col-start-3 max-desk:row-span-2 max-desk:row-start-1"
        />
      </div>
      <section id={moreId} aria-label={name} hidden={!open}>
        {open && children}
      </section>
    </li>
  );
};
