import { useMemo } from 'react';
import { stripHours } from '../../../lib/availability.ts';
import { StripDays } from '../../../ui/availability-strip.tsx';
import { cn } from '../../../ui/cn.ts';
import { Skeleton, WhileLoading } from '../../../ui/panels.tsx';
import type { StudentRow } from '../roster.ts';
import { columns } from './columns.ts';
import { StudentDetails } from './StudentDetails.tsx';
import { StudentLine } from './StudentLine.tsx';

/** Stays visible while the rows scroll under it. */
const ListHead = () => (
  <div
    aria-hidden
    className={cn(
      columns,
      'sticky top-0 z-2 h-9 rounded-t-[11px] border-b border-line bg-card text-small font-medium text-ink-3',
    )}
  >
    <span>Student</span>
    <span className="max-desk:hidden">Teacher</span>
    <span className="max-desk:hidden">Lesson</span>
    <span className="max-wide:hidden">Length</span>
    <StripDays />
  </div>
);

export const StudentList = (props: {
  readonly rows: readonly StudentRow[];
  readonly onEdit: (row: StudentRow) => void;
  readonly onDelete: (row: StudentRow) => void;
}) => {
  const { rows, onEdit, onDelete } = props;
  const hours = useMemo(() => stripHours(rows.map(({ student }) => student.availability)), [rows]);
  return (
    <div className="rounded-card border border-line bg-card">
      <ListHead />
      <ul aria-label="Students">
        {rows.map((row) => (
          <StudentLine key={row.student.id} row={row} hours={hours}>
            <StudentDetails row={row} onEdit={() => onEdit(row)} onDelete={() => onDelete(row)} />
          </StudentLine>
        ))}
      </ul>
    </div>
  );
};

const ghosts = [1, 2, 3, 4, 5, 6, 7, 8] as const;

export const StudentListLoading = () => (
  <WhileLoading label="Loading students">
    <div className="rounded-card border border-line bg-card">
      <ListHead />
      {ghosts.map((ghost) => (
        <div
          key={ghost}
          className={cn(columns, 'min-h-14 border-b border-line-soft last:border-b-0 max-desk:min-h-16')}
        >
          <div className="grid gap-1.5">
            <Skeleton className="h-3.5 w-36" />
            <Skeleton className="h-2.5 w-28" />
          </div>
          <Skeleton className="h-3.5 w-28 max-desk:hidden" />
          <Skeleton className="h-3.5 w-20 max-desk:hidden" />
          <Skeleton className="h-3.5 w-12 max-wide:hidden" />
          <Skeleton className="h-8" />
        </div>
      ))}
    </div>
  </WhileLoading>
);
