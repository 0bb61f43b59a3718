import { randomUUID } from 'node:crypto';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isStop } from '@rondo/contracts/calendar/rows.ts';
import { calendarDate } from '@rondo/contracts/calendar/words.ts';
import type { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import type { StudioSettings } from '@rondo/contracts/events/studio.ts';
import { reportsModel } from '@rondo/projections/reports/project.ts';
import { findReport } from '@rondo/projections/reports/queries.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { listTeachers } from '@rondo/projections/teachers/queries.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { Executed } from '../../platform/commands/command-handler.ts';
import { derivedId } from '../../platform/commands/ids.ts';
import { NotFound, RuleBroken } from '../../platform/kit/errors.ts';
import { asRejected } from '../schedule/plan/as-rejected.ts';
import { fixedSeries } from '../schedule/plan/fixed.ts';
import { optimizeSchedule, type Run } from '../schedule/plan/plan.ts';
import { recordReport } from '../schedule/reports/state.ts';
import { knownOnSchedule } from '../schedule/schedules.ts';
import { seriesFrom, type ScheduleState } from '../schedule/state.ts';
import { studioNow } from '../studio/clock.ts';
import { nameAmong } from './add-only.ts';
import { toursAreDays } from './instance/drives-of-days.ts';
import type { RunInput } from './instance/gather.ts';
import { inputOf, type PeopleOfRun } from './instance/run-input.ts';
import { refusePairs } from './instance/pinned-pairs.ts';
import {
  acceptedLessons,
  decidePlaced,
  endsElsewhereOf,
  loadWeek,
  moreAtFive,
  placementOf,
  planUntilCurrent,
  seed,
  solveWeek,
  withGrid,
  type PlannerServices,
  type SolveControl,
  type Week,
} from './plan-week.ts';
import { planCounts, progressControl } from './report/counts.ts';
import type { ReportInput } from './report/report-input.ts';
import { alreadyPlaced, notTried } from './report/report-students.ts';
import { stopsWith } from './report/report-week.ts';
import { reportOf } from './report/report.ts';
import { weekDriver } from './report/week-driving.ts';
import { moveRulesOf, refuseMoved } from './moving.ts';
import type { Turn } from './run/turns.ts';

export type PlanRequest = PeopleOfRun & {
  readonly runId: string;
  /** Minutes of driving a week that a lesson is worth. */
  readonly lessonWorth?: number | undefined;
  readonly force?: boolean | undefined;
  /** Instead of the studio's. */
  readonly startGrid?: StudioSettings['startGrid'] | undefined;
  readonly control?: SolveControl;
  readonly isGuest: boolean;
  /** Each attempt waits for its turn. */
  readonly turn: Turn;
};

export type Generated = {
  readonly teacherId: string;
  readonly reportId: string;
  readonly executed: Executed<typeof scheduleEvents>;
};

const generatedFor = (teacherId: string, executed: Generated['executed']): Generated => {
  const header = executed.events.find((event) => event.type === 'ScheduleOptimized');
  if (!header) throw new Error('A run was recorded without its header.');
  return { teacherId, reportId: header.data.reportId, executed };
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

/** The plan that a run proposes, as a command to the schedule. Solving takes a while: lessons that have begun in the meantime count as over. */
const planOf = async (
  services: PlannerServices,
  { studioId }: Week,
  { input, solved, lessonIds }: Pick<ReportInput, 'input' | 'solved' | 'lessonIds'>,
  ids: { readonly reportId: string; readonly runId: string },
): Promise<Run> => {
  const now = await studioNow(services, studioId);
  const { startsOn } = input;
  return {
    ...ids,
    startsOn,
    ...(startsOn === now.today ? { overUntil: now.minute } : {}),
    students: input.students.map((student) => {
      const studentId = student.student_id;
      const placed = solved.explanation.placed.find((lesson) => lesson.studentId === studentId);
      const lessonId = lessonIds.get(studentId) ?? '';
      return { studentId, placement: placed ? placementOf(placed, student, { lessonId, startsOn, now }) : null };
    }),
    endsElsewhere: endsElsewhereOf(input),
    closing: input.closing,
  };
};

/** The driving of the week before the plan, of the plan's, and of the cheaper ones with fewer students. */
const drivingOf = async (
  services: PlannerServices,
  { studioId, teacherId, state, now }: Week,
  source: Pick<ReportInput, 'input' | 'run' | 'solved' | 'students' | 'lessonIds'>,
): Promise<ReportInput['driving']> => {
  const { input, solved } = source;
  const before = fixedSeries(asRejected(state, now.today), input.startsOn, new Set(), input.closing).filter(isStop);
  const drive = await weekDriver(services, { studioId, teacherId, placed: [...before, ...input.fixed] });
  const tradeOffs: number[] = [];
  for (const { lessons } of solved.tradeOffs) tradeOffs.push((await drive(stopsWith(lessons, source))).minutes);
  return {
    before: (await drive(before)).minutes,
    plan: await drive(stopsWith(solved.solution.lessons, source)),
    tradeOffs,
  };
};

const studentsWithSeries = (state: ScheduleState, from: IsoDate): string[] =>
  seriesFrom(state, from)
    .filter(({ source }) => source === 'optimized')
    .flatMap(({ studentId }) => studentId ?? []);

/** Plans a week once: gathers the input, solves it outside the stream, writes the report and decides inside the teacher's stream. */
const planOnce = async (
  services: PlannerServices,
  context: CommandContext,
  request: PlanRequest,
): Promise<Generated> => {
  const { studioId } = context;
  const [loaded, teachers] = await Promise.all([
    loadWeek(services, studioId, request.teacherId),
    listTeachers(teachersModel.read(services.models), studioId),
  ]);
  const week = request.startGrid === undefined ? loaded : withGrid(loaded, request.startGrid);
  const { now, state, students } = week;
  const teacher = teachers.find(({ teacher_id }) => teacher_id === request.teacherId);
  if (!teacher) throw new NotFound('There is no such teacher.');
  const { input, selected } = inputOf(week, request, teacher, nameAmong(teachers));
  const earlier = await earlierReport(services, week, input);
  const source = { input, earlier, students };
  const countsIn = (run: ReportInput['run']) =>
    planCounts({ ...source, run, already: alreadyPlaced(source), without: notTried(source) });
  const { run, solved } = await solveWeek(services, week, input, request.isGuest, (instance) => {
    if (request.force !== true) refusePairs(instance.pinnedPairs);
    return {
      ...(request.lessonWorth === undefined ? {} : { lessonWorth: request.lessonWorth }),
      ...(request.moving && {
        moving: { most: request.moving.most, rules: moveRulesOf(week, input, request.moving.tolerance) },
      }),
      ...progressControl(request.control, { countsOf: countsIn(instance), isDriving: toursAreDays(input) }),
    };
  });
  if (request.moving) refuseMoved(solved, request.moving.most);

  const reportId = randomUUID();
  const lessonIds = new Map(
    solved.solution.lessons.map(({ studentId }) => [studentId, derivedId(reportId, `lesson of ${studentId}`)]),
  );
  const found = { ...source, run, solved, lessonIds };
  const plan = await planOf(services, week, found, { reportId, runId: request.runId });
  const content = reportOf({
    ...found,
    countsOf: countsIn(run),
    selected,
    driving: await drivingOf(services, week, found),
    seed,
    lessonWorth: request.lessonWorth ?? null,
    startGrid:
      request.startGrid === undefined
        ? null
        : {
            minutes: request.startGrid,
            moreAtFive: await moreAtFive(services, week, {
              input,
              request,
              placed: { students: solved.solution.lessons.length, seconds: solved.solution.seconds },
            }),
          },
    createdOn: now.today,
    accepted: acceptedLessons(week, input),
    hadLesson: new Set([state, asRejected(state, now.today)].flatMap((one) => studentsWithSeries(one, input.startsOn))),
    teachers: new Map(teachers.map((one) => [one.teacher_id, one])),
  });
  // The report first, then the plan that names it: a report without its plan has no effect.
  await recordReport(
    services,
    { ...context, commandId: derivedId(context.commandId, reportId) },
    {
      reportId,
      runId: request.runId,
      teacherId: request.teacherId,
      title: `${content.teacherName}, ${calendarDate(now.today)}`,
      lessonsCount: content.optimizationStats.totalStudentsScheduled,
      totalDriveMinutes: content.optimizationStats.totalDriveTime,
      content,
    },
  );
  const placements = plan.students.flatMap(({ placement }) => placement ?? []);
  const command = { input: commandInput(request), decide: optimizeSchedule(plan) };
  return generatedFor(request.teacherId, await decidePlaced(services, context, input, placements, command));
};

const commandInput = ({
  teacherId,
  teacherIds,
  studentIds,
  startsOn,
  lessonWorth,
  startGrid,
  force,
  moving,
}: PlanRequest) => ({
  teacherId,
  teacherIds,
  studentIds,
  startsOn: startsOn ?? null,
  lessonWorth: lessonWorth ?? null,
  // Absent, as in commands from before it could be chosen.
  ...(startGrid === undefined ? {} : { startGrid }),
  ...(force === true ? { force } : {}),
  ...(moving && { moving }),
});

/** Generates a plan for one teacher. @throws InvalidInput, NotFound, RuleBroken */
export const generate = async (
  services: PlannerServices,
  context: CommandContext,
  request: PlanRequest,
): Promise<Generated> => {
  const known = await knownOnSchedule(services, context, request.teacherId, commandInput(request));
  if (known) return generatedFor(request.teacherId, known);
  return planUntilCurrent(
    request.turn,
    () => planOnce(services, context, request),
    (cause) => {
      throw new RuleBroken('The schedule keeps changing while it is being planned. Please try again.', {}, { cause });
    },
  );
};
