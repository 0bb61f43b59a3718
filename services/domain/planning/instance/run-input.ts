import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { firstDayUntouched } from '@rondo/contracts/lessons/moves-curve.ts';
import { windowsOf } from '@rondo/contracts/calendar/windows.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { StudentRow } from '@rondo/projections/students/queries.ts';
import type { TeacherRow } from '@rondo/projections/teachers/queries.ts';
import { InvalidInput, NotFound } from '../../../platform/kit/errors.ts';
import type { LessonElsewhere } from '../../schedule/lookup/student-times.ts';
import { asRejected } from '../../schedule/plan/as-rejected.ts';
import type { ScheduleState } from '../../schedule/state.ts';
import type { MovingRequest } from '../moving.ts';
import type { Week } from '../plan-week.ts';
import { firstDayOf } from '../starts-on.ts';
import { belongsTo, gather, type RunInput } from './gather.ts';

/** Whom a run is for, and from when. */
export type PeopleOfRun = {
  readonly teacherId: string;
  readonly teacherIds: readonly string[];
  readonly studentIds: readonly string[];
  readonly startsOn: IsoDate | undefined;
  /** How many families may move; when absent, any. */
  readonly moving?: MovingRequest | undefined;
};

/** Students whom none of the selected teachers teaches are named in the first teacher's report. */
const isFirstOf = ({ teacherId, teacherIds }: PeopleOfRun, student: StudentRow): boolean =>
  teacherIds[0] === teacherId && !student.assignments.some((assignment) => teacherIds.includes(assignment.teacherId));

/** The first day that a run is asked for; undefined: it begins with the present week. With a number of families the next seven days stay as they are. */
export const requestedDay = (
  { startsOn, moving }: Pick<PeopleOfRun, 'startsOn' | 'moving'>,
  today: IsoDate,
): IsoDate | undefined => startsOn ?? (moving ? firstDayUntouched(today) : undefined);

/** @throws InvalidInput */
export const refuseWithoutAvailability = (teacher: TeacherRow): void => {
  if (windowsOf(teacher.availability).length === 0)
    throw new InvalidInput(
      `${teacher.details.name} has no availability. Add teaching times on the Teachers page first.`,
    );
};

export const nobodyToPlace = ({ teacher, leftOut }: RunInput): string => {
  const reasons = [...new Set(leftOut.map(({ reason }) => reason))].join(' ');
  return `None of the selected students can be scheduled with ${teacher.details.name}. ${reasons}`.trim();
};

/** The lessons of the students in a run: this teacher's as accepted, the others' as the read model shows them. */
export const lessonsOf = (
  studentIds: ReadonlySet<string>,
  state: ScheduleState,
  elsewhere: readonly LessonElsewhere[],
): Lesson[] =>
  [...state.lessons.values(), ...elsewhere.map(({ lesson }) => lesson)].filter(({ studentId }) =>
    studentIds.has(studentId ?? ''),
  );

/** What a run places and what it leaves unchanged, and the selected students whom its report names. @throws InvalidInput, NotFound */
export const inputOf = (
  week: Week,
  request: PeopleOfRun,
  teacher: TeacherRow,
  nameOf: (teacherId: string) => string,
): { readonly input: RunInput; readonly selected: string[] } => {
  const { now, students, state, inUse, elsewhere, closing } = week;
  const selected = request.studentIds.map((id) => students.get(id)).filter((student) => student !== undefined);
  if (selected.length < request.studentIds.length) throw new NotFound('There is no such student.');
  refuseWithoutAvailability(teacher);
  const requested = requestedDay(request, now.today);
  const belongsHere = belongsTo({ ...request, firstDay: requested ?? now.today }, week);
  const inRun = new Set(selected.filter(belongsHere).map(({ student_id }) => student_id));
  const startsOn = firstDayOf({
    requested,
    now,
    windows: windowsOf(teacher.availability),
    lessons: lessonsOf(inRun, asRejected(state, now.today), elsewhere),
  });
  const others = selected.filter((student) => belongsHere(student) || isFirstOf(request, student));
  const input = gather({
    teacher,
    startsOn,
    selected: others,
    belongsHere,
    state,
    inUse,
    holds: week.holds,
    today: now.today,
    elsewhere,
    closing,
    nameOf,
  });
  if (input.students.length === 0) throw new InvalidInput(nobodyToPlace(input));
  return { input, selected: others.map(({ student_id }) => student_id) };
};
