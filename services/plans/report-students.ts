import { shortDayName } from '@rondo/contracts/calendar/dates.ts';
import { formatDuration, toTimeText } from '@rondo/contracts/calendar/times.ts';
import type { ReportContent } from '@rondo/contracts/events/report-content.ts';
import { totalMinutes } from '@rondo/contracts/calendar/intervals.ts';
import { windowsOf } from '@rondo/contracts/calendar/windows.ts';
import type { PlannedWeek } from '../optimizer/worker.ts';
import { studentName } from './instance.ts';
import type { ReportInput } from './report.ts';

type Decision = ReportContent['schedulingDecisions'][number];
type Unscheduled = ReportContent['unscheduledAnalysis'][number];

/** Minutes as hours with one decimal. */
const hours = (minutes: number): number => Math.round((minutes / 60) * 10) / 10;

/** Decisions from earlier runs of the plan whose lessons are still in it. */
export const takenOver = ({ earlier }: ReportInput): Decision[] =>
  (earlier?.content.schedulingDecisions ?? [])
    .filter(({ lessonId }) => earlier?.kept.has(lessonId))
    .map((decision) => ({ ...decision, fromRun: decision.fromRun ?? earlier?.runId ?? null }));

/**
 * Each student's lesson and the reason for it, costliest first: placed now, already served by a manual lesson, or placed by an earlier run
 * of the plan.
 */
export const schedulingDecisions = (source: ReportInput): Decision[] => {
  const { run, solved, lessonIds, input } = source;
  const served = new Set(input.leftOut.filter((left) => left.served).map(({ student }) => student.student_id));
  const own = solved.explanation.placed.flatMap((placed): Decision[] => {
    const fixed = run.fixedById.get(placed.studentId);
    if (fixed && (fixed.studentId === null || !served.has(fixed.studentId))) return [];
    const decision = {
      studentId: fixed?.studentId ?? placed.studentId,
      lessonId: fixed?.lessonId ?? lessonIds.get(placed.studentId) ?? '',
      studentName: run.names[placed.studentId] ?? '',
      day: shortDayName(placed.dayOfWeek),
      timeSlot: `${toTimeText(placed.startTime)}-${toTimeText(placed.endTime)}`,
      preferredSlot: placed.preferred,
      flexibilityScore: hours(placed.flexibilityMinutes),
      reason: fixed ? 'Manual lesson; the day is planned around it.' : placed.reason,
      driveTime: placed.driveMinutes,
      marginalDrive: placed.marginalDrive,
      fromRun: null,
    };
    return [decision];
  });
  return [...own, ...takenOver(source)].toSorted(
    (a, b) => b.marginalDrive - a.marginalDrive || a.studentName.localeCompare(b.studentName),
  );
};

/** The reason for a student who fits but costs more driving than a lesson is worth. */
const sparedTexts = ({ spared }: PlannedWeek, studentId: string) => {
  if (!spared?.students.includes(studentId)) return undefined;
  const { students, saved, lessonWorth } = spared;
  const who = students.length === 1 ? 'this lesson' : `${students.length} such lessons`;
  return {
    reason: `Left out on purpose: leaving out ${who} saves ${formatDuration(saved)} of driving a week, and the longest extra drive per lesson is ${formatDuration(lessonWorth)}.`,
    conflictDetails: '',
    wouldFit: `It would fit if the longest extra drive per lesson were ${formatDuration(Math.ceil(saved / students.length))}.`,
  };
};

/** Students without a place and the reasons: found by the solver, before it, or since an earlier run of the plan. */
export const unscheduledAnalysis = ({ input, run, solved, hadLesson, earlier }: ReportInput): Unscheduled[] => {
  const unplaced = solved.explanation.leftOut.map((left): Unscheduled => ({
    studentId: left.studentId,
    studentName: run.names[left.studentId] ?? '',
    availabilityHours: hours(left.availabilityMinutes),
    ...(sparedTexts(solved, left.studentId) ?? {
      reason: left.reason,
      conflictDetails: left.conflictDetails,
      wouldFit: left.wouldFit?.sentence ?? null,
    }),
    hadLesson: hadLesson.has(left.studentId),
  }));
  const notInRun = input.leftOut
    .filter(({ served }) => !served)
    .map(({ student, reason }): Unscheduled => ({
      studentId: student.student_id,
      studentName: studentName(student),
      availabilityHours: hours(
        windowsOf(student.availability).reduce((sum, window) => sum + totalMinutes([window]), 0),
      ),
      reason,
      conflictDetails: '',
      wouldFit: null,
      hadLesson: false,
    }));
  const inThisRun = new Set([
    ...input.students.map(({ student_id }) => student_id),
    ...notInRun.map(({ studentId }) => studentId),
  ]);
  const stillOut = (earlier?.content.unscheduledAnalysis ?? []).filter(
    (before) => before.hadLesson && !inThisRun.has(before.studentId),
  );
  return [...unplaced, ...notInRun, ...stillOut];
};
