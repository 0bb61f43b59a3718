import { studentDetails, studentEvents, type StudentEvent } from '@rondo/contracts/events/student.ts';
import { put, reading, remove, type Handled, queriedModel, type RowOf } from '../runner/read-model.ts';
import { eventReader, recordedAtOf } from '../runner/events.ts';
import type { SourceEvent } from '../runner/source.ts';
import { studentsTable } from './table.ts';
import type { StudentsDb } from './queries.ts';

type Row = RowOf<typeof studentsTable>;

const changed = (row: Row, event: StudentEvent, recordedAt: string): Row => {
  switch (event.type) {
    case 'StudentDetailsChanged':
      return { ...row, details: studentDetails.parse({ ...row.details, ...event.data.changes }) };
    case 'StudentAvailabilitySet':
      return { ...row, availability: event.data.availability };
    case 'StudentTeachersSet':
      return {
        ...row,
        assignments: event.data.assignments.map((given) => ({
          ...given,
          createdAt: row.assignments.find(({ id }) => id === given.id)?.createdAt ?? recordedAt,
        })),
      };
    case 'StudentRegistered':
    case 'StudentRemoved':
      return row;
  }
};

const read = eventReader(studentEvents);

const on = (recorded: SourceEvent): Handled | null => {
  const event = read(recorded);
  const { studioId } = recorded.metadata;
  const recordedAt = recordedAtOf(recorded);
  const key = [studioId, event.data.studentId];
  if (event.type === 'StudentRegistered') {
    const { studentId, details, sample } = event.data;
    return reading(studentsTable, [], () => [
      put(studentsTable, {
        studio_id: studioId,
        student_id: studentId,
        details,
        availability: [],
        assignments: [],
        sample,
        created_at: recordedAt,
        revision: recorded.revision,
      }),
    ]);
  }
  if (event.type === 'StudentRemoved') return reading(studentsTable, [], () => [remove(studentsTable, key)]);
  return reading(studentsTable, [key], (rows) => {
    const row = rows.get(studentsTable, key);
    return row ? [put(studentsTable, { ...changed(row, event, recordedAt), revision: recorded.revision })] : [];
  });
};

/** Students, as the lists, forms and the optimizer need them. */
export const studentsModel = queriedModel<StudentsDb, 'students'>({
  name: 'students',
  version: 1,
  categories: ['student'],
  tables: [studentsTable],
  on,
});
