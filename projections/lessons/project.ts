import { lessonRowsTouched } from '@rondo/contracts/events/schedule/lesson-rows.ts';
import { isLessonEvent, scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import { entityOf, parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { daysTouched, ownLessonChanges } from '../shared/own-lessons.ts';
import { nobody, personChange } from '../shared/person.ts';
import { eventReader, recordedAtOf } from '../runner/events.ts';
import { changing, put, remove, type Handled, queriedModel } from '../runner/read-model.ts';
import type { SourceEvent } from '../runner/source.ts';
import { lessonsTable, peopleTable, removedTable } from './table.ts';
import type { LessonsDb } from './queries.ts';

const readSchedule = eventReader(scheduleEvents);

const onSchedule = (recorded: SourceEvent): Handled | null => {
  const event = readSchedule(recorded);
  if (!isLessonEvent(event)) return null;
  const { studioId } = recorded.metadata;
  const teacherId = entityOf(recorded.stream);
  const key = (lessonId: string) => [studioId, lessonId];
  // A date of a calendar feed is imported under the same id again.
  const isImported = event.type === 'LessonCreated' && event.data.lesson.source === 'actual';
  const comesBack = event.type === 'LessonReinstated' || isImported;
  const tables = comesBack ? [lessonsTable, removedTable] : [lessonsTable];
  return {
    reads: tables.flatMap((table) => lessonRowsTouched(event).map((lessonId) => ({ table, key: key(lessonId) }))),
    changes: (rows) => {
      const rowOf = (lessonId: string) => rows.get(lessonsTable, key(lessonId));
      const changes = ownLessonChanges(event, teacherId, rowOf);
      return changes.flatMap(({ lessonId, lesson }) => {
        const known = rowOf(lessonId);
        if (lesson === null)
          return [
            remove(lessonsTable, key(lessonId)),
            ...(known
              ? [put(removedTable, { studio_id: studioId, lesson_id: lessonId, created_at: known.created_at })]
              : []),
          ];
        const earlier = known ?? (comesBack ? rows.get(removedTable, key(lessonId)) : undefined);
        return put(lessonsTable, {
          studio_id: studioId,
          lesson_id: lessonId,
          teacher_id: teacherId,
          student_id: lesson.studentId,
          series_id: lesson.seriesId,
          ...daysTouched(lesson),
          lesson,
          created_at: earlier?.created_at ?? recordedAtOf(recorded),
          revision: recorded.revision,
        });
      });
    },
  };
};

const onPerson = (recorded: SourceEvent): Handled | null => {
  const change = personChange(recorded);
  if (!change) return null;
  const { studioId } = recorded.metadata;
  return changing(peopleTable, [studioId, change.id], (row) => {
    const before = row ?? { ...nobody, studio_id: studioId, person_id: change.id, removed: false };
    return { ...before, ...change.fields, removed: change.removed ?? before.removed };
  });
};

/** Every lesson row, with the names and places that screens show beside it. */
export const lessonsModel = queriedModel<LessonsDb, 'lessons'>({
  name: 'lessons',
  version: 5,
  categories: ['schedule', 'student', 'teacher'],
  tables: [lessonsTable, peopleTable, removedTable],
  on: (recorded) =>
    parseStreamName(recorded.stream).category === 'schedule' ? onSchedule(recorded) : onPerson(recorded),
});
