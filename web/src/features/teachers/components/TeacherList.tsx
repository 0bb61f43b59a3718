import { useMemo } from 'react';
import { stripHours } from '../../../lib/availability.ts';
import { StripDays } from '../../../ui/availability-strip.tsx';
import { cn } from '../../../ui/cn.ts';
import { Skeleton, WhileLoading } from '../../../ui/panels.tsx';
import type { TeacherRow } from '../roster.ts';
import { columns } from './columns.ts';
import { TeacherDetails } from './TeacherDetails.tsx';
import { TeacherLine } from './TeacherLine.tsx';

const ListHead = () => (
  <div
    aria-hidden
    className={cn(
      columns,
      'sticky top-0 z-2 h-9 rounded-t-[11px] border-b border-line bg-card text-small font-medium text-ink-3',
    )}
  >
    <span>Teacher</span>
    <span className="max-desk:hidden">Contact</span>
    <span className="max-desk:hidden">Students</span>
    <span className="max-wide:hidden">Hours</span>
    <StripDays />
  </div>
);

export const TeacherList = (props: {
  readonly rows: readonly TeacherRow[];
  readonly onEdit: (row: TeacherRow) => void;
  readonly onDelete: (row: TeacherRow) => void;
}) => {
  const { rows, onEdit, onDelete } = props;
  const hours = useMemo(() => stripHours(rows.map(({ teacher }) => teacher.availability)), [rows]);
  return (
    <div className="rounded-card border border-line bg-card">
      <ListHead />
      <ul aria-label="Teachers">
        {rows.map((row) => (
          <TeacherLine key={row.teacher.id} row={row} hours={hours}>
            <TeacherDetails row={row} onEdit={() => onEdit(row)} onDelete={() => onDelete(row)} />
          </TeacherLine>
        ))}
      </ul>
    </div>
  );
};

const ghosts = [1, 2, 3] as const;

export const TeacherListLoading = () => (
  <WhileLoading label="Loading teachers">
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
          <Skeleton className="h-3.5 w-16 max-desk:hidden" />
          <Skeleton className="h-3.5 w-16 max-wide:hidden" />
          <Skeleton className="h-8" />
        </div>
      ))}
    </div>
  </WhileLoading>
);
