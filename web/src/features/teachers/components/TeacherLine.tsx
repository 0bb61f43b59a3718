import type { Interval } from '@rondo/contracts/calendar/intervals.ts';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { shortAddress } from '../../../lib/address.ts';
import { counted } from '../../../lib/texts.ts';
import { AvailabilityStrip } from '../../../ui/availability-strip.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import type { TeacherRow } from '../roster.ts';
import { columns } from './columns.ts';

/** One teacher: a summary row, and the details when expanded. */
export const TeacherLine = (props: {
  readonly row: TeacherRow;
  readonly hours: Interval;
  /** Shown while the row is expanded. */
  readonly children: ReactNode;
}) => {
  const { row, hours, children } = props;
  const { teacher, students } = row;
  const [open, setOpen] = useState(false);
  const moreId = useId();
  return (
    <li
      data-open={open || undefined}
      className="border-b border-line-soft last:rounded-b-[11px] last:border-b-0 data-open:bg-paper"
    >
      <div
        className={cn(
          columns,
          'relative min-h-14 transition-colors duration-140 ease-rondo hover:bg-[color-mix(in_oklab,var(--color-line-soft)_35%,transparent)] in-data-open:hover:bg-transparent max-desk:min-h-16 max-desk:gap-y-0.5 max-desk:py-2.5',
        )}
      >
        <div className="min-w-0">
          <p className="truncate font-strong">{teacher.name}</p>
          <p className="truncate text-small text-ink-3 max-desk:hidden">{shortAddress(teacher) || 'No home address'}</p>
        </div>
        <div className="min-w-0 max-desk:hidden">
          <p className="truncate tabular-nums">{teacher.phone}</p>
          <p className="truncate text-small text-ink-3">{teacher.email}</p>
        </div>
        <span className="tabular-nums max-desk:col-start-1 max-desk:row-start-2 max-desk:text-ink-2">
          {counted(students, 'student')}
        </span>
        <span className="min-w-0 max-wide:hidden">
          <span className="block text-ink-2 tabular-nums">{hoursText(row.hours)} a week</span>
          <span className="block truncate text-small text-ink-3">{row.days}</span>
        </span>
        <AvailabilityStrip
          windows={teacher.availability}
          hours={hours}
          className="max-desk:col-start-2 max-desk:row-span-2 max-desk:row-start-1 max-desk:text-right"
        />
        <IconButton
          icon={open ? ChevronUp : ChevronDown}
          label={`${open ? 'Collapse' : 'Expand'} ${teacher.name}`}
          aria-expanded={open}
          aria-controls={moreId}
          onClick={() => setOpen(!open)}
          // The whole row expands and collapses.
          className="after:absolute after:inset-0 after:cursor-pointer max-desk:col-start-3 max-desk:row-span-2 max-desk:row-start-1"
        />
      </div>
      <section id={moreId} aria-label={teacher.name} hidden={!open}>
        {open && children}
      </section>
    </li>
  );
};

/** "38 h", "38.5 h". */
const hoursText = (hours: number): string => `${Number(hours.toFixed(1))}\u00a0h`;
