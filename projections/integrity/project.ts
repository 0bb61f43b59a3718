import { lessonRowsTouched } from '@rondo/contracts/events/schedule/lesson-rows.ts';
import { isLessonEvent, scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import { entityOf, parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { ownLessonChanges } from '../shared/own-lessons.ts';
import { eventReader } from '../runner/events.ts';
import { put, reading, remove, type Handled, queriedModel } from '../runner/read-model.ts';
import type { SourceEvent } from '../runner/source.ts';
import type { IntegrityDb } from './queries.ts';
import { checkedTable, everyoneTable } from './table.ts';

const readSchedule = eventReader(scheduleEvents);

const onSchedule = (recorded: SourceEvent): Handled | null => {
  const event = readSchedule(recorded);
  if (!isLessonEvent(event)) return null;
  const { studioId } = recorded.metadata;
  const teacherId = entityOf(recorded.stream);
  const key = (lessonId: string) => [studioId, lessonId];
  return reading(checkedTable, lessonRowsTouched(event).map(key), (rows) =>
    ownLessonChanges(event, teacherId, (lessonId) => rows.get(checkedTable, key(lessonId))).map(
      ({ lessonId, lesson }) =>
        lesson === null
          ? remove(checkedTable, key(lessonId))
          : put(checkedTable, {
              studio_id: studioId,
              lesson_id: lessonId,
              teacher_id: teacherId,
              student_id: lesson.studentId,
              lesson,
            }),
    ),
  );
};

const arrivals = new Set(['StudentRegistered', 'StudentReinstated', 'TeacherRegistered', 'TeacherReinstated']);
const removals = new Set(['StudentRemoved', 'TeacherRemoved']);

const onPerson = ({ type, stream, metadata }: SourceEvent, kind: 'student' | 'teacher'): Handled | null => {
  if (!arrivals.has(type) && !removals.has(type)) return null;
  const row = { studio_id: metadata.studioId, kind, person_id: entityOf(stream), removed: removals.has(type) };
  return reading(everyoneTable, [], () => [put(everyoneTable, row)]);
};

/** Lessons whose student or teacher never existed. A removed person is known: past lessons keep the name. */
export const integrityModel = queriedModel<IntegrityDb, 'integrity'>({
  name: 'integrity',
  version: 1,
  categories: ['schedule', 'student', 'teacher'],
  tables: [checkedTable, everyoneTable],
  on: (recorded) => {
    const { category } = parseStreamName(recorded.stream);
    return category === 'student' || category === 'teacher' ? onPerson(recorded, category) : onSchedule(recorded);
  },
});
