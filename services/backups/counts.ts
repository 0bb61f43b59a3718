import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { nextSeriesDate } from '@rondo/contracts/calendar/series.ts';
import type { Lesson } from '@rondo/contracts/events/lesson.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { lessonsTable } from '@rondo/projections/lessons/table.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { studentsTable } from '@rondo/projections/students/table.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { teachersTable } from '@rondo/projections/teachers/table.ts';
import type { Moment } from '../moments/moments.ts';

/** What a studio had at a moment; `lessons` are the weekly ones that were not over. */
export type Counts = { readonly students: number; readonly teachers: number; readonly lessons: number };

const isGoingOn = (lesson: Lesson, today: IsoDate): boolean =>
  lesson.entryType === 'lesson' && isWeekly(lesson) && nextSeriesDate(lesson, today) !== null;

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
    lessons: lessons.rows(lessonsTable).filter(({ lesson }) => isGoingOn(lesson, today)).length,
  };
};
