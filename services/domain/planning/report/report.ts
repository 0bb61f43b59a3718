import type { ReportContent } from '@rondo/contracts/events/schedule/report-content.ts';
import { eachCheaper } from '../../../optimizer/trade-offs.ts';
import { goalsProven } from './counts.ts';
import { toursAreDays } from '../instance/drives-of-days.ts';
import { lessonChangesOf } from './lesson-changes.ts';
import type { ReportInput } from './report-input.ts';
import { schedulingDecisions, unscheduledAnalysis } from './report-students.ts';
import { clashesOf, conflictsOf, dayAnalysis, plannedWeek, vacantTimeAnalysis } from './report-week.ts';

/** The run's result in the shape that screens and lists show. */
export const reportOf = (source: ReportInput): ReportContent => {
  const { input, run, createdOn } = source;
  const decisions = schedulingDecisions(source);
  const week = plannedWeek(source);
  return {
    teacherId: input.teacher.teacher_id,
    teacherName: input.teacher.details.name,
    startsOn: input.startsOn,
    createdOn,
    homeKnown: run.homeKnown,
    selected: [...source.selected],
    week,
    ...lessonChangesOf(source, week),
    schedulingDecisions: decisions,
    dayAnalysis: dayAnalysis(source),
    unscheduledAnalysis: unscheduledAnalysis(source),
    vacantTimeAnalysis: vacantTimeAnalysis(source),
    optimizationStats: statsOf(source, decisions),
    clashes: clashesOf(source),
    conflicts: conflictsOf(source),
    unlocated: [...run.unlocated],
    driveNotice: run.driveNotice,
    approximateDriving: source.driving.plan.isApproximate,
    minutesBetween: run.instance.minutesBetween ?? 0,
    tradeOffs: tradeOffsOf(source),
    lessonWorth: source.lessonWorth,
    startGrid: source.startGrid,
    ...(source.curve && { curve: source.curve }),
    elsewhere: elsewhereOf(source),
  };
};

const statsOf = (
  source: ReportInput,
  decisions: ReportContent['schedulingDecisions'],
): ReportContent['optimizationStats'] => {
  const { input, solved, driving, seed, countsOf, stopped } = source;
  const { figures } = solved.explanation;
  const counts = countsOf({ ...figures, bound: solved.solution.bound.students });
  const provenGoals = goalsProven(solved.solution.proven, { toursAreDays: toursAreDays(input) });
  const proven = Object.values(provenGoals).every(Boolean);
  return {
    totalStudents: counts.selected,
    totalStudentsScheduled: counts.placed,
    totalStudentsUnscheduled: counts.selected - counts.placed,
    preferredSlots: counts.preferred,
    preferredPossible: counts.preferredPossible,
    totalDriveTime: driving.plan.minutes,
    driveTimeBefore: driving.before,
    idleMinutes: figures.idleMinutes,
    bound: counts.possible,
    proven,
    provenGoals,
    dearestMinutes: Math.max(0, ...decisions.map(({ marginalDrive }) => marginalDrive)),
    seed,
    seconds: solved.solution.seconds,
    stopped: stopped && !proven,
  };
};

/** The savings with fewer students, who count as in the headline. */
const tradeOffsOf = ({ input, solved, driving, countsOf }: ReportInput): ReportContent['tradeOffs'] => {
  const { scheduled } = solved.explanation.figures;
  const isExact = toursAreDays(input);
  const weeks = solved.tradeOffs.map(({ students, preferred, proven }, i) => {
    const driveMinutes = driving.tradeOffs[i] ?? 0;
    return { students, preferred, driveMinutes, saved: driving.plan.minutes - driveMinutes, proven: proven && isExact };
  });
  return eachCheaper(weeks, { students: scheduled, saved: 0 }).map((tradeOff) => {
    const { students, preferred } = tradeOff;
    const counts = countsOf({ scheduled: students, preferred, bound: students });
    return { ...tradeOff, students: counts.placed, preferred: counts.preferred };
  });
};

const elsewhereOf = ({ input, run, teachers }: ReportInput): ReportContent['elsewhere'] =>
  input.endsElsewhere.map(({ studentId, teacherId }) => ({
    studentName: run.names[studentId] ?? '',
    teacherName: teachers.get(teacherId)?.details.name ?? '',
  }));
