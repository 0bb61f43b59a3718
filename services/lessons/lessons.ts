import type { Lesson } from '@rondo/contracts/api/lessons.ts';
import { listLessons, peopleById, type LessonFilter, type LessonRow } from '@rondo/projections/lessons/queries.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import type { Maps } from '../maps/drive-time.ts';
import type { ReadModels } from '../read-side/read-models.ts';
import type { StudioClock } from '../studio-settings/clock.ts';
import type { Legs } from '../drives/legs.ts';
import { lessonPlaces, personStop } from '../drives/places.ts';
import { drivenOn, driveTimes } from '../drives/drive-times.ts';
import { lessonView } from './views.ts';

export type LessonReadDependencies = {
  readonly models: ReadModels;
  readonly clock: StudioClock;
  readonly mapsFor: (studioId: string) => Maps;
  readonly legs: Legs;
};

/** Lesson lists as the API shows them, with the drive before each stop. */
export const lessonLists = ({ models, clock, mapsFor, legs }: LessonReadDependencies) => {
  const list = async (studioId: string, filter: LessonFilter = {}): Promise<Lesson[]> => {
    const db = lessonsModel.read(models);
    const [rows, people, { today }] = await Promise.all([
      listLessons(db, studioId, filter),
      peopleById(db, studioId),
      clock.today(studioId),
    ]);
    const lessons = rows.map(({ lesson }) => lesson);
    const times = await driveTimes(rows, {
      studioId,
      from: filter.from ?? today,
      homeOf: (teacherId) => personStop(people.get(teacherId)),
      placeOf: await lessonPlaces(mapsFor(studioId), people, lessons),
      legs,
    });
    return rows.map((row) => lessonView(row, people, times.get(row.lesson_id) ?? null));
  };

  /** The day around one lesson, which determines its drive. */
  const dayAround = async (studioId: string, { lesson, teacher_id: teacherId }: LessonRow): Promise<LessonFilter> => {
    const { today } = await clock.today(studioId);
    const day = drivenOn(lesson, today);
    return day === null ? { teacherId } : { teacherId, from: day, to: day };
  };

  return {
    list,
    /** One lesson as the list shows it. */
    find: async (studioId: string, lessonId: string): Promise<Lesson | undefined> => {
      const [row] = await listLessons(lessonsModel.read(models), studioId, { lessonIds: [lessonId] });
      if (!row) return undefined;
      const around = await list(studioId, await dayAround(studioId, row));
      return around.find(({ id }) => id === lessonId);
    },
  };
};
export type LessonLists = ReturnType<typeof lessonLists>;
