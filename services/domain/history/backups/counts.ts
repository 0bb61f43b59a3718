import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { nextSeriesDate } from '@rondo/contracts/calendar/series.ts';
import type { Instant } from '@rondo/contracts/calendar/instants.ts';
import type { Lesson } from '@rondo/contracts/events/lesson.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { lessonsTable } from '@rondo/projections/lessons/table.ts';
import type { Position } from '@rondo/projections/runner/source.ts';
import { studiosModel } from '@rondo/projections/studios/project.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { studentsTable } from '@rondo/projections/students/table.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { teachersTable } from '@rondo/projections/teachers/table.ts';
import type { InTurn } from '../../../platform/http/expensive-turns.ts';
import type { Moment, Moments } from '../../../platform/models/moments/moments.ts';
import type { StudioClock } from '../../studio/clock.ts';

/** What a studio had at a moment; `lessons` are the weekly ones that were not over. */
export type Counts = { readonly students: number; readonly teachers: number; readonly lessons: number };

const isGoingOn = (lesson: Lesson, today: IsoDate): boolean =>
  lesson.entryType === 'lesson' && isWeekly(lesson) && nextSeriesDate(lesson, today) !== null;

const lessonsGoingOn = (rows: readonly { readonly lesson: Lesson }[], today: IsoDate): number =>
  rows.filter(({ lesson }) => isGoingOn(lesson, today)).length;

/** @param today the studio's day at the moment */
export const countsAt = async (moment: Moment, today: IsoDate): Promise<Counts> => {
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

export type CountsDependencies = {
  readonly moments: Pick<Moments, 'momentOf' | 'each'>;
  readonly clock: Pick<StudioClock, 'todayAt'>;
  /** Counts in a turn of the request. */
  readonly inTurn: InTurn;
};

/** A backup to be counted: the moment that it is, and when people say that was. */
type Counted = { readonly id: string; readonly position: Position; readonly asOf: Instant };

/** The past does not change, so what it had is kept: this many moments. */
const keptCounts = 2000;

/** What studios had at their backups. All that are not known yet are counted together, in one pass over the log. */
export const backupCounts = ({ moments, clock, inTurn }: CountsDependencies) => {
  const known = new Map<string, Counts>();
  const nameOf = (studioId: string, { id }: Counted): string => `${studioId} ${id}`;

  const count = async (studioId: string, backups: readonly Counted[]): Promise<Counts[]> => {
    const places = backups.map(({ position }) => ({ position }));
    const last = places.at(-1);
    if (!last) return [];
    // Folded once, and then at hand for each moment's time zone.
    await moments.momentOf(studioId, last).of(studiosModel);
    const days = await Promise.all(
      backups.map(({ position, asOf }) => clock.todayAt(moments.momentOf(studioId, { position }), asOf)),
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

  /** @param backups newest first */
  return async <Backup extends Counted>(
    studioId: string,
    backups: readonly Backup[],
  ): Promise<(Backup & { readonly counts: Counts })[]> => {
    const missing = backups.filter((backup) => !known.has(nameOf(studioId, backup))).toReversed();
    const counts = missing.length === 0 ? [] : await inTurn(() => count(studioId, missing));
    missing.forEach((backup, i) => {
      const own = counts[i];
      if (own) known.set(nameOf(studioId, backup), own);
    });
    const counted = backups.flatMap((backup) => {
      const own = known.get(nameOf(studioId, backup));
      return own ? [{ ...backup, counts: own }] : [];
    });
    for (const [eldest] of known) {
      if (known.size <= keptCounts) break;
      known.delete(eldest);
    }
    return counted;
  };
};
