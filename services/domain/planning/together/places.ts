import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { lastsTo } from '@rondo/contracts/calendar/series.ts';
import { windowsOf } from '@rondo/contracts/calendar/windows.ts';
import type { StudentRow } from '@rondo/projections/students/queries.ts';
import { asRejected } from '../../schedule/plan/as-rejected.ts';
import { staysPinned } from '../../schedule/plan/pins.ts';
import { seriesFrom } from '../../schedule/state.ts';
import type { Week } from '../plan-week.ts';

/** With which of the teachers who are planned together a student may be. */
export type Places = {
  /** Indices of the teachers, the preferred one first. */
  readonly teachers: readonly number[];
  /** The teacher with whom the student has an accepted optimized lesson. */
  readonly present: number | undefined;
  /** Whether the run places the student. */
  readonly isPlanned: boolean;
  /** Why not, where a teacher's own run would not say so. */
  readonly reason: string | null;
};

const none: Places = { teachers: [], present: undefined, isPlanned: false, reason: null };

type Run = {
  /** The teachers' weeks, in their order. */
  readonly weeks: readonly Week[];
  readonly from: IsoDate;
  /** Whether students with a lesson may get another teacher. */
  readonly mayChange: boolean;
  readonly nameOf: (teacherId: string) => string;
};

/**
 * Assignments say who may teach whom. Who has an accepted optimized lesson stays with that teacher, unless changes are allowed; who has a time that no
 * plan moves has it with one teacher; who has lessons with a teacher outside the run is left out.
 */
export const placesOf = ({ weeks, from, mayChange, nameOf }: Run): ((student: StudentRow) => Places) => {
  const [first] = weeks;
  const outside = (first?.elsewhere ?? []).filter(({ teacherId }) =>
    weeks.every((week) => week.teacherId !== teacherId),
  );
  const accepted = weeks.map(({ state, now }) =>
    seriesFrom(asRejected(state, now.today), from).filter(({ source }) => source === 'optimized'),
  );
  return ({ student_id: studentId, assignments, availability }) => {
    const ranked = assignments
      .toSorted((a, b) => a.preferenceRank - b.preferenceRank)
      .map(({ teacherId }) => weeks.findIndex((week) => week.teacherId === teacherId))
      .filter((teacher) => teacher >= 0);
    if (ranked.length === 0) return none;
    const stays = ranked.find((teacher) =>
      [...(weeks[teacher]?.state.lessons.values() ?? [])].some(
        (lesson) =>
          lesson.studentId === studentId &&
          (staysPinned(lesson, from) ||
            (isWeekly(lesson) && lesson.source !== 'optimized' && lesson.useInOptimization && lastsTo(lesson, from))),
      ),
    );
    if (stays !== undefined) return { ...none, teachers: [stays] };
    const elsewhere = outside.find(
      ({ lesson }) =>
        lesson.studentId === studentId && lesson.source === 'optimized' && isWeekly(lesson) && lastsTo(lesson, from),
    );
    if (elsewhere)
      return {
        ...none,
        teachers: ranked.slice(0, 1),
        reason: `Has lessons with ${nameOf(elsewhere.teacherId)}, who is not in this plan.`,
      };
    if (windowsOf(availability).length === 0) return { ...none, teachers: ranked.slice(0, 1) };
    const present = ranked.find((teacher) => accepted[teacher]?.some((lesson) => lesson.studentId === studentId));
    const teachers = present === undefined || mayChange ? ranked : [present];
    return { teachers, present, isPlanned: true, reason: null };
  };
};
