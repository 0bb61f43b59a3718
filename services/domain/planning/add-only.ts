import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { shortDayName } from '@rondo/contracts/calendar/dates.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { windowsOf } from '@rondo/contracts/calendar/windows.ts';
import type { ScheduleEvent, scheduleEvents } from '@rondo/contracts/events/schedule.ts';
import { findStudent, listStudents, type StudentRow } from '@rondo/projections/students/queries.ts';
import { listTeachers, type TeacherRow } from '@rondo/projections/teachers/queries.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { Executed } from '../../platform/commands/command-handler.ts';
import { derivedId } from '../../platform/commands/ids.ts';
import { NotFound } from '../../platform/kit/errors.ts';
import { fixedSeries, PlanOutdated, refuseClashes } from '../schedule/plan/fixed.ts';
import { placedLesson, type Placement } from '../schedule/plan/plan.ts';
import { seriesFrom, type ScheduleState } from '../schedule/state.ts';
import { gather } from './instance/gather.ts';
import { instanceOf, studentName } from './instance/instance.ts';
import { addedWords } from './added-words.ts';
import type { PlannerDependencies } from './dependencies.ts';
import { decidePlaced } from './instance/placed-elsewhere.ts';
import { notBeforeOf } from './starts-on.ts';
import type { Turn } from './run/turns.ts';

export type Added = {
  readonly success: boolean;
  readonly message: string;
  readonly lessonsAdded: 0 | 1;
  readonly executed: Executed<typeof scheduleEvents> | null;
};

type Adding = {
  readonly signal: AbortSignal;
  readonly isGuest: boolean;
  /** Each attempt with a teacher waits for its turn. */
  readonly turn: Turn;
};

const attempts = 3;
const nothing = (message: string, success = false): Added => ({ success, message, lessonsAdded: 0, executed: null });

const describe = (dayOfWeek: Placement['dayOfWeek'], start: number): string =>
  `${shortDayName(dayOfWeek)} ${formatTime(start)}`;

const weeklyLessonOf = (state: ScheduleState, studentId: string, today: IsoDate) =>
  seriesFrom(state, today).find((series) => series.studentId === studentId && series.useInOptimization);

/** Places one lesson without moving others. @throws PlanOutdated when its time was taken, or the student was placed, in the meantime */
const addLesson =
  (placement: Placement, today: IsoDate, endsElsewhere: { teacherId: string; lessonId: string; from: IsoDate }[]) =>
  (state: ScheduleState): ScheduleEvent[] => {
    if (state.plan?.entries.has(placement.studentId) === true || weeklyLessonOf(state, placement.studentId, today))
      throw new PlanOutdated(`${placement.studentId} was scheduled in the meantime.`);
    refuseClashes(fixedSeries(state, today, new Set()), [placement]);
    const lesson = placedLesson(placement, { startsOn: today, reportId: null });
    return [{ type: 'LessonPlaced', data: { lesson, occurrences: [], endsElsewhere } }];
  };

/**
 * add-only: places one student in free time, with the first of the student's teachers who has room. No time is desired, so there is no day to
 * stay on and no time to stay close to: the goals of a run decide. A preferred slot comes first, then the least added driving, then the least
 * waiting.
 */
export const adder = (dependencies: PlannerDependencies) => {
  const { schedules, times, models, mapsFor, clock, solve, secondsOf } = dependencies;

  const tryWith = async (
    context: CommandContext,
    student: StudentRow,
    teacher: TeacherRow,
    { signal, isGuest }: Adding,
  ): Promise<Added> => {
    const { studioId } = context;
    const name = studentName(student);
    const [now, { state }, elsewhere, students, settings] = await Promise.all([
      clock.today(studioId),
      schedules.load(studioId, teacher.teacher_id),
      times.elsewhere(studioId, teacher.teacher_id),
      listStudents(studentsModel.read(models), studioId),
      clock.settings(studioId),
    ]);
    const { today } = now;
    if (state.plan?.entries.has(student.student_id) === true)
      return nothing(`A pending plan includes ${name}. Accept or reject it first.`);
    const own = weeklyLessonOf(state, student.student_id, today);
    if (own)
      return nothing(
        `${name} already has a weekly lesson, ${describe(own.dayOfWeek, own.start)} with ${teacher.details.name}.`,
        true,
      );
    if (windowsOf(teacher.availability).length === 0) return nothing(`${teacher.details.name} has no availability.`);

    const gathered = gather({
      teacher,
      startsOn: today,
      selected: [student],
      belongsHere: () => true,
      state,
      elsewhere,
    });
    const input = {
      ...gathered,
      fixed: [
        ...gathered.fixed,
        ...seriesInTheWay(
          state,
          today,
          gathered.fixed.map(({ lessonId }) => lessonId),
        ),
      ],
    };
    const [reason] = input.leftOut.map((left) => left.reason);
    if (reason !== undefined) return nothing(`${name} could not be added. ${reason}`);
    const byId = new Map(students.map((row) => [row.student_id, row]));
    const run = await instanceOf({ input, startGrid: settings.startGrid, students: byId, maps: mapsFor(studioId) });
    const milliseconds = secondsOf(settings, { isGuest }) * 1000;
    const solved = await solve(run.instance, run.names, { seed: 1, signal, milliseconds });
    signal.throwIfAborted();
    const placed = solved.explanation.placed.find(({ studentId }) => studentId === student.student_id);
    if (!placed) {
      const [left] = solved.explanation.leftOut;
      const why = new Set([left?.reason ?? 'No time is free.', ...(left?.wouldFit ? [left.wouldFit.sentence] : [])]);
      return nothing(`${name} could not be added to ${teacher.details.name}'s schedule. ${[...why].join(' ')}`);
    }
    const placement: Placement = {
      lessonId: derivedId(context.commandId, 'lesson'),
      studentId: student.student_id,
      dayOfWeek: placed.dayOfWeek,
      start: placed.startTime,
      duration: student.details.lessonDuration,
      driveMinutes: placed.driveMinutes,
      notBefore: notBeforeOf(placed, { startsOn: today, now }, student.details.startDate),
    };
    const ends = input.endsElsewhere.map(({ teacherId, lessonId }) => ({ teacherId, lessonId, from: today }));
    const { teacher_id: teacherId } = teacher;
    const executed = await decidePlaced(times, { studioId, teacherId, startsOn: today }, [placement], () =>
      schedules.execute(studioId, teacherId, context, {
        input: { addOnly: student.student_id },
        decide: addLesson(placement, today, ends),
      }),
    );
    return added(name, teacher, studioId, executed);
  };

  const added = async (
    name: string,
    teacher: TeacherRow,
    studioId: string,
    executed: NonNullable<Added['executed']>,
  ): Promise<Added> => {
    const lesson = executed.events.find((event) => event.type === 'LessonPlaced')?.data.lesson;
    if (!lesson) throw new Error('A lesson was added without its event.');
    const detour = await addedWords(dependencies, { studioId, teacherId: teacher.teacher_id }, lesson);
    const when = describe(lesson.dayOfWeek, lesson.start);
    return {
      success: true,
      lessonsAdded: 1,
      executed,
      message: `${name} was added: ${when} with ${teacher.details.name}, ${detour}.`,
    };
  };

  return {
    /** If aborted, adds nothing. @throws NotFound */
    addOnly: async (context: CommandContext, studentId: string, adding: Adding): Promise<Added> => {
      const { studioId } = context;
      const [student, teachers] = await Promise.all([
        findStudent(studentsModel.read(models), studioId, studentId),
        listTeachers(teachersModel.read(models), studioId),
      ]);
      if (!student) throw new NotFound('There is no such student.');
      const assigned = student.assignments
        .toSorted((a, b) => a.preferenceRank - b.preferenceRank)
        .flatMap(({ teacherId }) => teachers.filter(({ teacher_id }) => teacher_id === teacherId));
      const name = studentName(student);
      if (assigned.length === 0)
        return nothing(`${name} has no teacher. Go to the Teachers page and assign the student to teachers.`);
      if (windowsOf(student.availability).length === 0)
        return nothing(`${name} has no availability. Enter the times when a lesson is possible first.`);
      let last: Added = nothing('');
      for (const teacher of assigned) {
        const known = await schedules.known(studioId, teacher.teacher_id, context, { addOnly: studentId });
        if (known) return await added(name, teacher, studioId, known);
        last = await withRetries(() => adding.turn(() => tryWith(context, student, teacher, adding)));
        if (last.success) return last;
      }
      return last;
    },
  };
};

/** Series that end soon do not block a weekday for a plan; for a single lesson that starts today they do. */
const seriesInTheWay = (state: ScheduleState, today: IsoDate, known: readonly string[]) =>
  seriesFrom(state, today).filter((series) => isWeekly(series) && !known.includes(series.lessonId));

const withRetries = async (run: () => Promise<Added>): Promise<Added> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof PlanOutdated)) throw error;
      if (attempt === attempts) return nothing('The schedule keeps changing right now. Please try again.');
    }
  }
};
