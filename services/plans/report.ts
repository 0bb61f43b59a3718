import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { ReportContent } from '@rondo/contracts/events/report-content.ts';
import type { TeacherRow } from '@rondo/projections/teachers/queries.ts';
import type { PlannedWeek } from '../optimizer/worker.ts';
import type { RunInput } from './gather.ts';
import type { RunInstance } from './instance.ts';
import { schedulingDecisions, takenOver, unscheduledAnalysis } from './report-students.ts';
import { clashesOf, dayAnalysis, plannedWeek, vacantTimeAnalysis } from './report-week.ts';

/** A run and its result, as input of the report. */
export type ReportInput = {
  readonly input: RunInput;
  readonly run: RunInstance;
  readonly solved: PlannedWeek;
  /** The lesson of each placed student. */
  readonly lessonIds: ReadonlyMap<string, string>;
  readonly createdOn: IsoDate;
  /** Weekly driving before the plan, home to home. */
  readonly driveBefore: number;
  /** Students who lose an optimized lesson if they are not placed. */
  readonly hadLesson: ReadonlySet<string>;
  /** The report that this one supersedes, and which of its lessons are still pending. */
  readonly earlier: {
    readonly runId: string;
    readonly content: ReportContent;
    readonly kept: ReadonlySet<string>;
  } | null;
  readonly teachers: ReadonlyMap<string, TeacherRow>;
  readonly seed: number;
  readonly lessonWorth: number | null;
};

/** The run's result in the shape that screens and lists show. */
export const reportOf = (source: ReportInput): ReportContent => {
  const { input, run, solved, createdOn } = source;
  const decisions = schedulingDecisions(source);
  const unscheduled = unscheduledAnalysis(source);
  return {
    teacherId: input.teacher.teacher_id,
    teacherName: input.teacher.details.name,
    startsOn: input.startsOn,
    createdOn,
    homeKnown: run.homeKnown,
    week: plannedWeek(source),
    schedulingDecisions: decisions,
    dayAnalysis: dayAnalysis(source),
    unscheduledAnalysis: unscheduled,
    vacantTimeAnalysis: vacantTimeAnalysis(solved),
    optimizationStats: statsOf(source, decisions, unscheduled),
    clashes: clashesOf(source),
    conflicts: solved.explanation.conflicts.map(({ detail }) => detail),
    unlocated: [...run.unlocated],
    tradeOffs: [...solved.tradeOffs],
    lessonWorth: source.lessonWorth,
    elsewhere: elsewhereOf(source),
  };
};

const statsOf = (
  source: ReportInput,
  decisions: ReportContent['schedulingDecisions'],
  unscheduled: ReportContent['unscheduledAnalysis'],
): ReportContent['optimizationStats'] => {
  const { input, run, solved, driveBefore, seed } = source;
  const { figures } = solved.explanation;
  const served = input.leftOut.filter((student) => student.served).length;
  return {
    totalStudents: decisions.length + unscheduled.length,
    totalStudentsScheduled: decisions.length,
    totalStudentsUnscheduled: unscheduled.length,
    preferredSlots: decisions.filter(({ preferredSlot }) => preferredSlot).length,
    preferredPossible: input.students.filter(({ availability }) =>
      availability.some(({ enabled, isPreferred }) => enabled && isPreferred),
    ).length,
    totalDriveTime: figures.driveMinutes,
    driveTimeBefore: driveBefore,
    idleMinutes: figures.idleMinutes,
    // The solver's bound counts every stop, but fixed entries were not part of the selection.
    bound: solved.solution.bound.students - run.fixedById.size + served + takenOver(source).length,
    proven: solved.solution.proven.students,
    dearestMinutes: Math.max(0, ...decisions.map(({ marginalDrive }) => marginalDrive)),
    seed,
    seconds: solved.solution.seconds,
  };
};

const elsewhereOf = ({ input, run, teachers }: ReportInput): ReportContent['elsewhere'] =>
  input.endsElsewhere.map(({ studentId, teacherId }) => ({
    studentName: run.names[studentId] ?? '',
    teacherName: teachers.get(teacherId)?.details.name ?? '',
  }));
