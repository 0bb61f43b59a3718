import { studentAfter, studentEvents, type Student } from '@rondo/contracts/events/student.ts';
import { changing, queriedModel, type RowOf } from '../runner/read-model.ts';
import { eventReader, recordedAtOf } from '../runner/events.ts';
import { searchText } from '../shared/search.ts';
import { studentsTable } from './table.ts';
import type { StudentsDb } from './queries.ts';

type Row = RowOf<typeof studentsTable>;

const rowOf = (studioId: string, { studentId, assignments, householdId, registeredAt, ...student }: Student): Row => ({
  ...student,
  studio_id: studioId,
  student_id: studentId,
  assignments: assignments.map(({ assignedAt, ...one }) => ({ ...one, createdAt: assignedAt })),
  household_id: householdId,
  created_at: registeredAt,
  search: searchText({ ...student.details, name: `${student.details.lastName} ${student.details.firstName}` }),
});

const studentOf = ({
  studio_id: _,
  student_id,
  assignments,
  household_id,
  created_at,
  search: __,
  ...student
}: Row): Student => ({
  ...student,
  studentId: student_id,
  assignments: assignments.map(({ createdAt, ...one }) => ({ ...one, assignedAt: createdAt })),
  householdId: household_id,
  registeredAt: created_at,
});

const read = eventReader(studentEvents);

/** Students, as the lists, forms and the optimizer need them. */
export const studentsModel = queriedModel<StudentsDb, 'students'>({
  name: 'students',
  version: 8,
  categories: ['student'],
  tables: [studentsTable],
  on: (recorded) => {
    const event = read(recorded);
    const { studioId } = recorded.metadata;
    return changing(studentsTable, [studioId, event.data.studentId], (row) => {
      const { revision } = recorded;
      const student = studentAfter(row && studentOf(row), event, { revision, recordedAt: recordedAtOf(recorded) });
      return student && rowOf(studioId, student);
    });
  },
});
