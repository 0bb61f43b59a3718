import { teacherDetails, teacherEvents, type TeacherEvent } from '@rondo/contracts/events/teacher.ts';
import { eventReader, recordedAtOf } from '../runner/events.ts';
import { put, reading, remove, type Handled, queriedModel, type RowOf } from '../runner/read-model.ts';
import type { SourceEvent } from '../runner/source.ts';
import { teachersTable } from './table.ts';
import type { TeachersDb } from './queries.ts';

type Row = RowOf<typeof teachersTable>;

const changed = (row: Row, event: TeacherEvent): Row => {
  switch (event.type) {
    case 'TeacherDetailsChanged':
      return { ...row, details: teacherDetails.parse({ ...row.details, ...event.data.changes }) };
    case 'TeacherAvailabilitySet':
      return { ...row, availability: event.data.availability };
    case 'TeacherRegistered':
    case 'TeacherReinstated':
    case 'TeacherRemoved':
      return row;
  }
};

const read = eventReader(teacherEvents);

const on = (recorded: SourceEvent): Handled | null => {
  const event = read(recorded);
  const { studioId } = recorded.metadata;
  const key = [studioId, event.data.teacherId];
  if (event.type === 'TeacherRegistered' || event.type === 'TeacherReinstated') {
    const { teacherId, details, sample } = event.data;
    const nothing = { availability: [], registeredAt: recordedAtOf(recorded) };
    const { availability, registeredAt } = event.type === 'TeacherReinstated' ? event.data : nothing;
    return reading(teachersTable, [], () => [
      put(teachersTable, {
        studio_id: studioId,
        teacher_id: teacherId,
        details,
        availability,
        sample,
        created_at: registeredAt,
        revision: recorded.revision,
      }),
    ]);
  }
  if (event.type === 'TeacherRemoved') return reading(teachersTable, [], () => [remove(teachersTable, key)]);
  return reading(teachersTable, [key], (rows) => {
    const row = rows.get(teachersTable, key);
    return row ? [put(teachersTable, { ...changed(row, event), revision: recorded.revision })] : [];
  });
};

/** Teachers, as the lists, forms and the optimizer need them. */
export const teachersModel = queriedModel<TeachersDb, 'teachers'>({
  name: 'teachers',
  version: 2,
  categories: ['teacher'],
  tables: [teachersTable],
  on,
});
