import { useMemo } from 'react';
import { stripHours } from '../../../lib/availability.ts';
import { PeopleList, PeopleListLoading } from '../../../ui/people-list.tsx';
import type { TeacherRow } from '../roster.ts';
import { columns, titles } from './columns.ts';
import { TeacherDetails } from './TeacherDetails.tsx';
import { TeacherLine } from './TeacherLine.tsx';

export const TeacherList = (props: {
  readonly rows: readonly TeacherRow[];
  readonly onEdit: (row: TeacherRow) => void;
  readonly onDelete: (row: TeacherRow) => void;
  readonly onSync: (row: TeacherRow) => void;
}) => {
  const { rows, onEdit, onDelete, onSync } = props;
  const hours = useMemo(() => stripHours(rows.map(({ teacher }) => teacher.availability)), [rows]);
  return (
    <PeopleList label="Teachers" columns={columns} titles={titles}>
      {rows.map((row) => (
        <TeacherLine key={row.teacher.id} row={row} hours={hours}>
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
