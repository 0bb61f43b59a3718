import { closedDateOf } from '@rondo/contracts/calendar/closures/closed-dates.ts';
import type { Lesson } from '@rondo/contracts/api/lessons.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { lastTeacherOf } from '@rondo/projections/history/queries.ts';
import { historyModel } from '@rondo/projections/history/project.ts';
import {
  byId,
  lessonsAmong,
  listLessons,
  peopleById,
  type LessonFilter,
  type PersonRow,
} from '@rondo/projections/lessons/queries.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { lessonsTable, peopleTable } from '@rondo/projections/lessons/table.ts';
import { mapWithPauses } from '@rondo/projections/pacing/pauses.ts';
import { NotFound } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { lessonPlaces, personStop } from '../../../platform/maps/drives/places.ts';
import { drivenOn, driveTimes } from '../../../platform/maps/drives/drive-times.ts';
import type { PastMoment } from '../../../platform/models/moments/as-of.ts';
import { studioNow, studioThen } from '../../studio/clock.ts';
import { closuresNow, closuresThen } from '../time-off/closures.ts';
import { withClosedDates, type ListedRow } from './closed-rows.ts';
import { lessonView, noDrive } from './views.ts';

/** What reads lessons as the API shows them, with the drive before each stop. */
export type LessonListServices = Pick<Services, 'models' | 'settingsOf' | 'now' | 'maps' | 'legs'>;

/** A list's rows, the people beside them, and the day from which series are seen. */
type Listed = {
  readonly rows: readonly ListedRow[];
  readonly people: ReadonlyMap<string, PersonRow>;
  readonly from: IsoDate;
};

const viewAll = async (
  { maps, legs }: Pick<Services, 'maps' | 'legs'>,
  studioId: string,
  { rows, people, from }: Listed,
): Promise<Lesson[]> => {
  const lessons = rows.map(({ lesson }) => lesson);
  const times = await driveTimes(rows, {
    studioId,
    from,
    homeOf: (teacherId) => personStop(people.get(teacherId)),
    placeOf: await lessonPlaces(maps.mapsFor(studioId), people, lessons),
    legs,
  });
  return mapWithPauses(rows, (row) => lessonView(row, people, times.get(row.lesson_id) ?? noDrive));
};

export const lessonList = async (
  services: LessonListServices,
  studioId: string,
  filter: LessonFilter = {},
): Promise<Lesson[]> => {
  const db = lessonsModel.read(services.models);
  const [found, people, { today }, closures] = await Promise.all([
    listLessons(db, studioId, filter),
    peopleById(db, studioId),
    studioNow(services, studioId),
    closuresNow(services, studioId),
  ]);
  const rows = withClosedDates(found, closures, { today, filter });
  return viewAll(services, studioId, { rows, people, from: filter.from ?? today });
};

/** The list as it was at a moment; drives are those of today's maps. */
export const lessonListAt = async (
  services: Pick<Services, 'maps' | 'legs'>,
  { moment, instant }: PastMoment,
  filter: LessonFilter = {},
): Promise<Lesson[]> => {
  const [then, { today }, closures] = await Promise.all([
    moment.of(lessonsModel),
    studioThen(moment, instant),
    closuresThen(moment),
  ]);
  const rows = withClosedDates(lessonsAmong(then.rows(lessonsTable), filter), closures, { today, filter });
  const people = byId(then.rows(peopleTable));
  return viewAll(services, moment.studioId, { rows, people, from: filter.from ?? today });
};

/** One lesson as the list shows it. The day around it determines its drive. */
export const lessonInList = async (
  services: LessonListServices,
  studioId: string,
  lessonId: string,
): Promise<Lesson | undefined> => {
  const closed = closedDateOf(lessonId);
  const lessonIds = [lessonId, ...(closed ? [closed.seriesId] : [])];
  const [row] = await listLessons(lessonsModel.read(services.models), studioId, { lessonIds });
  if (!row) return undefined;
  const day = closed?.date ?? drivenOn(row.lesson, (await studioNow(services, studioId)).today);
  const teacherId = row.teacher_id;
  const around = await lessonList(services, studioId, day === null ? { teacherId } : { teacherId, from: day, to: day });
  return around.find(({ id }) => id === lessonId);
};

/** Whose schedule has a lesson, or had it last; a removed row still leads to its stream. @throws NotFound */
export const teacherOfLesson = async (
  { models }: Pick<Services, 'models'>,
  studioId: string,
  lessonId: string,
): Promise<string> => {
  const lessonIds = [lessonId, closedDateOf(lessonId)?.seriesId ?? lessonId];
  const [row] = await listLessons(lessonsModel.read(models), studioId, { lessonIds });
  const teacherId = row?.teacher_id ?? (await lastTeacherOf(historyModel.read(models), studioId, lessonId));
  if (teacherId === undefined) throw new NotFound('There is no such lesson.');
  return teacherId;
};
