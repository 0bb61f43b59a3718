import { shortDayName, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { difference, overlaps } from '@rondo/contracts/calendar/intervals.ts';
import type { AvailabilityWindow } from '@rondo/contracts/events/fields.ts';
import type { Lesson, WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { isWeekly, spanOf } from '@rondo/contracts/calendar/rows.ts';
import { lastsTo } from '@rondo/contracts/calendar/series.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import { windowsOf, type DayWindow } from '@rondo/contracts/calendar/windows.ts';
import type { StudentRow } from '@rondo/projections/students/queries.ts';
import type { TeacherRow } from '@rondo/projections/teachers/queries.ts';
import { datedEntries, fixedSeries } from '../../schedule/plan/fixed.ts';
import type { HoldRow } from '../../schedule/questions/holds.ts';
import { staysPinned } from '../../schedule/plan/pins.ts';
import type { ScheduleState } from '../../schedule/state.ts';
import type { Closing } from '../../schedule/time-off/closures.ts';
import type { LessonElsewhere } from '../../schedule/lookup/student-times.ts';

type LeftOut = {
  readonly student: StudentRow;
  readonly reason: string;
  /** Has a weekly lesson that plans leave where it is: needs no placement. */
  readonly served: boolean;
  /** That lesson, if it is a pinned one. */
  readonly pinned: WeeklyLesson | null;
};

/** The input of one teacher's run. */
export type RunInput = {
  readonly teacher: TeacherRow;
  readonly startsOn: IsoDate;
  /** Students to place. */
  readonly students: readonly StudentRow[];
  /** Selected students who are excluded from the run, with the reason. */
  readonly leftOut: readonly LeftOut[];
  /** Weekly entries of the teacher that stay where they are. */
  readonly fixed: readonly WeeklyLesson[];
  /** The day on which the run is made. */
  readonly today: IsoDate;
  /** Weekly times that are held for questions from the form, where their families live: they stay, whatever the run's first day. */
  readonly holds: readonly HoldRow[];
  /** Dated entries of the first weeks: they block no weekday; overlaps are reported, but for closed dates. */
  readonly dated: readonly Lesson[];
  readonly closing: Closing;
  /** By student: their lessons with other teachers that stay. */
  readonly elsewhere: ReadonlyMap<string, readonly DayWindow[]>;
  /** Optimized series of the students with other teachers, which acceptance ends. */
  readonly endsElsewhere: readonly {
    readonly teacherId: string;
    readonly lessonId: string;
    readonly studentId: string;
  }[];
};

export type GatherInput = {
  readonly teacher: TeacherRow;
  readonly startsOn: IsoDate;
  readonly selected: readonly StudentRow[];
  /** Of several selected teachers, the one who gets this student. */
  readonly belongsHere: (student: StudentRow) => boolean;
  readonly state: ScheduleState;
  /** What takes time in it. */
  readonly inUse: readonly Lesson[];
  readonly holds: readonly HoldRow[];
  readonly today: IsoDate;
  /** Every lesson of the studio's other teachers. */
  readonly elsewhere: readonly LessonElsewhere[];
  readonly closing: Closing;
  /** The name of another teacher. */
  readonly nameOf: (teacherId: string) => string;
  /** Where teachers are planned together: who is planned with any of them, and why others are not. */
  readonly together?: {
    readonly planned: ReadonlySet<string>;
    readonly reasonAgainst: (studentId: string) => string | null;
  };
};

type Belonging = {
  readonly teacherId: string;
  /** The selected teachers. */
  readonly teacherIds: readonly string[];
  /** The first day of the run. */
  readonly firstDay: IsoDate;
};

/** Of several selected teachers, the one with whom the student's time is pinned, else the first by preference. */
export const belongsTo =
  ({ teacherId, teacherIds, firstDay }: Belonging, { state, elsewhere }: Pick<GatherInput, 'state' | 'elsewhere'>) =>
  (student: StudentRow): boolean => {
    const own = [...state.lessons.values()].map((lesson) => ({ teacherId, lesson }));
    const pinnedWith = new Set(
      [...own, ...elsewhere]
        .filter(({ lesson }) => lesson.studentId === student.student_id && staysPinned(lesson, firstDay))
        .map((one) => one.teacherId),
    );
    const ranked = student.assignments
      .filter((assignment) => teacherIds.includes(assignment.teacherId))
      .toSorted((a, b) => a.preferenceRank - b.preferenceRank);
    return (ranked.find((one) => pinnedWith.has(one.teacherId)) ?? ranked[0])?.teacherId === teacherId;
  };

/** Divides the selected students and the existing entries into what a run may place and what it must leave unchanged. */
export const gather = ({
  teacher,
  startsOn,
  selected,
  belongsHere,
  state,
  inUse,
  holds,
  today,
  elsewhere,
  closing,
  nameOf,
  together,
}: GatherInput): RunInput => {
  const served = new Set(
    [...state.lessons.values()]
      .filter(isWeekly)
      .filter((series) => series.source !== 'optimized' && series.useInOptimization && lastsTo(series, startsOn))
      .flatMap(({ studentId }) => (studentId === null ? [] : [studentId])),
  );
  const pinnedHere = (studentId: string): WeeklyLesson | null =>
    [...state.lessons.values()].find(
      (lesson): lesson is WeeklyLesson => lesson.studentId === studentId && staysPinned(lesson, startsOn),
    ) ?? null;
  const pinnedElsewhere = (studentId: string): string | undefined =>
    elsewhere.find(({ lesson }) => lesson.studentId === studentId && staysPinned(lesson, startsOn))?.teacherId;
  const reasonAgainst = (student: StudentRow): string | null => {
    if (!belongsHere(student)) return `Not assigned to ${teacher.details.name}.`;
    const notTogether = together?.reasonAgainst(student.student_id) ?? null;
    if (notTogether !== null) return notTogether;
    if (served.has(student.student_id)) return 'Already has a manual weekly lesson; the day is planned around it.';
    const here = pinnedHere(student.student_id);
    if (here) return `Keeps the pinned time, ${shortDayName(here.dayOfWeek)} ${formatTime(here.start)}.`;
    const there = pinnedElsewhere(student.student_id);
    if (there !== undefined) return `Pinned with ${nameOf(there)}. Unpin it first.`;
    if (windowsOf(student.availability).length === 0) return 'No availability is entered.';
    return null;
  };
  const judged = selected.map((student) => ({ student, reason: reasonAgainst(student) }));
  const students = judged.flatMap(({ student, reason }) => (reason === null ? [student] : []));
  const inRun = new Set([...students.map(({ student_id }) => student_id), ...(together?.planned ?? [])]);
  const ofStudents = elsewhere.filter(({ lesson }) => inRun.has(lesson.studentId ?? ''));
  return {
    teacher,
    startsOn,
    students,
    leftOut: judged.flatMap(({ student, reason }) => {
      if (reason === null) return [];
      const isManual = served.has(student.student_id);
      const pinned = isManual || !belongsHere(student) ? null : pinnedHere(student.student_id);
      return [{ student, reason, served: belongsHere(student) && (isManual || pinned !== null), pinned }];
    }),
    fixed: fixedSeries(state, startsOn, inRun, closing),
    today,
    holds,
    closing,
    dated: datedEntries(state, startsOn, inRun, inUse),
    elsewhere: Map.groupBy(
      ofStudents
        .filter(({ lesson }) => staysElsewhere(lesson, startsOn))
        .map(({ lesson }) => ({ ...spanOf(lesson), dayOfWeek: lesson.dayOfWeek, of: lesson.studentId ?? '' })),
      ({ of }) => of,
    ),
    endsElsewhere: ofStudents
      .filter(({ lesson }) => lesson.source === 'optimized' && isWeekly(lesson) && lastsTo(lesson, startsOn))
      .map(({ teacherId, lesson }) => ({ teacherId, lessonId: lesson.lessonId, studentId: lesson.studentId ?? '' })),
  };
};

/** True for a weekly lesson with another teacher that a plan does not take over: it blocks the student's time. */
export const staysElsewhere = (lesson: Lesson, from: IsoDate): boolean =>
  lesson.source !== 'optimized' && isWeekly(lesson) && lastsTo(lesson, from);

/** A student's availability minus their lessons with others. */
export const freeRows = (rows: readonly AvailabilityWindow[], busy: readonly DayWindow[]): AvailabilityWindow[] =>
  rows
    .filter(({ enabled }) => enabled)
    .flatMap((row) => {
      const cuts = busy.filter((cut) => cut.dayOfWeek === row.dayOfWeek && overlaps(cut, row));
      return difference([row], cuts).map(({ start, end }) => ({ ...row, start, end }));
    });
