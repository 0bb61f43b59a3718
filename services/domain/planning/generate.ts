import { randomUUID } from 'node:crypto';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isStop } from '@rondo/contracts/calendar/rows.ts';
import { calendarDate } from '@rondo/contracts/calendar/words.ts';
import type { JointPlan, scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import type { ReportContent } from '@rondo/contracts/events/schedule/report-content.ts';
import { usualCallWorth } from '@rondo/contracts/lessons/moves-curve.ts';
import { inOnePart, type CurveOfParts } from '../../optimizer/threads/worker.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { Executed } from '../../platform/commands/command-handler.ts';
import { derivedId } from '../../platform/commands/ids.ts';
import { RuleBroken } from '../../platform/kit/errors.ts';
import { asRejected } from '../schedule/plan/as-rejected.ts';
import { fixedSeries } from '../schedule/plan/fixed.ts';
import { optimizeSchedule, type Run } from '../schedule/plan/plan.ts';
import { recordReport } from '../schedule/reports/state.ts';
import { knownOnSchedule } from '../schedule/schedules.ts';
import { seriesFrom, type ScheduleState } from '../schedule/state.ts';
import { studioNow } from '../studio/clock.ts';
import { nameAmong } from './add-only.ts';
import { gatheredRun, runInput, type Gathered, type RunOfTeacher } from './gathered.ts';
import { toursAreDays } from './instance/drives-of-days.ts';
import { acceptedLessons } from './instance/accepted-lessons.ts';
import { refusePairs } from './instance/pinned-pairs.ts';
import {
  curveSeconds,
  decidePlaced,
  endsElsewhereOf,
  moreAtFive,
  placementOf,
  planUntilCurrent,
  seed,
  solveWeek,
  type PlannerServices,
  type SolveControl,
  type Week,
} from './plan-week.ts';
import { progressControl } from './report/counts.ts';
import { movesCurveOf, type CurveSource } from './report/moves-curve.ts';
import type { ReportInput } from './report/report-input.ts';
import { stopsWith } from './report/report-week.ts';
import { reportOf } from './report/report.ts';
import { weekDriver } from './report/week-driving.ts';
import { weekSoFar } from './report/week-so-far.ts';
import { refuseJointPlan } from './together/refusals.ts';
import { moveRulesOf, refuseMoved } from './moving.ts';
import type { Turn } from './run/turns.ts';

export type PlanRequest = RunOfTeacher & {
  readonly runId: string;
  /** Minutes of driving a week that a lesson is worth. */
  readonly lessonWorth?: number | undefined;
  readonly force?: boolean | undefined;
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

export const generatedFor = (teacherId: string, executed: Generated['executed']): Generated => {
  const header = executed.events.find((event) => event.type === 'ScheduleOptimized');
  if (!header) throw new Error('A run was recorded without its header.');
  return { teacherId, reportId: header.data.reportId, executed };
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
    today: now.today,
  };
};

/** The driving of the week before the plan, of the plan's, and of the cheaper ones with fewer students. */
const drivingOf = async (
  services: PlannerServices,
  { studioId, teacherId, state, now }: Week,
  source: Pick<ReportInput, 'input' | 'run' | 'solved' | 'students' | 'lessonIds'>,
  people: Gathered['people'],
): Promise<ReportInput['driving']> => {
  const { input, solved } = source;
  const before = fixedSeries(asRejected(state, now.today), input.startsOn, new Set(), input.closing).filter(isStop);
  const drive = await weekDriver(services, { studioId, teacherId, placed: [...before, ...input.fixed], people });
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

/** What a run finds for a week: its plan and its report, of which nothing is recorded. @throws RuleBroken */
export const proposedPlan = async (
  services: PlannerServices,
  gathered: Gathered,
  request: PlanRequest,
): Promise<Proposal> => {
  const { week, input, people, countsIn } = gathered;
  const rules = request.moving && moveRulesOf([gathered], request.moving.tolerance);
  const { run, solved } = await solveWeek(services, week, input, request.isGuest, (instance) => {
    if (request.force !== true) refusePairs(instance.pinnedPairs);
    return {
      ...(request.lessonWorth === undefined ? {} : { lessonWorth: request.lessonWorth }),
      ...(request.moving &&
        rules && {
          moving: {
            most: request.moving.most,
            rules,
            curveMilliseconds: curveSeconds(services, week, request.isGuest) * 1000,
          },
        }),
      ...progressControl(request.control, {
        countsOf: countsIn(instance),
        isDriving: toursAreDays(input),
        weekOf: weekSoFar(gathered.source, instance),
      }),
    };
  });
  if (request.moving) refuseMoved(solved, request.moving.most);
  const curve =
    rules && solved.moves?.curve
      ? await curveInReport(
          services,
          { parts: [{ week, input, run }], people, countsOf: countsIn(run), rules },
          request,
          inOnePart(solved.moves.curve),
        )
      : undefined;
  return proposalOf(services, gathered, request, { run, solved, curve, accepted: acceptedLessons(week, input) });
};

type Found = Pick<ReportInput, 'run' | 'solved' | 'curve' | 'accepted'> & {
  /** Students whom another teacher of a joint plan takes over, or who have no place in it. */
  readonly leaving?: readonly string[];
  readonly joint?: JointPlan;
};

export type Proposal = { readonly reportId: string; readonly plan: Run; readonly content: ReportContent };

/** The plan and the report of a week that was solved; nothing is recorded. */
export const proposalOf = async (
  services: PlannerServices,
  { week, teachers, people, input, selected, source, countsIn }: Gathered,
  request: PlanRequest,
  { run, solved, curve, accepted, leaving = [], joint }: Found,
): Promise<Proposal> => {
  const { now, state } = week;
  const reportId = randomUUID();
  const lessonIds = new Map(
    solved.solution.lessons.map(({ studentId }) => [studentId, derivedId(reportId, `lesson of ${studentId}`)]),
  );
  const found = { ...source, run, solved, lessonIds };
  const own = await planOf(services, week, found, { reportId, runId: request.runId });
  const students = [...own.students, ...leaving.map((studentId) => ({ studentId, placement: null }))];
  const plan = { ...own, students, joint };
  const content = reportOf({
    ...found,
    countsOf: countsIn(run),
    selected,
    driving: await drivingOf(services, week, found, people),
    seed,
    lessonWorth: request.lessonWorth ?? null,
    stopped: request.control?.stop?.aborted === true,
    startGrid:
      request.startGrid === undefined
        ? null
        : {
            minutes: request.startGrid,
            // Nobody has looked where another teacher could take the student.
            moreAtFive: joint
              ? null
              : await moreAtFive(services, week, {
                  input,
                  request,
                  placed: { students: solved.solution.lessons.length, seconds: solved.solution.seconds },
                }),
          },
    createdOn: now.today,
    accepted,
    curve,
    hadLesson: new Set([state, asRejected(state, now.today)].flatMap((one) => studentsWithSeries(one, input.startsOn))),
    teachers: new Map(teachers.map((one) => [one.teacher_id, one])),
  });
  return { reportId, plan, content };
};

/** Plans a week once: gathers the input, solves it outside the stream, writes the report and decides inside the teacher's stream. */
const planOnce = async (
  services: PlannerServices,
  context: CommandContext,
  request: PlanRequest,
): Promise<Generated> => {
  const gathered = await gatheredRun(services, context.studioId, request);
  refuseJointPlan(gathered.week.state, nameAmong(gathered.teachers));
  const proposal = await proposedPlan(services, gathered, request);
  const { plan } = proposal;
  // The report first, then the plan that names it: a report without its plan has no effect.
  await recordProposal(services, context, proposal, gathered.week.now.today);
  const placements = plan.students.flatMap(({ placement }) => placement ?? []);
  const command = { input: commandInput(request), decide: optimizeSchedule(plan) };
  return generatedFor(request.teacherId, await decidePlaced(services, context, gathered.input, placements, command));
};

/** Records the report of a plan. */
export const recordProposal = async (
  services: PlannerServices,
  context: CommandContext,
  { reportId, plan: { runId }, content }: Proposal,
  today: IsoDate,
): Promise<void> => {
  await recordReport(
    services,
    { ...context, commandId: derivedId(context.commandId, reportId) },
    {
      reportId,
      runId,
      teacherId: content.teacherId,
      title: `${content.teacherName}, ${calendarDate(today)}`,
      lessonsCount: content.optimizationStats.totalStudentsScheduled,
      totalDriveMinutes: content.optimizationStats.totalDriveTime,
      content,
    },
  );
};

/** What other numbers of families would give, for a run with such a number. */
export const curveInReport = async (
  services: PlannerServices,
  source: CurveSource,
  { moving }: Pick<PlanRequest, 'moving'>,
  curve: CurveOfParts,
): Promise<ReportContent['curve']> =>
  moving && {
    ...(await movesCurveOf(services, source, curve, usualCallWorth)),
    maxMoved: moving.most,
    tolerance: moving.tolerance,
  };

const commandInput = (request: PlanRequest) => ({ teacherId: request.teacherId, ...runInput(request) });

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
