import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { ReportContent } from '@rondo/contracts/events/report-content.ts';
import type { StudentRow } from '@rondo/projections/students/queries.ts';
import type { TeacherRow } from '@rondo/projections/teachers/queries.ts';
import type { PlannedWeek } from '../optimizer/worker.ts';
import { eachCheaper } from '../optimizer/trade-offs.ts';
import type { RunInput } from './gather.ts';
import type { RunInstance } from './instance.ts';
import { goalsProven, type PlanCounts, type Solved } from './counts.ts';
import { toursAreDays } from './drives-of-days.ts';
import { schedulingDecisions, unscheduledAnalysis } from './report-students.ts';
import { clashesOf, dayAnalysis, plannedWeek, vacantTimeAnalysis } from './report-week.ts';
import type { WeekDriving } from './week-driving.ts';

/** A run and its result, as input of the report. */
export type ReportInput = {
  readonly input: RunInput;
  readonly run: RunInstance;
  readonly solved: PlannedWeek;
  /** The lesson of each placed student. */
  readonly lessonIds: ReadonlyMap<string, string>;
  readonly createdOn: IsoDate;
  /** Weekly driving, as the calendar shows it. */
  readonly driving: {
    /** Minutes of the week before the plan. */
    readonly before: number;
    readonly plan: WeekDriving;
    /** Minutes of each cheaper week, in the order of the trade-offs. */
    readonly tradeOffs: readonly number[];
  };
  /** Students who lose an optimized lesson if they are not placed. */
  readonly hadLesson: ReadonlySet<string>;
  /** The report that this one supersedes, and which of its lessons are still pending. */
  readonly earlier: {
    readonly runId: string;
    readonly content: ReportContent;
    readonly kept: ReadonlySet<string>;
  } | null;
  /** Every student of the studio. */
  readonly students: ReadonlyMap<string, StudentRow>;
  readonly countsOf: (solved: Solved) => PlanCounts;
  /** The selected students of this teacher's run. */
  readonly selected: readonly string[];
  readonly teachers: ReadonlyMap<string, TeacherRow>;
  readonly seed: number;
  readonly lessonWorth: number | null;
};

/** The run's result in the shape that screens and lists show. */
export const reportOf = (source: ReportInput): ReportContent => {
  const { input, run, solved, createdOn } = source;
  const decisions = schedulingDecisions(source);
  return {
    teacherId: input.teacher.teacher_id,
    teacherName: input.teacher.details.name,
    startsOn: input.startsOn,
    createdOn,
    homeKnown: run.homeKnown,
    selected: [...source.selected],
    week: plannedWeek(source),
    schedulingDecisions: decisions,
    dayAnalysis: dayAnalysis(source),
    unscheduledAnalysis: unscheduledAnalysis(source),
    vacantTimeAnalysis: vacantTimeAnalysis(solved),
    optimizationStats: statsOf(source, decisions),
    clashes: clashesOf(source),
    conflicts: solved.explanation.conflicts.map(({ detail }) => detail),
    unlocated: [...run.unlocated],
    driveNotice: run.driveNotice,
    tradeOffs: tradeOffsOf(source),
    lessonWorth: source.lessonWorth,
    elsewhere: elsewhereOf(source),
  };
};

const statsOf = (
  source: ReportInput,
  decisions: ReportContent['schedulingDecisions'],
): ReportContent['optimizationStats'] => {
  const { input, solved, driving, seed, countsOf } = source;
  const { figures } = solved.explanation;
  const counts = countsOf({ ...figures, bound: solved.solution.bound.students });
  const provenGoals = goalsProven(solved.solution.proven, { toursAreDays: toursAreDays(input) });
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
    proven: Object.values(provenGoals).every(Boolean),
    provenGoals,
    dearestMinutes: Math.max(0, ...decisions.map(({ marginalDrive }) => marginalDrive)),
    seed,
    seconds: solved.solution.seconds,
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
