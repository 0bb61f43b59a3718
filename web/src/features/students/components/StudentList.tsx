import { useMemo } from 'react';
import { stripHours } from '../../../lib/availability.ts';
import { PeopleList, PeopleListLoading } from '../../../ui/people-list.tsx';
import type { StudentRow } from '../roster.ts';
import { columns, titles } from './columns.ts';
import { StudentDetails } from './StudentDetails.tsx';
import { StudentLine } from './StudentLine.tsx';

export const StudentList = (props: {
  readonly rows: readonly StudentRow[];
  readonly onEdit: (row: StudentRow) => void;
  readonly onDelete: (row: StudentRow) => void;
}) => {
  const { rows, onEdit, onDelete } = props;
  const hours = useMemo(() => stripHours(rows.map(({ student }) => student.availability)), [rows]);
  return (
    <PeopleList label="Students" columns={columns} titles={titles}>
      {rows.map((row) => (
        <StudentLine key={row.student.id} row={row} hours={hours}>
          <StudentDetails row={row} onEdit={() => onEdit(row)} onDelete={() => onDelete(row)} />
        </StudentLine>
      ))}
    </PeopleList>
  );
};

export const StudentListLoading = () => (
  <PeopleListLoading label="Loading students" lines={8} columns={columns} titles={titles} />
);
