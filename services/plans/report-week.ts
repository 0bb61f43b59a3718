import { shortDayName } from '@rondo/contracts/calendar/dates.ts';
import { overlaps } from '@rondo/contracts/calendar/intervals.ts';
import { spanOf } from '@rondo/contracts/calendar/rows.ts';
import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import type { ReportContent } from '@rondo/contracts/events/report-content.ts';
import type { PlannedWeek } from '../optimizer/worker.ts';
import type { RunInstance } from './instance.ts';
import type { ReportInput } from './report.ts';

/** A stop is a lesson unless it represents an appointment. */
const isLesson = (run: RunInstance, id: string): boolean => run.fixedById.get(id)?.entryType !== 'appointment';

/** The planned week, stop by stop. */
export const plannedWeek = ({ run, solved, lessonIds }: ReportInput): ReportContent['week'] =>
  solved.explanation.tours.flatMap((tour) =>
    tour.stops.map((stop, i) => {
      const fixed = run.fixedById.get(stop.studentId);
      return {
        lessonId: fixed?.lessonId ?? lessonIds.get(stop.studentId) ?? '',
        studentId: fixed ? fixed.studentId : stop.studentId,
        title: run.names[stop.studentId] ?? '',
        address: fixed?.customAddress ?? null,
        day: shortDayName(tour.dayOfWeek),
        startTime: toTimeText(stop.startTime),
        endTime: toTimeText(stop.endTime),
        source: fixed?.source ?? 'optimized',
        driveTime: stop.driveBefore,
        driveHome: i === tour.stops.length - 1 ? tour.driveHome : null,
      };
    }),
  );

/** Each weekday on which the teacher works. Appointments are stops of the drive, not lessons. */
export const dayAnalysis = ({ run, solved }: ReportInput): ReportContent['dayAnalysis'] =>
  solved.explanation.days.map(({ dayOfWeek, studentsAvailable }) => {
    const tours = solved.explanation.tours.filter((tour) => tour.dayOfWeek === dayOfWeek);
    const lessons = tours.flatMap(({ stops }) => stops).filter(({ studentId }) => isLesson(run, studentId));
    const starts = lessons.map(({ startTime }) => startTime);
    return {
      day: shortDayName(dayOfWeek),
      lessonsScheduled: lessons.length,
      studentsAvailable,
      firstLessonTime: starts.length === 0 ? null : toTimeText(Math.min(...starts)),
      lastLessonTime: starts.length === 0 ? null : toTimeText(Math.max(...starts)),
      totalTeachingTime: lessons.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0),
      drivingMinutes: tours.reduce((sum, { driveMinutes }) => sum + driveMinutes, 0),
    };
  });

export const vacantTimeAnalysis = ({ explanation }: PlannedWeek): ReportContent['vacantTimeAnalysis'] => ({
  totalVacantMinutes: explanation.totalVacantMinutes,
  vacantSlots: explanation.vacantSlots.map(({ dayOfWeek, startTime, endTime, minutes, reason }) => ({
    dayName: shortDayName(dayOfWeek),
    startTime: toTimeText(startTime),
    endTime: toTimeText(endTime),
    durationMinutes: minutes,
    reason,
  })),
  utilizationByDay: explanation.days.map(
    ({ dayOfWeek, utilizationPercentage, availableMinutes, scheduledMinutes, vacantMinutes }) => ({
      dayName: shortDayName(dayOfWeek),
      utilizationPercentage,
      availableMinutes,
      scheduledMinutes,
      vacantMinutes,
    }),
  ),
});

/** Dated entries of the next eight weeks that overlap a lesson of the plan: they block no weekday, but need a manual check. */
export const clashesOf = ({ input, run, solved, lessonIds }: ReportInput): ReportContent['clashes'] => {
  const fixed = new Set(input.fixed.map(({ lessonId }) => lessonId));
  const placed = solved.explanation.placed.filter((lesson) => !lesson.fixed);
  return input.dated
    .filter((entry) => !fixed.has(entry.lessonId))
    .flatMap((entry) =>
      placed
        .filter(
          ({ dayOfWeek, startTime, endTime }) =>
            dayOfWeek === entry.dayOfWeek && overlaps({ start: startTime, end: endTime }, spanOf(entry)),
        )
        .map(({ studentId }) => ({
          date: entry.date ?? '',
          lessonId: lessonIds.get(studentId) ?? '',
          entryId: entry.lessonId,
          detail: `${run.names[studentId] ?? ''} overlaps another entry on ${shortDate(entry.date ?? '')}.`,
        })),
    );
};
