import type { Lesson } from '@rondo/contracts/api/lessons.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import {
  byId,
  lessonsAmong,
  listLessons,
  peopleById,
  type LessonFilter,
  type LessonRow,
  type PersonRow,
} from '@rondo/projections/lessons/queries.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { lessonsTable, peopleTable } from '@rondo/projections/lessons/table.ts';
import { mapWithPauses } from '@rondo/projections/pacing/pauses.ts';
import type { Maps } from '../../../platform/maps/drive-time.ts';
import type { PastMoment } from '../../../platform/models/moments/as-of.ts';
import type { ReadModels } from '../../../platform/models/read-models.ts';
import type { StudioClock } from '../../studio/clock.ts';
import type { Legs } from '../../../platform/maps/drives/legs.ts';
import { lessonPlaces, personStop } from '../../../platform/maps/drives/places.ts';
import { drivenOn, driveTimes } from '../../../platform/maps/drives/drive-times.ts';
import { lessonView, noDrive } from './views.ts';

export type LessonReadDependencies = {
  readonly models: ReadModels;
  readonly clock: StudioClock;
  readonly mapsFor: (studioId: string) => Maps;
  readonly legs: Legs;
};

/** What a list shows: its rows, the people beside them, and the day from which series are seen. */
type Listed = {
  readonly rows: readonly LessonRow[];
  readonly people: ReadonlyMap<string, PersonRow>;
  readonly from: IsoDate;
};

/** Lesson lists as the API shows them, with the drive before each stop. */
export const lessonLists = ({ models, clock, mapsFor, legs }: LessonReadDependencies) => {
  const shown = async (studioId: string, { rows, people, from }: Listed): Promise<Lesson[]> => {
    const lessons = rows.map(({ lesson }) => lesson);
    const times = await driveTimes(rows, {
      studioId,
      from,
      homeOf: (teacherId) => personStop(people.get(teacherId)),
      placeOf: await lessonPlaces(mapsFor(studioId), people, lessons),
      legs,
    });
    return mapWithPauses(rows, (row) => lessonView(row, people, times.get(row.lesson_id) ?? noDrive));
  };

  const list = async (studioId: string, filter: LessonFilter = {}): Promise<Lesson[]> => {
    const db = lessonsModel.read(models);
    const [rows, people, { today }] = await Promise.all([
      listLessons(db, studioId, filter),
      peopleById(db, studioId),
      clock.today(studioId),
    ]);
    return shown(studioId, { rows, people, from: filter.from ?? today });
  };

  /** The day around one lesson, which determines its drive. */
  const dayAround = async (studioId: string, { lesson, teacher_id: teacherId }: LessonRow): Promise<LessonFilter> => {
    const { today } = await clock.today(studioId);
    const day = drivenOn(lesson, today);
    return day === null ? { teacherId } : { teacherId, from: day, to: day };
  };

  return {
    list,
    /** The list as it was at a moment; drives are those of today's maps. */
    listAt: async (past: PastMoment, filter: LessonFilter = {}): Promise<Lesson[]> => {
      const { moment, instant } = past;
      const [then, { today }] = await Promise.all([moment.of(lessonsModel), clock.todayAt(moment, instant)]);
      const rows = lessonsAmong(then.rows(lessonsTable), filter);
      const people = byId(then.rows(peopleTable));
      return shown(moment.studioId, { rows, people, from: filter.from ?? today });
    },
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
