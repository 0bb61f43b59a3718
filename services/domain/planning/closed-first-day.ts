import { closedTimeOn, type Closure } from '@rondo/contracts/calendar/closures/closures.ts';
import { addDays, dayOfWeekOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { difference, type Interval } from '@rondo/contracts/calendar/intervals.ts';
import { seriesDates } from '@rondo/contracts/calendar/series.ts';
import { minutesPerDay } from '@rondo/contracts/calendar/times.ts';
import { windowsOf, type DayWindow } from '@rondo/contracts/calendar/windows.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import type { WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { listTeachers } from '@rondo/projections/teachers/queries.ts';
import type { Services } from '../../platform/kit/services.ts';
import { closingFor, closuresNow } from '../schedule/time-off/closures.ts';

/** How far ahead first lessons are looked for: beyond the longest closure and its neighbors. */
const weeksAhead = 120;

/** A teacher whose plan begins. */
export type Beginning = {
  readonly teacherId: string;
  /** The teacher's hours. */
  readonly windows: readonly DayWindow[];
  readonly closures: readonly Closure[];
};

/** What stays open of a day: of the teacher's hours, or of a whole day without any. */
const openOn = ({ teacherId, windows, closures }: Beginning, day: IsoDate): Interval[] => {
  const hours = windows.filter(({ dayOfWeek }) => dayOfWeek === dayOfWeekOf(day));
  const all = hours.length > 0 ? hours : [{ start: 0, end: minutesPerDay }];
  return difference(all, closedTimeOn(closures, teacherId, day));
};

/** "Mon, Dec 21 lies in Winter break. First lessons: Mon, Jan 4." Null for a day that is not closed. */
const sentenceOf = (beginning: Beginning, day: IsoDate, firstLessons: () => IsoDate | undefined): string | null => {
  const { teacherId, closures } = beginning;
  if (openOn(beginning, day).length > 0) return null;
  const closure = closures.find((one) => closedTimeOn([one], teacherId, day).length > 0);
  const lies = `${shortDate(day)} lies in ${closure?.states.at(-1)?.closure?.reason ?? 'time off'}.`;
  const first = firstLessons();
  return first === undefined ? lies : `${lies} First lessons: ${shortDate(first)}.`;
};

/** What is said of a first day inside a closure before there is a plan: first lessons are on the next open day with hours. */
export const closedFirstDay = (beginning: Beginning, day: IsoDate): string | null =>
  sentenceOf(beginning, day, () => {
    const days = Array.from({ length: 7 * weeksAhead }, (_, i) => addDays(day, i + 1));
    const teaches = (one: IsoDate): boolean =>
      beginning.windows.some(({ dayOfWeek }) => dayOfWeek === dayOfWeekOf(one)) && openOn(beginning, one).length > 0;
    return days.find(teaches);
  });

/** What is said of a plan's first day, by the lessons that the plan has. */
export const closedPlanStart = (
  beginning: Beginning,
  startsOn: IsoDate,
  lessons: readonly WeeklyLesson[],
): string | null =>
  sentenceOf(beginning, startsOn, () => {
    const { closedOn } = closingFor(beginning.closures, beginning.teacherId);
    const last = addDays(startsOn, 7 * weeksAhead);
    const firsts = lessons.flatMap(
      (lesson) => seriesDates(lesson, startsOn, last).find((date) => closedOn(lesson, date) === null) ?? [],
    );
    return firsts.toSorted()[0];
  });

/** A plan, by its first day and the weekly lessons that it places. */
export type PlanBeginning = {
  readonly teacherId: string;
  readonly startsOn: IsoDate | undefined;
  readonly placed: readonly WeeklyLesson[];
};

/** What is said of the plans whose first day is closed. */
export const closedFirstDays = async (
  services: Pick<Services, 'models'>,
  studioId: string,
  plans: readonly PlanBeginning[],
) => {
  const closures = await closuresNow(services, studioId);
  if (closures.length === 0) return [];
  const teachers = await listTeachers(teachersModel.read(services.models), studioId);
  return plans.flatMap(({ teacherId, startsOn, placed }) => {
    const teacher = teachers.find(({ teacher_id }) => teacher_id === teacherId);
    if (startsOn === undefined || !teacher) return [];
    const beginning = { teacherId, windows: windowsOf(teacher.availability), closures };
    const text = closedPlanStart(beginning, startsOn, placed);
    return text === null ? [] : { teacherId, text };
  });
};
