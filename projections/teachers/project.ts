import { teacherAfter, teacherEvents, type Teacher } from '@rondo/contracts/events/teacher.ts';
import { eventReader, recordedAtOf } from '../runner/events.ts';
import { changing, queriedModel, type RowOf } from '../runner/read-model.ts';
import { searchText } from '../shared/search.ts';
import { teachersTable } from './table.ts';
import type { TeachersDb } from './queries.ts';

type Row = RowOf<typeof teachersTable>;

const rowOf = (studioId: string, { teacherId, registeredAt, ...teacher }: Teacher): Row => ({
  ...teacher,
  studio_id: studioId,
  teacher_id: teacherId,
  created_at: registeredAt,
  search: searchText(teacher.details),
});

const teacherOf = ({ studio_id: _, teacher_id, created_at, search: __, ...teacher }: Row): Teacher => ({
  ...teacher,
  teacherId: teacher_id,
  registeredAt: created_at,
});

const read = eventReader(teacherEvents);

/** Teachers, as the lists, forms and the optimizer need them. */
export const teachersModel = queriedModel<TeachersDb, 'teachers'>({
  name: 'teachers',
  version: 3,
  categories: ['teacher'],
  tables: [teachersTable],
  on: (recorded) => {
    const event = read(recorded);
    const { studioId } = recorded.metadata;
    return changing(teachersTable, [studioId, event.data.teacherId], (row) => {
      const { revision } = recorded;
      const teacher = teacherAfter(row && teacherOf(row), event, { revision, recordedAt: recordedAtOf(recorded) });
      return teacher && rowOf(studioId, teacher);
    });
  },
});
