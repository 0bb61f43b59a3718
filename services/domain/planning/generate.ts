import { randomUUID } from 'node:crypto';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { calendarDate } from '@rondo/contracts/calendar/words.ts';
import { isStop } from '@rondo/contracts/calendar/rows.ts';
import { windowsOf } from '@rondo/contracts/calendar/windows.ts';
import { reportEvents } from '@rondo/contracts/events/report.ts';
import type { ScheduleEvent, scheduleEvents } from '@rondo/contracts/events/schedule.ts';
import type { Lesson } from '@rondo/contracts/events/lesson.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { findReport } from '@rondo/projections/reports/queries.ts';
import { listStudents, type StudentRow } from '@rondo/projections/students/queries.ts';
import { listTeachers, type TeacherRow } from '@rondo/projections/teachers/queries.ts';
import { reportsModel } from '@rondo/projections/reports/project.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { Executed } from '../../platform/commands/command-handler.ts';
import { derivedId } from '../../platform/commands/ids.ts';
import { InvalidInput, NotFound, RuleBroken } from '../../platform/kit/errors.ts';
import { asRejected } from '../schedule/plan/as-rejected.ts';
import { fixedSeries, PlanOutdated } from '../schedule/plan/fixed.ts';
import { optimizeSchedule } from '../schedule/plan/plan.ts';
import { seriesFrom, type ScheduleState } from '../schedule/state.ts';
import type { LessonElsewhere } from '../schedule/lookup/student-times.ts';
import type { StudioNow } from '../studio/clock.ts';
import { gather, type RunInput } from './instance/gather.ts';
import { instanceOf } from './instance/instance.ts';
import type { PlannerDependencies, SolveControl } from './dependencies.ts';
import { decidePlaced } from './instance/placed-elsewhere.ts';
import { planCounts } from './report/counts.ts';
import { toursAreDays } from './instance/drives-of-days.ts';
import type { ReportInput } from './report/report-input.ts';
import { reportOf } from './report/report.ts';
import { alreadyPlaced, notTried } from './report/report-students.ts';
import { firstDayOf } from './starts-on.ts';
import { planOf } from './run/run-plan.ts';
import { solveControl } from './run/solve-control.ts';
import { stopsWith } from './report/report-week.ts';
import type { Turn } from './run/turns.ts';
import { weekDriver } from './report/week-driving.ts';

/** Maximum number of times a run is solved again because the schedule changed in the meantime. */
const attempts = 3;
/** Same input, same plan. */
const seed = 1;

export type GenerateWish = {
  readonly teacherId: string;
  readonly teacherIds: readonly string[];
  readonly studentIds: readonly string[];
  readonly startsOn: IsoDate | undefined;
  readonly runId: string;
  /** Minutes of driving a week that a lesson is worth. */
  readonly lessonWorth?: number | undefined;
  readonly control?: SolveControl;
  readonly isGuest: boolean;
  /** Each attempt waits for its turn. */
  readonly turn: Turn;
};

export type Generated = { readonly reportId: string; readonly executed: Executed<typeof scheduleEvents> };

const reportNamed = (events: readonly ScheduleEvent[]): string => {
  const header = events.find((event) => event.type === 'ScheduleOptimized');
  if (!header) throw new Error('A run was recorded without its header.');
  return header.data.reportId;
};

/** Of several selected teachers, the student's first by preference. */
const belongsTo =
  (teacherId: string, teacherIds: readonly string[]) =>
  (student: StudentRow): boolean =>
    student.assignments
      .filter((assignment) => teacherIds.includes(assignment.teacherId))
      .toSorted((a, b) => a.preferenceRank - b.preferenceRank)[0]?.teacherId === teacherId;

/** Generates plans: gathers the input, solves it outside the stream, and decides inside the teacher's stream. */
export const generator = (dependencies: PlannerDependencies) => {
  const { schedules, times, models, mapsFor, clock, solve, secondsOf, reports } = dependencies;

  const planOnce = async (context: CommandContext, wish: GenerateWish): Promise<Generated> => {
    const { studioId } = context;
    const now = await clock.today(studioId);
    const [students, teachers, elsewhere, { state }, settings] = await Promise.all([
      listStudents(studentsModel.read(models), studioId),
      listTeachers(teachersModel.read(models), studioId),
      times.elsewhere(studioId, wish.teacherId),
      schedules.load(studioId, wish.teacherId),
      clock.settings(studioId),
    ]);
    const byId = new Map(students.map((student) => [student.student_id, student]));
    const teacher = teachers.find(({ teacher_id }) => teacher_id === wish.teacherId);
    if (!teacher) throw new NotFound('There is no such teacher.');
    const selected = wish.studentIds.map((id) => byId.get(id)).filter((student) => student !== undefined);
    if (selected.length < wish.studentIds.length) throw new NotFound('There is no such student.');
    refuseWithoutAvailability(teacher);

    const belongsHere = belongsTo(wish.teacherId, wish.teacherIds);
    const inRun = new Set(selected.filter(belongsHere).map(({ student_id }) => student_id));
    const startsOn = firstDayOf({
      wanted: wish.startsOn,
      now,
      windows: windowsOf(teacher.availability),
      lessons: lessonsOf(inRun, asRejected(state, now.today), elsewhere),
    });
    const others = selected.filter((student) => belongsHere(student) || isFirstOf(wish, student));
    const input = gather({ teacher, startsOn, selected: others, belongsHere, state, elsewhere });
    if (input.students.length === 0) throw new InvalidInput(nobodyToPlace(input));

    const run = await instanceOf({ input, startGrid: settings.startGrid, students: byId, maps: mapsFor(studioId) });
    const earlier = await earlierReport(studioId, state, new Set(input.students.map(({ student_id }) => student_id)));
    const source = { input, earlier, students: byId };
    const countsOf = planCounts({ ...source, run, already: alreadyPlaced(source), without: notTried(source) });
    const solved = await solve(run.instance, run.names, {
      seed,
      milliseconds: secondsOf(settings, wish) * 1000,
      ...(wish.lessonWorth === undefined ? {} : { lessonWorth: wish.lessonWorth }),
      ...solveControl(wish.control, { countsOf, isDriving: toursAreDays(input) }),
    });
    wish.control?.signal?.throwIfAborted();
    return record(context, wish, {
      ...source,
      selected: others.map(({ student_id }) => student_id),
      run,
      countsOf,
      solved,
      state,
      now,
      teachers,
    });
  };

  type Found = Pick<ReportInput, 'input' | 'run' | 'solved' | 'earlier' | 'students' | 'countsOf' | 'selected'> & {
    readonly state: ScheduleState;
    readonly now: StudioNow;
    readonly teachers: readonly TeacherRow[];
  };

  /** Writes the report, then the plan that names it; a report without its plan has no effect. */
  const record = async (context: CommandContext, wish: GenerateWish, found: Found): Promise<Generated> => {
    const { studioId } = context;
    const { input, solved, state } = found;
    const reportId = randomUUID();
    const lessonIds = new Map(
      solved.solution.lessons.map(({ studentId }) => [studentId, derivedId(reportId, `lesson of ${studentId}`)]),
    );
    // Solving takes a while: lessons that begin in the meantime count as over.
    const decision = planOf(
      { input, solved, now: await clock.today(studioId) },
      { reportId, runId: wish.runId, lessonIds },
    );
    const content = reportOf({
      ...found,
      driving: await drivingOf(studioId, { ...found, lessonIds }),
      lessonIds,
      seed,
      lessonWorth: wish.lessonWorth ?? null,
      createdOn: found.now.today,
      hadLesson: new Set(
        [state, asRejected(state, found.now.today)].flatMap((one) => studentsWithSeries(one, input.startsOn)),
      ),
      teachers: new Map(found.teachers.map((teacher) => [teacher.teacher_id, teacher])),
    });
    await reports.write(
      { ...context, commandId: derivedId(context.commandId, reportId) },
      streamName(reportEvents, studioId, reportId),
      {
        reportId,
        runId: wish.runId,
        teacherId: wish.teacherId,
        title: `${content.teacherName}, ${calendarDate(found.now.today)}`,
        lessonsCount: content.optimizationStats.totalStudentsScheduled,
        totalDriveMinutes: content.optimizationStats.totalDriveTime,
        content,
      },
    );
    const { teacherId } = wish;
    const placements = decision.students.flatMap(({ placement }) => placement ?? []);
    const executed = await decidePlaced(times, { studioId, teacherId, startsOn: input.startsOn }, placements, () =>
      schedules.execute(studioId, teacherId, context, { input: inputOf(wish), decide: optimizeSchedule(decision) }),
    );
    return { reportId: reportNamed(executed.events), executed };
  };

  /** The driving of the week before the plan, of the plan's, and of the cheaper ones with fewer students. */
  const drivingOf = async (
    studioId: string,
    source: Found & Pick<ReportInput, 'lessonIds'>,
  ): Promise<ReportInput['driving']> => {
    const { input, solved, state } = source;
    const before = fixedSeries(asRejected(state, source.now.today), input.startsOn, new Set()).filter(isStop);
    const { teacher_id: teacherId } = input.teacher;
    const drive = await weekDriver(dependencies, { studioId, teacherId, placed: [...before, ...input.fixed] });
    const tradeOffs: number[] = [];
    for (const { lessons } of solved.tradeOffs) tradeOffs.push((await drive(stopsWith(lessons, source))).minutes);
    return {
      before: (await drive(before)).minutes,
      plan: await drive(stopsWith(solved.solution.lessons, source)),
      tradeOffs,
    };
  };

  const earlierReport = async (studioId: string, state: ScheduleState, inRun: ReadonlySet<string>) => {
    if (!state.plan) return null;
    const report = await findReport(reportsModel.read(models), studioId, state.plan.reportId);
    if (!report) return null;
    const kept = [...state.plan.entries].flatMap(([studentId, { lessonId }]) =>
      lessonId === null || inRun.has(studentId) ? [] : [lessonId],
    );
    return { runId: report.run_id, content: report.content, kept: new Set(kept) };
  };

  return {
    /** @throws InvalidInput, NotFound, RuleBroken */
    generate: async (context: CommandContext, wish: GenerateWish): Promise<Generated> => {
      const known = await schedules.known(context.studioId, wish.teacherId, context, inputOf(wish));
      if (known) return { reportId: reportNamed(known.events), executed: known };
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await wish.turn(() => planOnce(context, wish));
        } catch (error) {
          if (!(error instanceof PlanOutdated)) throw error;
          if (attempt === attempts)
            throw new RuleBroken(
              'The schedule keeps changing while it is being planned. Please try again.',
              {},
              { cause: error },
            );
        }
      }
    },
  };
};

const inputOf = ({ teacherId, teacherIds, studentIds, startsOn, lessonWorth }: GenerateWish) => ({
  teacherId,
  teacherIds,
  studentIds,
  startsOn: startsOn ?? null,
  lessonWorth: lessonWorth ?? null,
});

/** Students whom none of the selected teachers teaches are named in the first teacher's report. */
const isFirstOf = ({ teacherId, teacherIds }: GenerateWish, student: StudentRow): boolean =>
  teacherIds[0] === teacherId && !student.assignments.some((assignment) => teacherIds.includes(assignment.teacherId));

const refuseWithoutAvailability = (teacher: TeacherRow): void => {
  if (windowsOf(teacher.availability).length === 0)
    throw new InvalidInput(
      `${teacher.details.name} has no availability. Add teaching times on the Teachers page first.`,
    );
};

const nobodyToPlace = ({ teacher, leftOut }: RunInput): string => {
  const reasons = [...new Set(leftOut.map(({ reason }) => reason))].join(' ');
  return `None of the selected students can be scheduled with ${teacher.details.name}. ${reasons}`.trim();
};

/** The lessons of the students in a run: this teacher's as accepted, the others' as the read model shows them. */
const lessonsOf = (
  studentIds: ReadonlySet<string>,
  state: ScheduleState,
  elsewhere: readonly LessonElsewhere[],
): Lesson[] =>
  [...state.lessons.values(), ...elsewhere.map(({ lesson }) => lesson)].filter(({ studentId }) =>
    studentIds.has(studentId ?? ''),
  );

const studentsWithSeries = (state: ScheduleState, from: IsoDate): string[] =>
  seriesFrom(state, from)
    .filter(({ source }) => source === 'optimized')
    .flatMap(({ studentId }) => studentId ?? []);
