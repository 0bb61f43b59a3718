import { shortDayName, weekOrder, type DayOfWeek } from '@rondo/contracts/calendar/dates.ts';
import { closedTimeOn } from '@rondo/contracts/calendar/closures/closures.ts';
import { overlaps } from '@rondo/contracts/calendar/intervals.ts';
import { byStart, isCounted, isStop, spanOf } from '@rondo/contracts/calendar/rows.ts';
import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import type { WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { ReportContent } from '@rondo/contracts/events/schedule/report-content.ts';
import { outsideHours, type PersonWithHours } from '@rondo/contracts/lessons/outside-hours.ts';
import type { PlannedLesson } from '../../../optimizer/week/instance.ts';
import { windowsOf } from '@rondo/contracts/calendar/windows.ts';
import { everyonePlaced } from '../../../optimizer/explain/vacancies.ts';
import { staysPinned } from '../../schedule/plan/pins.ts';
import { isHeld } from '../../schedule/questions/held.ts';
import { closingFor } from '../../schedule/time-off/closures.ts';
import { fixedId, studentName, titleOf } from '../instance/instance.ts';
import { weeklySpan } from '../instance/pinned-pairs.ts';
import type { ReportInput } from './report-input.ts';
import type { DayDriving, WeekStop } from './week-driving.ts';

/** An entry of the planned week: a lesson that the run placed, or a weekly entry that stays where it is. */
type PlannedEntry = WeekStop & {
  readonly title: string;
  readonly duration: number;
  readonly source: ReportContent['week'][number]['source'];
  readonly isLesson: boolean;
};

type WeekSource = Pick<ReportInput, 'input' | 'run' | 'solved' | 'lessonIds' | 'students'>;

/** What the stops of a week are known by. */
export type StopSource = Omit<WeekSource, 'solved'>;

/** The lessons that a run places, without the entries that stay. */
const placedLessons = (
  lessons: readonly PlannedLesson[],
  { run, lessonIds, students }: StopSource,
): (PlannedEntry & { readonly studentId: string })[] =>
  lessons
    .filter(({ studentId }) => !run.fixedById.has(studentId))
    .map(({ studentId, dayOfWeek, startTime }) => ({
      lessonId: lessonIds.get(studentId) ?? studentId,
      studentId,
      title: run.names[studentId] ?? '',
      customAddress: null,
      dayOfWeek,
      start: startTime,
      duration: students.get(studentId)?.details.lessonDuration ?? 0,
      source: 'optimized',
      isLesson: true,
    }));

/** The stops of a week with the given lessons, as the calendar counts them. */
export const stopsWith = (lessons: readonly PlannedLesson[], source: StopSource): WeekStop[] => [
  ...placedLessons(lessons, source),
  ...source.input.fixed.filter(isStop),
];

const plannedEntries = (lessons: readonly PlannedLesson[], source: StopSource): PlannedEntry[] => [
  ...placedLessons(lessons, source),
  ...source.input.fixed.map((entry) => ({
    ...entry,
    title: titleOf(entry, source.students),
    isLesson: isCounted(entry),
  })),
];

/** The planned week, entry by entry, with the drives between its stops. */
export const plannedWeek = (source: ReportInput): ReportContent['week'] =>
  weekWith(source.solved.solution.lessons, source, source.driving.plan.days);

/** The week with some lessons, entry by entry, with the drives of its days. */
export const weekWith = (
  lessons: readonly PlannedLesson[],
  source: StopSource,
  days: ReadonlyMap<DayOfWeek, Pick<DayDriving, 'driveTimes' | 'last' | 'driveHome'>>,
): ReportContent['week'] =>
  weekOrder.flatMap((day) => {
    const driven = days.get(day);
    return plannedEntries(lessons, source)
      .filter(({ dayOfWeek }) => dayOfWeek === day)
      .toSorted(byStart)
      .map((entry) => ({
        lessonId: entry.lessonId,
        studentId: entry.studentId,
        title: entry.title,
        address: entry.customAddress,
        day: shortDayName(day),
        startTime: toTimeText(entry.start),
        endTime: toTimeText(entry.start + entry.duration),
        source: entry.source,
        driveTime: driven?.driveTimes.get(entry.lessonId) ?? null,
        driveHome: driven?.last === entry.lessonId ? driven.driveHome : null,
      }));
  });

/** Each weekday on which the teacher works or has an entry. Appointments are stops of the drive, not lessons. */
export const dayAnalysis = (source: ReportInput): ReportContent['dayAnalysis'] => {
  const entries = plannedEntries(source.solved.solution.lessons, source);
  const workdays = new Map(source.solved.explanation.days.map((day) => [day.dayOfWeek, day]));
  return weekOrder
    .filter((day) => workdays.has(day) || entries.some(({ dayOfWeek }) => dayOfWeek === day))
    .map((day) => {
      const lessons = entries.filter(({ dayOfWeek, isLesson }) => dayOfWeek === day && isLesson);
      const starts = lessons.map(({ start }) => start);
      return {
        day: shortDayName(day),
        lessonsScheduled: lessons.length,
        studentsAvailable: workdays.get(day)?.studentsAvailable ?? 0,
        firstLessonTime: starts.length === 0 ? null : toTimeText(Math.min(...starts)),
        lastLessonTime: starts.length === 0 ? null : toTimeText(Math.max(...starts)),
        totalTeachingTime: lessons.reduce((sum, { duration }) => sum + duration, 0),
        drivingMinutes: source.driving.plan.days.get(day)?.minutes ?? 0,
      };
    });
};

/** Why no student without a place takes a slot, where some were not tried at all: they have no times, or another teacher. */
const whyUntried = ({ input }: Pick<ReportInput, 'input'>): string | null => {
  const untried = input.leftOut.filter(({ served }) => !served);
  if (untried.length === 0) return null;
  const without = untried.filter(({ student }) => windowsOf(student.availability).length === 0);
  return without.length === untried.length
    ? 'no unplaced student has times'
    : 'every student who could be tried is placed';
};

export const vacantTimeAnalysis = (source: ReportInput): ReportContent['vacantTimeAnalysis'] => {
  const { explanation } = source.solved;
  const untried = whyUntried(source);
  const trueOfAll = (reason: string): string => (untried === null ? reason : reason.replace(everyonePlaced, untried));
  return {
    totalVacantMinutes: explanation.totalVacantMinutes,
    vacantSlots: explanation.vacantSlots.map(({ dayOfWeek, startTime, endTime, minutes, reason }) => ({
      dayName: shortDayName(dayOfWeek),
      startTime: toTimeText(startTime),
      endTime: toTimeText(endTime),
      durationMinutes: minutes,
      reason: trueOfAll(reason),
    })),
    utilizationByDay: explanation.days.map(
      ({ dayOfWeek, utilizationPercentage, availableMinutes, scheduledMinutes, vacantMinutes, betweenMinutes }) => ({
        dayName: shortDayName(dayOfWeek),
        utilizationPercentage,
        availableMinutes,
        scheduledMinutes,
        vacantMinutes,
        betweenMinutes,
      }),
    ),
  };
};

/**
 * Dated entries and held times of the next eight weeks that overlap a lesson of the plan: they block no weekday, but need a manual check. Not on dates on which
 * either is closed.
 */
export const clashesOf = ({ input, run, solved, lessonIds }: ReportInput): ReportContent['clashes'] => {
  const fixed = new Set(input.fixed.map(({ lessonId }) => lessonId));
  const placed = solved.explanation.placed.filter((lesson) => !lesson.fixed);
  const { closures, teacherId } = input.closing;
  const { closedOn } = closingFor(closures, teacherId);
  return input.dated
    .filter((entry) => !fixed.has(entry.lessonId) && closedOn(entry, entry.date ?? '') === null)
    .flatMap((entry) =>
      placed
        .filter(
          ({ dayOfWeek, startTime, endTime, studentId }) =>
            dayOfWeek === entry.dayOfWeek &&
            !(isHeld(entry) && entry.studentId === studentId) &&
            overlaps({ start: startTime, end: endTime }, spanOf(entry)) &&
            !closedTimeOn(closures, teacherId, entry.date ?? '').some((closed) =>
              overlaps(closed, { start: startTime, end: endTime }),
            ),
        )
        .map(({ studentId }) => ({
          date: entry.date ?? '',
          lessonId: lessonIds.get(studentId) ?? '',
          entryId: entry.lessonId,
          detail: `${run.names[studentId] ?? ''} overlaps ${isHeld(entry) ? 'a time that is held' : 'another entry'} on ${shortDate(entry.date ?? '')}.`,
        })),
    );
};

/** A pinned lesson outside anybody's hours: it stays. */
const outsideOf = (entry: WeeklyLesson, { input, students }: ReportInput): string[] => {
  const { details, availability } = input.teacher;
  const student = students.get(entry.studentId ?? '');
  const people: PersonWithHours[] = [
    { whose: 'teacher', name: details.name, availability },
    ...(student ? [{ whose: 'student' as const, name: studentName(student), availability: student.availability }] : []),
  ];
  return outsideHours(people, { dayOfWeek: entry.dayOfWeek, date: null, ...spanOf(entry) }).map(
    ({ text }) => `${titleOf(entry, students)} stays pinned, ${weeklySpan(entry)}. ${text}`,
  );
};

/** What contradicts itself among the entries that stay where they are, one sentence each. */
export const conflictsOf = (source: ReportInput): string[] => {
  const { input, run, solved } = source;
  const isNamed = (studentIds: readonly string[]): boolean =>
    run.pinnedPairs.some(({ lessonIds }) => lessonIds.every((id) => studentIds.includes(fixedId(id))));
  return [
    ...run.pinnedPairs.map(({ text }) => text),
    ...solved.explanation.conflicts.filter(({ studentIds }) => !isNamed(studentIds)).map(({ detail }) => detail),
    ...input.fixed.filter((entry) => staysPinned(entry, input.startsOn)).flatMap((entry) => outsideOf(entry, source)),
  ];
};
