import { shortDayName, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { byStart, isStop, isWeekly, spanOf } from '@rondo/contracts/calendar/rows.ts';
import { minutesApart, minutesBetweenOf } from '@rondo/contracts/calendar/legs.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import { windowsOf } from '@rondo/contracts/calendar/windows.ts';
import type { Lesson, WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { ScheduleEvent, scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { peopleById } from '@rondo/projections/lessons/queries.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { findStudent, type StudentRow } from '@rondo/projections/students/queries.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { listTeachers, type TeacherRow } from '@rondo/projections/teachers/queries.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { Executed } from '../../platform/commands/command-handler.ts';
import { derivedId } from '../../platform/commands/ids.ts';
import { NotFound } from '../../platform/kit/errors.ts';
import { detourText, type Neighbor } from '../../platform/maps/drives/detour-text.ts';
import { lessonPlaces, personStop } from '../../platform/maps/drives/places.ts';
import type { Stop } from '../../platform/maps/drive-time.ts';
import { titlesFrom } from '../schedule/lookup/student-times.ts';
import { holdRows } from '../schedule/questions/holds.ts';
import { fixedSeries, PlanOutdated, refuseClashes } from '../schedule/plan/fixed.ts';
import { placedLesson, type Placement } from '../schedule/plan/plan.ts';
import { knownOnSchedule, loadSchedule } from '../schedule/schedules.ts';
import { seriesFrom, type ScheduleState } from '../schedule/state.ts';
import { closuresNow } from '../schedule/time-off/closures.ts';
import { gather, type RunInput } from './instance/gather.ts';
import { studentName } from './instance/instance.ts';
import {
  decidePlaced,
  endsElsewhereOf,
  loadWeek,
  placementOf,
  planUntilCurrent,
  solveWeek,
  type PlannerServices,
} from './plan-week.ts';
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

export const nothing = (message: string, success = false): Added => ({
  success,
  message,
  lessonsAdded: 0,
  executed: null,
});

export const describe = ({ dayOfWeek, start }: Pick<Lesson, 'dayOfWeek' | 'start'>): string =>
  `${shortDayName(dayOfWeek)} ${formatTime(start)}`;

export const weeklyLessonOf = (state: ScheduleState, studentId: string, today: IsoDate) =>
  seriesFrom(state, today).find((series) => series.studentId === studentId && series.useInOptimization);

/** Places one lesson without moving others. @throws PlanOutdated when its time was taken, or the student was placed, in the meantime */
export const addLesson =
  (
    placement: Placement,
    { startsOn, today, closing }: Pick<RunInput, 'startsOn' | 'today' | 'closing'>,
    endsElsewhere: ReturnType<typeof endsElsewhereOf>,
  ) =>
  (state: ScheduleState): ScheduleEvent[] => {
    if (state.plan?.entries.has(placement.studentId) === true || weeklyLessonOf(state, placement.studentId, startsOn))
      throw new PlanOutdated(`${placement.studentId} was scheduled in the meantime.`);
    refuseClashes([...fixedSeries(state, startsOn, new Set(), closing), ...holdRows(state, today)], [placement]);
    const lesson = placedLesson(placement, { startsOn, reportId: null });
    return [{ type: 'LessonPlaced', data: { lesson, occurrences: [], endsElsewhere: [...endsElsewhere] } }];
  };

/** Series that end soon do not block a weekday for a plan; for a single lesson they do. */
export const blockedBySeries = (input: RunInput, state: ScheduleState, startsOn: IsoDate): RunInput => {
  const known = new Set(input.fixed.map(({ lessonId }) => lessonId));
  const others = seriesFrom(state, startsOn).filter(({ lessonId }) => !known.has(lessonId));
  return { ...input, fixed: [...input.fixed, ...others] };
};

/**
 * What a weekly lesson costs its day: the drive there, the added driving, and the time left to the stops around it beyond the time between
 * lessons.
 */
export const detourOf = async (
  services: PlannerServices,
  { studioId, teacher }: { readonly studioId: string; readonly teacher: TeacherRow },
  added: WeeklyLesson,
): Promise<{ readonly there: number; readonly text: string }> => {
  const from = added.validFrom;
  const { teacher_id: teacherId } = teacher;
  const [{ state }, people, { settings }, closures] = await Promise.all([
    loadSchedule(services, studioId, teacherId),
    peopleById(lessonsModel.read(services.models), studioId),
    services.settingsOf(studioId),
    closuresNow(services, studioId),
  ]);
  const minutesBetween = minutesBetweenOf(teacher.details, settings);
  const series = [
    ...fixedSeries(state, from, new Set(), { teacherId, closures }),
    ...seriesFrom(state, from),
    added,
  ].filter(isStop);
  const stops = [...new Map(series.map((one) => [one.lessonId, one])).values()]
    .filter(({ dayOfWeek }) => dayOfWeek === added.dayOfWeek)
    .toSorted(byStart);
  const at = stops.findIndex(({ lessonId }) => lessonId === added.lessonId);
  const [before, after] = [stops[at - 1], stops[at + 1]];
  const placeOf = await lessonPlaces(services.maps.mapsFor(studioId), people, stops);
  const home = personStop(people.get(teacherId));
  const minutes = async (origin: Stop | undefined, destination: Stop | undefined): Promise<number> =>
    origin === undefined || destination === undefined
      ? 0
      : ((await services.legs(studioId, [origin, destination]))[0] ?? 0);
  const placeAt = (stop: Lesson | undefined): Stop | undefined => (stop ? placeOf(stop) : (home ?? undefined));
  const [there, on, past] = [
    await minutes(placeAt(before), placeOf(added)),
    await minutes(placeOf(added), placeAt(after)),
    before || after ? await minutes(placeAt(before), placeAt(after)) : 0,
  ];
  const title = titlesFrom(people, 'Appointment');
  const { start, end } = spanOf(added);
  const neighbor = (stop: Lesson | undefined, where: number, gap: number): Neighbor | undefined =>
    stop && { title: title(stop), at: where, buffer: Math.max(0, gap) };
  const endBefore = before ? spanOf(before).end : 0;
  const startAfter = after?.start ?? 0;
  const text = detourText(there + on - past, {
    before: neighbor(before, endBefore, start - endBefore - minutesApart(there, minutesBetween)),
    after: neighbor(after, startAfter, startAfter - end - minutesApart(on, minutesBetween)),
  });
  return { there, text };
};

export const addedWith = async (
  services: PlannerServices,
  studioId: string,
  { student, teacher }: { readonly student: StudentRow; readonly teacher: TeacherRow },
  executed: NonNullable<Added['executed']>,
): Promise<Added> => {
  const lesson = executed.events.find((event) => event.type === 'LessonPlaced')?.data.lesson;
  if (!lesson) throw new Error('A lesson was added without its event.');
  if (!isWeekly(lesson)) throw new Error('A lesson was added on one date.');
  const { text } = await detourOf(services, { studioId, teacher }, lesson);
  return {
    success: true,
    lessonsAdded: 1,
    executed,
    message: `${studentName(student)} was added: ${describe(lesson)} with ${teacher.details.name}, ${text}.`,
  };
};

type StudentWithTeacher = { readonly student: StudentRow; readonly teacher: TeacherRow };

/** What teachers are called. */
export const nameAmong =
  (teachers: readonly TeacherRow[]) =>
  (teacherId: string): string =>
    teachers.find(({ teacher_id }) => teacher_id === teacherId)?.details.name ?? 'another teacher';

const commandInput = (studentId: string) => ({ addOnly: studentId });

const addOnce = async (
  services: PlannerServices,
  context: CommandContext,
  { student, teacher, teachers }: StudentWithTeacher & { readonly teachers: readonly TeacherRow[] },
  { signal, isGuest }: Adding,
): Promise<Added> => {
  const { studioId } = context;
  const { student_id: studentId } = student;
  const name = studentName(student);
  const week = await loadWeek(services, studioId, teacher.teacher_id);
  const { now, state, inUse, holds, elsewhere, closing } = week;
  const { today } = now;
  if (state.plan?.entries.has(studentId) === true)
    return nothing(`A pending plan includes ${name}. Accept or reject it first.`);
  const own = weeklyLessonOf(state, studentId, today);
  if (own) return nothing(`${name} already has a weekly lesson, ${describe(own)} with ${teacher.details.name}.`, true);
  if (windowsOf(teacher.availability).length === 0) return nothing(`${teacher.details.name} has no availability.`);

  const selection = {
    teacher,
    startsOn: today,
    selected: [student],
    belongsHere: () => true,
    nameOf: nameAmong(teachers),
  };
  const input = blockedBySeries(gather({ ...selection, state, inUse, holds, today, elsewhere, closing }), state, today);
  const [reason] = input.leftOut.map((left) => left.reason);
  if (reason !== undefined) return nothing(`${name} could not be added. ${reason}`);
  const { solved } = await solveWeek(services, week, input, isGuest, () => ({ signal }));
  const placed = solved.explanation.placed.find((one) => one.studentId === studentId);
  if (!placed) {
    const [left] = solved.explanation.leftOut;
    const why = new Set([left?.reason ?? 'No time is free.', ...(left?.wouldFit ? [left.wouldFit.sentence] : [])]);
    return nothing(`${name} could not be added to ${teacher.details.name}'s schedule. ${[...why].join(' ')}`);
  }
  const lessonId = derivedId(context.commandId, 'lesson');
  const placement = placementOf(placed, student, { lessonId, startsOn: today, now });
  const executed = await decidePlaced(services, context, input, [placement], {
    input: commandInput(studentId),
    decide: addLesson(placement, input, endsElsewhereOf(input)),
  });
  return addedWith(services, studioId, { student, teacher }, executed);
};

/** A student, and all teachers. @throws NotFound */
export const studentAmongTeachers = async (services: PlannerServices, studioId: string, studentId: string) => {
  const [student, teachers] = await Promise.all([
    findStudent(studentsModel.read(services.models), studioId, studentId),
    listTeachers(teachersModel.read(services.models), studioId),
  ]);
  if (!student) throw new NotFound('There is no such student.');
  return { student, teachers };
};

/**
 * Places one student in free time, with the first of the student's teachers who has room. No time is desired, so there is no day to
 * stay on and no time to stay close to: the goals of a run decide. A preferred slot comes first, then the least added driving, then the least
 * waiting. If aborted, adds nothing.
 * @throws NotFound
 */
export const addOnly = async (
  services: PlannerServices,
  context: CommandContext,
  studentId: string,
  adding: Adding,
): Promise<Added> => {
  const { studioId } = context;
  const { student, teachers } = await studentAmongTeachers(services, studioId, studentId);
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
    const pair = { student, teacher };
    const known = await knownOnSchedule(services, context, teacher.teacher_id, commandInput(studentId));
    if (known) return addedWith(services, studioId, pair, known);
    last = await planUntilCurrent(
      adding.turn,
      () => addOnce(services, context, { ...pair, teachers }, adding),
      () => nothing('The schedule keeps changing right now. Please try again.'),
    );
    if (last.success) return last;
  }
  return last;
};
