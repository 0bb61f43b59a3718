import type { Lesson } from '@rondo/contracts/events/lesson.ts';
import { listLessons, peopleById, type PersonRow } from '@rondo/projections/lessons/queries.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import type { ReadModels } from '../../../platform/models/read-models.ts';
import type { StudioClock } from '../../studio/clock.ts';
import type { Busy } from '../edit/if-free.ts';
import { nameOf } from './views.ts';

/** A lesson's display name: its student or its title. */
export const titlesFrom =
  (people: ReadonlyMap<string, PersonRow>) =>
  ({ studentId, eventTitle }: Lesson): string => {
    const person = people.get(studentId ?? '');
    return person ? nameOf(person) : (eventTitle ?? 'A lesson');
  };

/** What a search needs from outside a teacher's schedule: the students' lessons with other teachers as the lists show them, and names. */
export const busyReader = ({ models, clock }: { models: ReadModels; clock: StudioClock }) => ({
  of: async (
    studioId: string,
    teacherId: string,
    studentIds: readonly string[],
  ): Promise<Busy & { readonly people: ReadonlyMap<string, PersonRow> }> => {
    const db = lessonsModel.read(models);
    const [rows, people, { today }] = await Promise.all([
      studentIds.length === 0 ? [] : listLessons(db, studioId, { studentIds, notTeacherId: teacherId }),
      peopleById(db, studioId),
      clock.today(studioId),
    ]);
    const byStudent = Map.groupBy(
      rows.map(({ lesson }) => lesson),
      ({ studentId }) => studentId ?? '',
    );
    return { today, elsewhere: (studentId) => byStudent.get(studentId) ?? [], titleOf: titlesFrom(people), people };
  },
  titles: async (studioId: string) => titlesFrom(await peopleById(lessonsModel.read(models), studioId)),
});
