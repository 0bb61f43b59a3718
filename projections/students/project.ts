import {
  datedAssignments,
  locatedDetails,
  studentDetails,
  studentEvents,
  type Assignment,
  type StudentEvent,
} from '@rondo/contracts/events/student.ts';
import { put, reading, remove, type Handled, queriedModel, type RowOf } from '../runner/read-model.ts';
import { eventReader, recordedAtOf } from '../runner/events.ts';
import type { SourceEvent } from '../runner/source.ts';
import { studentsTable } from './table.ts';
import type { StudentsDb } from './queries.ts';

type Row = RowOf<typeof studentsTable>;

const assignmentRows = (
  given: readonly Assignment[],
  before: Row['assignments'],
  recordedAt: string,
): Row['assignments'] =>
  datedAssignments(
    given,
    before.map(({ createdAt, ...row }) => ({ ...row, assignedAt: createdAt })),
    recordedAt,
  ).map(({ assignedAt, ...row }) => ({ ...row, createdAt: assignedAt }));

const changed = (row: Row, event: StudentEvent, recordedAt: string): Row => {
  switch (event.type) {
    case 'StudentDetailsChanged':
      return { ...row, details: studentDetails.parse({ ...row.details, ...event.data.changes }) };
    case 'StudentLocated':
      return { ...row, details: locatedDetails(row.details, event.data) };
    case 'StudentAvailabilitySet':
      return { ...row, availability: event.data.availability };
    case 'StudentTeachersSet':
      return { ...row, assignments: assignmentRows(event.data.assignments, row.assignments, recordedAt) };
    case 'StudentRegistered':
    case 'StudentReinstated':
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
  if (event.type === 'StudentRegistered' || event.type === 'StudentReinstated') {
    const { studentId, details, sample, origin } = event.data;
    const nothing = { availability: [], assignments: [], registeredAt: recordedAt };
    const { availability, assignments, registeredAt } = event.type === 'StudentReinstated' ? event.data : nothing;
    return reading(studentsTable, [], () => [
      put(studentsTable, {
        studio_id: studioId,
        student_id: studentId,
        details,
        availability,
        assignments: assignmentRows(assignments, [], recordedAt),
        sample,
        origin,
        created_at: registeredAt,
        revision: recorded.revision,
      }),
    ]);
  }
  if (event.type === 'StudentRemoved') return reading(studentsTable, [], () => [remove(studentsTable, key)]);
  return reading(studentsTable, [key], (rows) => {
    const row = rows.get(studentsTable, key);
    if (!row) return [];
    const revision = event.type === 'StudentLocated' ? row.revision : recorded.revision;
    return [put(studentsTable, { ...changed(row, event, recordedAt), revision })];
  });
};

/** Students, as the lists, forms and the optimizer need them. */
export const studentsModel = queriedModel<StudentsDb, 'students'>({
  name: 'students',
  version: 3,
  categories: ['student'],
  tables: [studentsTable],
  on,
});
