import { addDays, laterOf, mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { nextSeriesDate } from '@rondo/contracts/calendar/series.ts';
import { instantAt, type Instant } from '@rondo/contracts/calendar/instants.ts';
import type { Lesson, WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { BoundedMap } from '@rondo/projections/kit/bounded-map.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { lessonsTable } from '@rondo/projections/lessons/table.ts';
import type { Position } from '@rondo/projections/runner/source.ts';
import { studiosModel } from '@rondo/projections/studios/project.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { studentsTable } from '@rondo/projections/students/table.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { teachersTable } from '@rondo/projections/teachers/table.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { latestNow } from '../../../platform/models/moments/as-of.ts';
import { studioThen } from '../../studio/clock.ts';

declare module '../../../platform/kit/services.ts' {
  interface Services {
    /** What studios had at their backups, which never changes, by studio and backup. */
    readonly backupCounts: BoundedMap<string, Counts>;
  }
}

/** What a studio had at a moment; `lessons` are the weekly ones that were not over. */
export type Counts = { readonly students: number; readonly teachers: number; readonly lessons: number };

const isGoingOn = (lesson: Lesson, today: IsoDate): lesson is WeeklyLesson =>
  lesson.entryType === 'lesson' && isWeekly(lesson) && nextSeriesDate(lesson, today) !== null;

/** Weekly lessons once all of them have begun: a series that another one replaces until then is not another lesson a week. */
const lessonsGoingOn = (rows: readonly { readonly lesson: Lesson }[], today: IsoDate): number => {
  const weekly = rows.map(({ lesson }) => lesson).filter((lesson) => isGoingOn(lesson, today));
  const last = weekly.reduce((day, { validFrom }) => laterOf(day, validFrom), today);
  const sunday = addDays(mondayOf(last), 6);
  const staying = weekly.filter(({ validTo }) => validTo === null || validTo > sunday);
  return staying.length === 0 ? weekly.length : staying.length;
};

export type Counting = Pick<Services, 'moments' | 'turns' | 'backupCounts' | 'store' | 'now' | 'machineNow'>;

/** What a studio has now. */
export const countsNow = async (services: Counting, studioId: string): Promise<Counts> => {
  const position = await services.store.head();
  const now = instantAt(latestNow(services));
  const moment = services.moments.momentOf(studioId, position === null ? { instant: now } : { position });
  const { today } = await studioThen(moment, now);
  const [students, teachers, lessons] = await Promise.all([
    moment.of(studentsModel),
    moment.of(teachersModel),
    moment.of(lessonsModel),
  ]);
  return {
    students: students.rows(studentsTable).length,
    teachers: teachers.rows(teachersTable).length,
    lessons: lessonsGoingOn(lessons.rows(lessonsTable), today),
  };
};

/** A backup to be counted: the moment that it is, and when people say that was. */
type Uncounted = { readonly id: string; readonly position: Position; readonly asOf: Instant };

/** Counts in one pass over the log. @param backups oldest first */
const count = async ({ moments }: Counting, studioId: string, backups: readonly Uncounted[]): Promise<Counts[]> => {
  const places = backups.map(({ position }) => ({ position }));
  const last = places.at(-1);
  if (!last) return [];
  // Folded once, and then at hand for each moment's time zone.
  await moments.momentOf(studioId, last).of(studiosModel);
  const days = await Promise.all(
    backups.map(({ position, asOf }) => studioThen(moments.momentOf(studioId, { position }), asOf)),
  );
  const students = await moments.each(studioId, studentsModel, places, ({ rows }) => rows(studentsTable).length);
  const teachers = await moments.each(studioId, teachersModel, places, ({ rows }) => rows(teachersTable).length);
  const lessons = await moments.each(studioId, lessonsModel, places, ({ rows }, i) =>
    lessonsGoingOn(rows(lessonsTable), days[i]?.today ?? ''),
  );
  return backups.map((_, i) => ({
    students: students[i] ?? 0,
    teachers: teachers[i] ?? 0,
    lessons: lessons[i] ?? 0,
  }));
};

/** What a studio had at its backups: all that are not known yet are counted together, in a turn of the request. @param backups newest first */
export const withCounts = async <Backup extends Uncounted>(
  services: Counting,
  studioId: string,
  backups: readonly Backup[],
): Promise<(Backup & { readonly counts: Counts })[]> => {
  const { backupCounts, turns } = services;
  const keyOf = ({ id }: Uncounted): string => `${studioId} ${id}`;
  const counted = new Map(backups.map((backup) => [keyOf(backup), backupCounts.get(keyOf(backup))]));
  const missing = backups.filter((backup) => !counted.get(keyOf(backup))).toReversed();
  const counts = missing.length === 0 ? [] : await turns.inTurn(() => count(services, studioId, missing));
  for (const [i, backup] of missing.entries()) {
    const own = counts[i];
    if (!own) continue;
    counted.set(keyOf(backup), own);
    backupCounts.set(keyOf(backup), own);
  }
  return backups.flatMap((backup) => {
    const own = counted.get(keyOf(backup));
    return own ? [{ ...backup, counts: own }] : [];
  });
};
