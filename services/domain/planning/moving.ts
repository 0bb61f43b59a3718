import {
  addDays,
  firstOnOrAfter,
  weekOrder,
  shortDayName,
  isIsoDate,
  type DayOfWeek,
  type IsoDate,
} from '@rondo/contracts/calendar/dates.ts';
import { formatTime, toMinutes, toTimeText } from '@rondo/contracts/calendar/times.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import type { MovedFamily, ReportContent } from '@rondo/contracts/events/schedule/report-content.ts';
import type { MovesOfPlan } from '../../optimizer/threads/worker.ts';
import { familiesThatMove, staysAt, type MoveRules } from '../../optimizer/moves/moves.ts';
import type { PlannedLesson } from '../../optimizer/week/instance.ts';
import { InvalidInput, RuleBroken } from '../../platform/kit/errors.ts';
import type { StudentRow } from '@rondo/projections/students/queries.ts';
import type { RunInput } from './instance/gather.ts';
import { studentName } from './instance/instance.ts';
import { acceptedLessons } from './instance/accepted-lessons.ts';
import type { Week } from './plan-week.ts';

/** How many families a run may move, and by how many minutes a lesson that stays may shift. */
export type MovingRequest = { readonly most: number; readonly tolerance: number };

/** @throws InvalidInput for a number of families that may move beside what excludes it */
export const refuseMoving = (request: {
  readonly teacherIds: readonly string[];
  readonly lessonWorth?: number | undefined;
  readonly maxMoved?: number | undefined;
  readonly together?: boolean | undefined;
}): void => {
  if (request.maxMoved === undefined) return;
  if (request.lessonWorth !== undefined)
    throw new InvalidInput('Choose what a lesson is worth or how many families may move, not both.');
  if (request.teacherIds.length > 1 && request.together !== true)
    throw new InvalidInput('Choose one teacher, or plan them together.');
};

/** A teacher's week of a run, of one or of several together. */
export type WeekOfRun = { readonly week: Week; readonly input: RunInput };

type Accepted = ReturnType<typeof acceptedLessons>;

const acceptedIn = (weeks: readonly WeekOfRun[]): Accepted =>
  weeks.flatMap(({ week, input }) => acceptedLessons(week, input));

/** The students with a lesson as last accepted, by household, and those of their lessons that could stay with their teacher. */
const baseOf = (
  accepted: Accepted,
  students: readonly StudentRow[],
  couldStay: (teacherId: string, studentId: string) => boolean,
): Pick<MoveRules, 'households' | 'standing'> => {
  const lessonsOf = Map.groupBy(accepted, ({ lesson }) => lesson.studentId ?? '');
  const households: Record<string, string> = {};
  const standing: PlannedLesson[] = [];
  for (const student of students) {
    const [first, ...others] = lessonsOf.get(student.student_id) ?? [];
    if (!first) continue;
    households[student.student_id] = householdOf(student);
    const { dayOfWeek, start: startTime } = first.lesson;
    if (others.length === 0 && couldStay(first.teacherId, student.student_id))
      standing.push({ studentId: student.student_id, dayOfWeek, startTime });
  }
  return { households, standing };
};

/** What an earlier run of the same pending plan has decided about students who are not in this one. */
const decidedEarlier = (weeks: readonly WeekOfRun[]) => {
  const inRun = new Set(weeks.flatMap(({ input }) => input.students.map(({ student_id }) => student_id)));
  const entries = weeks.flatMap(({ week: { teacherId, state } }) =>
    [...(state.plan?.entries ?? [])].flatMap(([studentId, { lessonId }]) =>
      inRun.has(studentId) ? [] : [{ studentId, teacherId, lesson: state.lessons.get(lessonId ?? '') }],
    ),
  );
  return {
    studentIds: [...new Set(entries.map(({ studentId }) => studentId))],
    lessons: entries.flatMap(({ studentId, teacherId, lesson }): LessonWith[] =>
      lesson ? [{ studentId, teacherId, dayOfWeek: lesson.dayOfWeek, startTime: lesson.start }] : [],
    ),
  };
};

/** A planned lesson and whose it is. */
type LessonWith = PlannedLesson & { readonly teacherId: string };

/** What counts as a move in a run: measured against the lessons as last accepted. */
export const moveRulesOf = (weeks: readonly WeekOfRun[], tolerance: number): MoveRules => {
  const accepted = acceptedIn(weeks);
  const decided = decidedEarlier(weeks);
  const [first] = weeks;
  const earlier = decided.studentIds.flatMap((studentId) => first?.week.students.get(studentId) ?? []);
  const isWith = (teacherId: string, id: string): boolean =>
    decided.lessons.some((lesson) => lesson.studentId === id && lesson.teacherId === teacherId);
  const before = familiesThatMove({ ...baseOf(accepted, earlier, isWith), tolerance, before: [] }, decided.lessons);
  const students = new Map(weeks.flatMap(({ input }) => input.students.map((one) => [one.student_id, one] as const)));
  const mayBeWith = (teacherId: string, id: string): boolean =>
    weeks.some(
      ({ week, input }) => week.teacherId === teacherId && input.students.some(({ student_id }) => student_id === id),
    );
  return { ...baseOf(accepted, [...students.values()], mayBeWith), tolerance, before };
};

const householdOf = ({ household_id, student_id }: StudentRow): string => household_id ?? student_id;

/** The families that move in a plan, by their lessons' students; those whom an earlier run of the pending plan moves too. */
export const movedFamilies = (
  weeks: readonly WeekOfRun[],
  tolerance: number,
  plan: { readonly moved: readonly string[]; readonly lessons: readonly LessonWith[] },
): MovedFamily[] => {
  const decided = decidedEarlier(weeks);
  const to = new Map([...decided.lessons, ...plan.lessons].map((lesson) => [lesson.studentId, lesson]));
  const inRun = weeks.flatMap(({ input }) => input.students.map(({ student_id }) => student_id));
  const inPlan = new Set([...decided.studentIds, ...inRun]);
  const lessons = acceptedIn(weeks).flatMap(({ teacherId, lesson }) => {
    const student = weeks[0]?.week.students.get(lesson.studentId ?? '');
    if (!student || !inPlan.has(student.student_id)) return [];
    const from = { dayOfWeek: lesson.dayOfWeek, startTime: lesson.start };
    const next = to.get(student.student_id);
    const stays = teacherId === next?.teacherId && staysAt(from, next, tolerance);
    return stays ? [] : [{ student, from: { ...from, teacherId }, to: next }];
  });
  const byHousehold = Map.groupBy(lessons, ({ student }) => householdOf(student));
  return plan.moved.map((household) => {
    const own = byHousehold.get(household) ?? [];
    return {
      household,
      names: [...new Set(own.map(({ student }) => studentName(student)))],
      lessons: own.map(({ student, ...places }) => ({
        studentId: student.student_id,
        from: placeView(places.from),
        to: places.to ? placeView(places.to) : null,
      })),
      text: own
        .map(({ student, ...places }) => {
          const next = places.to ? `moves to ${startText(places.to)}` : 'has no place';
          return `${studentName(student)}, ${startText(places.from)}, ${next}.`;
        })
        .join(' '),
    };
  });
};

type Place = Pick<PlannedLesson, 'dayOfWeek' | 'startTime'> & { readonly teacherId: string };

const placeView = ({ teacherId, dayOfWeek, startTime }: Place) => ({
  teacherId,
  dayOfWeek,
  startTime: toTimeText(startTime),
});

const startText = ({ dayOfWeek, startTime }: Place): string => `${shortDayName(dayOfWeek)} ${formatTime(startTime)}`;

const families = (count: number): string => (count === 1 ? '1 family' : `${count} families`);

/** @throws RuleBroken when the plan moves more families than may */
export const refuseMoved = (
  { moves }: { readonly moves?: Pick<MovesOfPlan, 'moved' | 'least'> },
  most: number,
): void => {
  if (!moves || moves.moved.length <= most) return;
  const { least, moved } = moves;
  throw new RuleBroken(
    least >= moved.length
      ? `At least ${families(least)} ${least === 1 ? 'has' : 'have'} to move.`
      : `No plan that moves at most ${families(most)} was found.`,
    { least: moved.length },
  );
};

type Change = NonNullable<ReportContent['lessonChanges']>[number];

/** Each date of the seven days from when a plan was made on that it changes, by date. */
export const earlyMovesOf = ({ lessonChanges, startsOn, createdOn }: ReportContent) => {
  if (!isIsoDate(createdOn) || !isIsoDate(startsOn)) return [];
  const from = startsOn < createdOn ? createdOn : startsOn;
  const end = addDays(createdOn, 7);
  const dateOf = ({ day }: NonNullable<Change['before']>): IsoDate => firstOnOrAfter(from, dayNumber(day));
  const moves = (lessonChanges ?? []).flatMap(({ studentId, studentName, before, after }) => {
    if (!before) return [];
    const at = ({ day, startTime }: NonNullable<Change['before']>): string =>
      `${day} ${formatTime(toMinutes(startTime))}`;
    const to = after ? `moves to ${at(after)}` : 'ends';
    const named = `${studentName}’s lesson`;
    return [
      {
        studentId,
        date: dateOf(before),
        text: `${named} on ${shortDate(dateOf(before))} at ${formatTime(toMinutes(before.startTime))} ${to}.`,
      },
      ...(after && after.day !== before.day
        ? [
            {
              studentId,
              date: dateOf(after),
              text: `${named} is on ${shortDate(dateOf(after))} at ${formatTime(toMinutes(after.startTime))} instead.`,
            },
          ]
        : []),
    ];
  });
  return moves.filter(({ date }) => date < end).toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
};

const dayNumber = (name: string): DayOfWeek => weekOrder.find((day) => shortDayName(day) === name) ?? 0;
