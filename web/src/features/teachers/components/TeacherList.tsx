import { useMemo } from 'react';
import { stripHours } from '../../../lib/availability.ts';
import type { Selection } from '../../../lib/selection.ts';
import type { BulkAction } from '../../../ui/lists/bulk-bar.tsx';
import { PeopleList, PeopleListLoading } from '../../../ui/lists/people-list.tsx';
import type { TeacherRow } from '../roster.ts';
import { columns, titles } from './columns.ts';
import { TeacherDetails } from './TeacherDetails.tsx';
import { TeacherLine } from './TeacherLine.tsx';

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
