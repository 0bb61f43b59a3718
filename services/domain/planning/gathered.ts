import type { StudioSettings } from '@rondo/contracts/events/studio.ts';
import { reportsModel } from '@rondo/projections/reports/project.ts';
import { findReport } from '@rondo/projections/reports/queries.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { listTeachers } from '@rondo/projections/teachers/queries.ts';
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

/** The report that a plan supersedes, and which of its lessons are still pending. */
const earlierReport = async (
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

/** A teacher's week and what a run of it places, before it is solved. @throws InvalidInput, NotFound */
export const gatheredRun = async (services: PlannerServices, studioId: string, request: RunOfTeacher) => {
  const [loaded, teachers] = await Promise.all([
    loadWeek(services, studioId, request.teacherId),
    listTeachers(teachersModel.read(services.models), studioId),
  ]);
  const week = request.startGrid === undefined ? loaded : withGrid(loaded, request.startGrid);
  const teacher = teachers.find(({ teacher_id }) => teacher_id === request.teacherId);
  if (!teacher) throw new NotFound('There is no such teacher.');
  const { input, selected } = inputOf(week, request, teacher, nameAmong(teachers));
  const earlier = await earlierReport(services, week, input);
  const source = { input, earlier, students: week.students };
  const countsIn = (run: RunInstance) =>
    planCounts({ ...source, run, already: alreadyPlaced(source), without: notTried(source) });
  return { week, teachers, input, selected, source, countsIn };
};
