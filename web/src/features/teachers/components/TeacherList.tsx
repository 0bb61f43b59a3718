import { useMemo, type ReactNode } from 'react';
import { stripHours } from '../../../lib/availability.ts';
import type { Selection } from '../../../lib/selection.ts';
import type { BulkAction } from '../../../ui/lists/bulk-bar.tsx';
import { PeopleList, PeopleListLoading, PersonLine } from '../../../ui/lists/people-list.tsx';
import type { TeacherRow } from '../roster.ts';
import { TeacherDetails } from './TeacherDetails.tsx';
import { formatDuration } from '@rondo/contracts/calendar/times.ts';
import type { Interval } from '@rondo/contracts/calendar/intervals.ts';
import { shortAddress } from '../../../lib/address.ts';
import { counted } from '../../../lib/texts.ts';

const columns =
  'grid grid-cols-[18px_minmax(0,1.5fr)_minmax(0,1fr)_96px_104px_168px_36px] items-center gap-x-5 pr-3 pl-4 max-wide:grid-cols-[18px_minmax(0,1.3fr)_minmax(0,1fr)_96px_140px_36px] max-wide:gap-x-3 max-desk:grid-cols-[18px_minmax(0,1fr)_92px_44px] max-desk:gap-x-2.5 max-desk:pr-1 max-desk:pl-3.5';

const titles = ['Teacher', 'Contact', 'Students', 'Hours'] as const;

/** One teacher: a summary row, and the details when expanded. */
const TeacherLine = (props: {
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
      id={teacher.id}
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
            <a href={`tel:${teacher.phone}`} className="block w-fit max-w-full truncate tabular-nums hover:underline">
              {teacher.phone}
            </a>
            <a
              href={`mailto:${teacher.email}`}
              title={teacher.email}
              className="block w-fit max-w-full truncate text-small text-ink-3 hover:underline"
            >
              {teacher.email}
            </a>
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

/** As many lines as a window shows. */
const inSight = 16;

export const TeacherList = (props: {
  readonly rows: readonly TeacherRow[];
  readonly selection: Selection;
  readonly actions: readonly BulkAction[];
  readonly onEdit: (row: TeacherRow) => void;
  readonly onDelete: (row: TeacherRow) => void;
  readonly onSync: (row: TeacherRow) => void;
}) => {
  const { rows, selection, actions, onEdit, onDelete, onSync } = props;
  const hours = useMemo(() => stripHours(rows.map(({ teacher }) => teacher.availability)), [rows]);
  return (
    <PeopleList label="Teachers" columns={columns} titles={titles} selection={selection} actions={actions}>
      {rows.map((row, at) => (
        <TeacherLine
          key={row.teacher.id}
          row={row}
          hours={hours}
          selected={selection.ids.has(row.teacher.id)}
          inSight={at < inSight}
          onSelect={(on) => selection.toggle(row.teacher.id, on)}
        >
          <TeacherDetails
            row={row}
            onEdit={() => onEdit(row)}
            onDelete={() => onDelete(row)}
            onSync={() => onSync(row)}
          />
        </TeacherLine>
      ))}
    </PeopleList>
  );
};

export const TeacherListLoading = () => (
  <PeopleListLoading label="Loading teachers" lines={3} columns={columns} titles={titles} />
);
