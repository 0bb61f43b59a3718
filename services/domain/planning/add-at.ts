import { laterOf, shortDayName, type DayOfWeek, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { overlapWeekly } from '@rondo/contracts/calendar/rows.ts';
import { formatTime, minutesPerDay } from '@rondo/contracts/calendar/times.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import { derivedId } from '../../platform/commands/ids.ts';
import { InvalidInput, NotFound, RuleBroken } from '../../platform/kit/errors.ts';
import type { Services } from '../../platform/kit/services.ts';
import { loadStudent, studentStream } from '../people/roster.ts';
import { assignTeacher } from '../people/student.ts';
import { PlanOutdated } from '../schedule/plan/fixed.ts';
import { staysPinned } from '../schedule/plan/pins.ts';
import { placedLesson } from '../schedule/plan/plan.ts';
import { knownOnSchedule } from '../schedule/schedules.ts';
import { seriesFrom } from '../schedule/state.ts';
import {
  addedWith,
  addLesson,
  blockedBySeries,
  describe,
  detourOf,
  nameAmong,
  nothing,
  studentAmongTeachers,
  weeklyLessonOf,
  type Added,
} from './add-only.ts';
import { gather } from './instance/gather.ts';
import { studentName } from './instance/instance.ts';
import { decidePlaced, endsElsewhereOf, loadWeek, placementOf, type PlannerServices } from './plan-week.ts';

/** A weekly time with a teacher. */
export type ChosenTime = {
  readonly teacherId: string;
  readonly dayOfWeek: DayOfWeek;
  readonly start: number;
  /** The first day that the lesson may have, if it is later than today. */
  readonly from?: IsoDate | undefined;
};

const takenSince = ({ dayOfWeek, start }: ChosenTime): string =>
  `${shortDayName(dayOfWeek)} ${formatTime(start)} has been taken since. Choose another time.`;

/**
 * Places one student at a chosen time. The lesson is one that later plans move, as if the optimizer had placed it; a student who is not
 * assigned to the teacher is.
 * @throws InvalidInput, also when the student has as many teachers as a student can have; NotFound; RuleBroken when the time is taken
 */
export const addAt = async (
  services: PlannerServices & Pick<Services, 'sizes'>,
  context: CommandContext,
  studentId: string,
  time: ChosenTime,
): Promise<Added> => {
  const { studioId } = context;
  const { student, teachers } = await studentAmongTeachers(services, studioId, studentId);
  const teacher = teachers.find(({ teacher_id }) => teacher_id === time.teacherId);
  if (!teacher) throw new NotFound('There is no such teacher.');
  const pair = { student, teacher };
  const input = { addOnly: studentId, time };
  const known = await knownOnSchedule(services, context, time.teacherId, input);
  const assignmentId = derivedId(context.commandId, 'assignment');
  const assigned = assignTeacher({ assignmentId, teacherId: time.teacherId }, services.sizes.teachersOfStudent);
  const assign = () =>
    services.handlers.student.execute(studentStream(studioId, studentId), context, {
      input: { teacherId: time.teacherId },
      decide: (current) => (current ? assigned(current) : []),
    });
  if (known) {
    await assign();
    return addedWith(services, studioId, pair, known);
  }

  // A student who cannot have one more teacher must not get the lesson either.
  assigned(await loadStudent(services, studioId, studentId));
  const week = await loadWeek(services, studioId, time.teacherId);
  const { now, state, inUse, holds, elsewhere, closing } = week;
  const startsOn = laterOf(now.today, time.from ?? now.today);
  const name = studentName(student);
  if (time.start + student.details.lessonDuration > minutesPerDay)
    throw new InvalidInput('A lesson must end on the day on which it begins.');
  if (state.plan?.entries.has(studentId) === true)
    return nothing(`A pending plan includes ${name}. Accept or reject it first.`);
  const own = weeklyLessonOf(state, studentId, startsOn);
  if (own) return nothing(`${name} already has a weekly lesson, ${describe(own)} with ${teacher.details.name}.`, true);
  const selection = { teacher, startsOn, selected: [student], belongsHere: () => true, nameOf: nameAmong(teachers) };
  const run = blockedBySeries(
    gather({ ...selection, state, inUse, holds, today: now.today, elsewhere, closing }),
    state,
    startsOn,
  );
  if (elsewhere.some(({ lesson }) => lesson.studentId === studentId && staysPinned(lesson, startsOn)))
    return nothing(`${name} could not be added. ${run.leftOut[0]?.reason ?? ''}`);
  const at = { dayOfWeek: time.dayOfWeek, startTime: time.start, driveMinutes: 0 };
  const lessonId = derivedId(context.commandId, 'lesson');
  const placement = placementOf(at, student, { lessonId, startsOn, now });
  const { there } = await detourOf(
    services,
    { studioId, teacher },
    placedLesson(placement, { startsOn, reportId: null }),
  );
  const placed = { ...placement, driveMinutes: there };
  const add = addLesson(placed, run, endsElsewhereOf(run));
  const executed = await decidePlaced(services, context, run, [placed], {
    input,
    decide: (current) => {
      // A series that ends soon blocks no weekday for a plan, but it does for a lesson that begins before.
      if (seriesFrom(current, startsOn).some((series) => overlapWeekly(series, placed)))
        throw new PlanOutdated(lessonId);
      return add(current);
    },
  }).catch((error: unknown) => {
    if (error instanceof PlanOutdated) throw new RuleBroken(takenSince(time), {}, { cause: error });
    throw error;
  });
  await assign();
  return addedWith(services, studioId, pair, executed);
};
