import { shortDayName, weekOrder } from '@rondo/contracts/calendar/dates.ts';
import type { AvailabilityWindow } from '@rondo/contracts/events/fields.ts';
import { formatDuration, toTimeText } from '@rondo/contracts/calendar/times.ts';
import type { ReportContent } from '@rondo/contracts/events/schedule/report-content.ts';
import { intersection, totalMinutes } from '@rondo/contracts/calendar/intervals.ts';
import { windowsOf } from '@rondo/contracts/calendar/windows.ts';
import type { PlannedWeek } from '../../../optimizer/threads/worker.ts';
import { hasPreference } from './counts.ts';
import { fixedId, studentName } from '../instance/instance.ts';
import { planChangeOf } from '../plan-change.ts';
import type { ReportInput } from './report-input.ts';

type Decision = ReportContent['schedulingDecisions'][number];
type Unscheduled = ReportContent['unscheduledAnalysis'][number];

/** Minutes as hours with one decimal. */
const hours = (minutes: number): number => Math.round((minutes / 60) * 10) / 10;

/** What a plan's students have whatever the run finds. */
export type PlanSource = Pick<ReportInput, 'input' | 'earlier' | 'students'>;

/** Decisions from earlier runs of the plan whose lessons are still in it. */
const takenOver = ({ earlier }: PlanSource): Decision[] =>
  (earlier?.content.schedulingDecisions ?? [])
    .filter(({ lessonId }) => earlier?.pending.has(lessonId))
    .map((decision) => ({ ...decision, fromRun: decision.fromRun ?? earlier?.runId ?? null }));

/** The weekly lesson of each student whom plans leave where they are: pinned, or the first one entered by hand. */
const servedDecisions = ({ input }: PlanSource): Decision[] =>
  input.leftOut
    .filter(({ served }) => served)
    .flatMap(({ student, pinned, reason }): Decision[] => {
      const byHand = [...input.fixed, ...input.dated].find(
        (one) => one.studentId === student.student_id && one.source !== 'optimized' && one.useInOptimization,
      );
      const entry = pinned ?? byHand;
      if (!entry) return [];
      const end = entry.start + entry.duration;
      const preferred = student.availability.filter(({ enabled, isPreferred }) => enabled && isPreferred);
      return [
        {
          studentId: student.student_id,
          lessonId: entry.lessonId,
          studentName: studentName(student),
          day: shortDayName(entry.dayOfWeek),
          timeSlot: `${toTimeText(entry.start)}-${toTimeText(end)}`,
          preferredSlot: windowsOf(preferred).some(
            (window) => window.dayOfWeek === entry.dayOfWeek && window.start <= entry.start && end <= window.end,
          ),
          hasPreference: preferred.length > 0,
          flexibilityScore: hours(minutesTogether(student.availability, input.teacher.availability)),
          reason: pinned ? reason : 'Manual lesson; the day is planned around it.',
          driveTime: 0,
          marginalDrive: 0,
          fromRun: null,
        },
      ];
    });

/** Minutes a week in which both are available. */
const minutesTogether = (one: readonly AvailabilityWindow[], other: readonly AvailabilityWindow[]): number =>
  weekOrder
    .map((day) => {
      const [ours, theirs] = [windowsOf(one), windowsOf(other)].map((windows) =>
        windows.filter(({ dayOfWeek }) => dayOfWeek === day),
      );
      return totalMinutes(intersection(ours ?? [], theirs ?? []));
    })
    .reduce((sum, minutes) => sum + minutes, 0);

/** The students of a plan who have a lesson whatever the run finds, each once. */
export const alreadyPlaced = (source: PlanSource): Decision[] => {
  const all = [...servedDecisions(source), ...takenOver(source)];
  return all.filter(({ studentId }, i) => all.findIndex((other) => other.studentId === studentId) === i);
};

/** The students of a plan whom the run does not try to place and who have no lesson: excluded from it, or since an earlier run. */
export const notTried = (source: PlanSource): Unscheduled[] => {
  const { input, earlier } = source;
  const known = new Set([
    ...input.students.map(({ student_id }) => student_id),
    ...alreadyPlaced(source).map(({ studentId }) => studentId),
  ]);
  const excluded = input.leftOut
    .filter(({ student }) => !known.has(student.student_id))
    .map(({ student, reason }): Unscheduled => ({
      studentId: student.student_id,
      studentName: studentName(student),
      availabilityHours: hours(
        windowsOf(student.availability).reduce((sum, window) => sum + totalMinutes([window]), 0),
      ),
      reason,
      conflictDetails: '',
      wouldFit: null,
      change: null,
      wouldFitAll: [],
      changes: [],
      hadLesson: false,
    }));
  for (const { studentId } of excluded) known.add(studentId);
  const stillOut = (earlier?.content.unscheduledAnalysis ?? []).filter(
    (before) => before.hadLesson && !known.has(before.studentId),
  );
  return [...excluded, ...stillOut];
};

/**
 * Each student's lesson and the reason for it, costliest first: placed now, already served by a manual lesson, or placed by an earlier run
 * of the plan.
 */
export const schedulingDecisions = (source: ReportInput): Decision[] => {
  const { run, solved, lessonIds, students, driving } = source;
  const driveTimes = new Map([...driving.plan.days.values()].flatMap((day) => [...day.driveTimes]));
  const stops = new Map(solved.explanation.placed.map((placed) => [placed.studentId, placed]));
  const own = solved.explanation.placed
    .filter(({ studentId }) => !run.fixedById.has(studentId))
    .map((placed): Decision => ({
      studentId: placed.studentId,
      lessonId: lessonIds.get(placed.studentId) ?? '',
      studentName: run.names[placed.studentId] ?? '',
      day: shortDayName(placed.dayOfWeek),
      timeSlot: `${toTimeText(placed.startTime)}-${toTimeText(placed.endTime)}`,
      preferredSlot: placed.preferred,
      hasPreference: hasPreference(students.get(placed.studentId)),
      flexibilityScore: hours(placed.flexibilityMinutes),
      reason: placed.reason,
      driveTime: driveTimes.get(lessonIds.get(placed.studentId) ?? '') ?? 0,
      marginalDrive: placed.marginalDrive,
      fromRun: null,
    }));
  const before = alreadyPlaced(source).map((decision): Decision => {
    const { lessonId, marginalDrive } = decision;
    return {
      ...decision,
      driveTime: driveTimes.get(lessonId) ?? decision.driveTime,
      marginalDrive: stops.get(fixedId(lessonId))?.marginalDrive ?? marginalDrive,
    };
  });
  return [...own, ...before].toSorted(
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
    ...waysOf([
      {
        sentence: `It would fit if the longest extra drive per lesson were ${formatDuration(Math.ceil(saved / students.length))}.`,
        change: null,
      },
    ]),
  };
};

/** What would help, the smallest first, as a report has it. */
const waysOf = (
  ways: readonly { readonly sentence: string; readonly change: Unscheduled['change'] }[],
): Pick<Unscheduled, 'wouldFit' | 'change' | 'wouldFitAll' | 'changes'> => ({
  wouldFit: ways[0]?.sentence ?? null,
  change: ways[0]?.change ?? null,
  wouldFitAll: ways.map(({ sentence }) => sentence),
  changes: ways.map(({ change }) => change),
});

/** Maximum number of changes that a report offers. */
const waysAtMost = 3;

/** Students without a place and the reasons: found by the solver, before it, or since an earlier run of the plan. */
export const unscheduledAnalysis = (source: ReportInput): Unscheduled[] => {
  const { run, solved, hadLesson } = source;
  const unplaced = solved.explanation.leftOut.map((left): Unscheduled => ({
    studentId: left.studentId,
    studentName: run.names[left.studentId] ?? '',
    availabilityHours: hours(left.availabilityMinutes),
    ...(sparedTexts(solved, left.studentId) ?? {
      reason: left.reason,
      conflictDetails: left.conflictDetails,
      ...waysOf(
        [left.wouldFit, ...left.otherWays]
          .filter((way) => way !== null)
          .slice(0, waysAtMost)
          .map((way) => ({ sentence: way.sentence, change: planChangeOf(source, left.studentId, way) })),
      ),
    }),
    hadLesson: hadLesson.has(left.studentId),
  }));
  return [...unplaced.toSorted((a, b) => a.studentName.localeCompare(b.studentName)), ...notTried(source)];
};
