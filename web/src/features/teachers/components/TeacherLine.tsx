import { formatDuration } from '@rondo/contracts/calendar/times.ts';
import type { Interval } from '@rondo/contracts/calendar/intervals.ts';
import type { ReactNode } from 'react';
import { shortAddress } from '../../../lib/address.ts';
import { counted } from '../../../lib/texts.ts';
import { PersonLine } from '../../../ui/lists/people-list.tsx';
import type { TeacherRow } from '../roster.ts';
import { columns } from './columns.ts';

/** One teacher: a summary row, and the details when expanded. */
export const TeacherLine = (props: {
  readonly row: TeacherRow;
  readonly hours: Interval;
  readonly selected: boolean;
  readonly inSight: boolean;
  readonly onSelect: (on: boolean) => void;
  /** Shown while the row is expanded. */
  readonly children: ReactNode;
}) => {
  const { teacher, students, hours, days } = props.row;
  return (
    <PersonLine
      columns={columns}
      name={teacher.name}
      address={shortAddress(teacher) || 'No home address'}
      windows={teacher.availability}
      hours={props.hours}
      selected={props.selected}
      inSight={props.inSight}
      onSelect={props.onSelect}
      cells={
        <>
          <div className="min-w-0 max-desk:hidden">
            <p className="truncate tabular-nums">{teacher.phone}</p>
            <p className="truncate text-small text-ink-3">{teacher.email}</p>
          </div>
          <span className="tabular-nums max-desk:col-start-2 max-desk:row-start-2 max-desk:text-ink-2">
            {counted(students, 'student')}
          </span>
          <span className="min-w-0 max-wide:hidden">
            <span className="block text-ink-2 tabular-nums">{formatDuration(60 * hours)} a week</span>
            <span className="block truncate text-small text-ink-3">{days}</span>
          </span>
        </>
      }
    >
      {props.children}
    </PersonLine>
  );
};
