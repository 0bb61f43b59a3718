import type { StudioSettings } from '@rondo/contracts/events/studio.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { peopleById, type PersonRow } from '@rondo/projections/lessons/queries.ts';
import { reportsModel } from '@rondo/projections/reports/project.ts';
import { findReport } from '@rondo/projections/reports/queries.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { listTeachers, type TeacherRow } from '@rondo/projections/teachers/queries.ts';
import { NotFound } from '../../platform/kit/errors.ts';
import { nameAmong } from './add-only.ts';
import type { RunInput } from './instance/gather.ts';
import type { RunInstance } from './instance/instance.ts';
import { inputOf, type PeopleOfRun } from './instance/run-input.ts';
import { loadWeek, withGrid, type PlannerServices, type Week } from './plan-week.ts';
import { planCounts } from './report/counts.ts';
import type { ReportInput } from './report/report-input.ts';
import { alreadyPlaced, notTried } from './report/report-students.ts';

/** Whom a run is for, and on which minutes its lessons start. */
export type RunOfTeacher = PeopleOfRun & {
  /** Instead of the studio's. */
  readonly startGrid?: StudioSettings['startGrid'] | undefined;
};

/** What a command says of a run, of one teacher or of several together. */
export const runInput = ({
  teacherIds,
  studentIds,
  startsOn,
  lessonWorth,
  startGrid,
  force,
  moving,
}: Omit<RunOfTeacher, 'teacherId'> & {
  readonly lessonWorth?: number | undefined;
  readonly force?: boolean | undefined;
}) => ({
  teacherIds,
  studentIds,
  startsOn: startsOn ?? null,
  lessonWorth: lessonWorth ?? null,
  // Absent, as in commands from before it could be chosen.
  ...(startGrid === undefined ? {} : { startGrid }),
  ...(force === true ? { force } : {}),
  ...(moving && { moving }),
});

/** The report that a plan supersedes, and which of its lessons are still pending. */
export const earlierReport = async (
  { models }: PlannerServices,
  { studioId, state }: Week,
  { students }: RunInput,
): Promise<ReportInput['earlier']> => {
  if (!state.plan) return null;
  const report = await findReport(reportsModel.read(models), studioId, state.plan.reportId);
  if (!report) return null;
  const inRun = new Set(students.map(({ student_id }) => student_id));
  const pending = [...state.plan.entries].flatMap(([studentId, { lessonId }]) =>
    lessonId === null || inRun.has(studentId) ? [] : [lessonId],
  );
  return { runId: report.run_id, content: report.content, pending: new Set(pending) };
};

/** Who is in a studio, where they live, and the report that a plan supersedes. */
export type Around = {
  readonly teachers: readonly TeacherRow[];
  readonly people: ReadonlyMap<string, PersonRow>;
  readonly earlierOf: (input: RunInput) => Promise<ReportInput['earlier']>;
};

/** What a run of a week places, before it is solved. @throws InvalidInput, NotFound */
export const gatheredIn = async (
  week: Week,
  { teachers, people, earlierOf }: Around,
  request: Omit<RunOfTeacher, 'startGrid'>,
) => {
  const teacher = teachers.find(({ teacher_id }) => teacher_id === request.teacherId);
  if (!teacher) throw new NotFound('There is no such teacher.');
  const { input, selected } = inputOf(week, request, teacher, nameAmong(teachers));
  const earlier = await earlierOf(input);
  const source = { input, earlier, students: week.students };
  const countsIn = (run: RunInstance) =>
    planCounts({ ...source, run, already: alreadyPlaced(source), without: notTried(source) });
  return { week, teachers, people, input, selected, source, countsIn };
};
export type Gathered = Awaited<ReturnType<typeof gatheredIn>>;

/** A teacher's week and what a run of it places, before it is solved. @throws InvalidInput, NotFound */
export const gatheredRun = async (
  services: PlannerServices,
  studioId: string,
  request: RunOfTeacher,
): Promise<Gathered> => {
  const [loaded, teachers, people] = await Promise.all([
    loadWeek(services, studioId, request.teacherId),
    listTeachers(teachersModel.read(services.models), studioId),
    peopleById(lessonsModel.read(services.models), studioId),
  ]);
  const week = request.startGrid === undefined ? loaded : withGrid(loaded, request.startGrid);
  return gatheredIn(week, { teachers, people, earlierOf: (input) => earlierReport(services, week, input) }, request);
};
