import {
  addDays,
  dayOfWeekOf,
  firstOnOrAfter,
  laterOf,
  nextMonday,
  type DayOfWeek,
  type IsoDate,
} from '@rondo/contracts/calendar/dates.ts';
import type { MinuteOfDay } from '@rondo/contracts/calendar/times.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import { windowsOf, type DayWindow } from '@rondo/contracts/calendar/windows.ts';
import { lastsTo } from '@rondo/contracts/calendar/series.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { isPinnedFor } from '@rondo/contracts/lessons/pins.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { listStudents } from '@rondo/projections/students/queries.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { listTeachers } from '@rondo/projections/teachers/queries.ts';
import { InvalidInput, NotFound } from '../../platform/kit/errors.ts';
import type { Services } from '../../platform/kit/services.ts';
import { lessonsElsewhere } from '../schedule/lookup/student-times.ts';
import { asRejected } from '../schedule/plan/as-rejected.ts';
import { loadSchedule } from '../schedule/schedules.ts';
import { closuresNow } from '../schedule/time-off/closures.ts';
import { studioNow, type StudioNow } from '../studio/clock.ts';
import { closedFirstDay } from './closed-first-day.ts';

/** The first day of a plan is at most this many days in the future. */
const daysAhead = 56;
/** With fewer minutes than this until the end of a day's last window, the next Monday is used instead. */
const nearlyOver = 60;

export type FirstDay = {
  readonly requested: IsoDate | undefined;
  readonly now: StudioNow;
  readonly windows: readonly DayWindow[];
  /** The lessons of the students in the run, with all their teachers, as last accepted. */
  readonly lessons: readonly Lesson[];
};

/** True when the teacher works today, but for less than an hour more, if at all; or not today and on no later day of this week. */
const isNearlyOver = (windows: readonly DayWindow[], { today, minute }: StudioNow): boolean => {
  const ends = windows.filter(({ dayOfWeek }) => dayOfWeek === dayOfWeekOf(today)).map(({ end }) => end);
  if (ends.length > 0) return Math.max(...ends) - minute < nearlyOver;
  return windows.length > 0 && !windows.some(({ dayOfWeek }) => firstOnOrAfter(today, dayOfWeek) < nextMonday(today));
};

/** True for an optimized series that was accepted, still has future days, and may be moved today. */
const isAccepted = (lesson: Lesson, today: IsoDate): boolean =>
  isWeekly(lesson) &&
  lesson.source === 'optimized' &&
  lesson.status !== 'optimized' &&
  lastsTo(lesson, today) &&
  !isPinnedFor(lesson, today);

/** The students who have an accepted optimized lesson, which a plan would move. */
const acceptedStudents = (lessons: readonly Lesson[], today: IsoDate): Set<string> =>
  new Set(lessons.filter((lesson) => isAccepted(lesson, today)).flatMap(({ studentId }) => studentId ?? []));

/**
 * A plan's first day: the requested one; otherwise today, or the following Monday if an accepted optimized lesson of these students would
 * move or the teacher's day is nearly over.
 * @throws InvalidInput for a day in the past or more than eight weeks ahead
 */
export const firstDayOf = ({ requested, now, windows, lessons }: FirstDay): IsoDate => {
  const { today } = now;
  if (requested !== undefined) {
    if (requested < today) throw new InvalidInput("The first day of a plan can't be in the past.");
    if (requested > addDays(today, daysAhead))
      throw new InvalidInput(
        `The first day of a plan can't be more than eight weeks ahead, after ${longDate(addDays(today, daysAhead))}.`,
      );
    return requested;
  }
  const isMoving = lessons.some((lesson) => isAccepted(lesson, today));
  return isMoving || isNearlyOver(windows, now) ? nextMonday(today) : today;
};

/** A lesson whose first date is over when the plan is made starts a week later. @returns the first possible day, if later than the plan's */
export const notBeforeOf = (
  placed: { readonly dayOfWeek: DayOfWeek; readonly startTime: MinuteOfDay },
  { startsOn, now }: { readonly startsOn: IsoDate; readonly now: StudioNow },
  studentStarts: IsoDate | null,
): IsoDate | null => {
  const first = firstOnOrAfter(startsOn, placed.dayOfWeek);
  const isOver = first < now.today || (first === now.today && placed.startTime < now.minute);
  if (!isOver) return studentStarts;
  const aWeekLater = addDays(first, 7);
  return studentStarts === null ? aWeekLater : laterOf(studentStarts, aWeekLater);
};

/** What decides the first day of a teacher's plan, for the dialog that presets it. @throws NotFound */
export const firstDayFacts = async (
  services: Pick<Services, 'handlers' | 'streams' | 'models' | 'settingsOf' | 'now'>,
  studioId: string,
  teacherId: string,
) => {
  const [now, teachers, students, { state }, elsewhere, closures] = await Promise.all([
    studioNow(services, studioId),
    listTeachers(teachersModel.read(services.models), studioId),
    listStudents(studentsModel.read(services.models), studioId),
    loadSchedule(services, studioId, teacherId),
    lessonsElsewhere(services, studioId, teacherId),
    closuresNow(services, studioId),
  ]);
  const teacher = teachers.find(({ teacher_id }) => teacher_id === teacherId);
  if (!teacher) throw new NotFound('There is no such teacher.');
  const lessons = [...asRejected(state, now.today).lessons.values(), ...elsewhere.map(({ lesson }) => lesson)];
  const accepted = acceptedStudents(lessons, now.today);
  const windows = windowsOf(teacher.availability);
  const firstDays = Array.from({ length: daysAhead + 1 }, (_, i) => addDays(now.today, i));
  return {
    dayIsOver: isNearlyOver(windows, now),
    closedDays: firstDays.flatMap((date) => {
      const text = closedFirstDay({ teacherId, windows, closures }, date);
      return text === null ? [] : { date, text };
    }),
    acceptedStudentIds: students
      .filter(({ assignments }) => assignments.some((assignment) => assignment.teacherId === teacherId))
      .map(({ student_id }) => student_id)
      .filter((id) => accepted.has(id)),
  };
};
