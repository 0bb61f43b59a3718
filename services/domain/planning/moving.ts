import {
  addDays,
  firstOnOrAfter,
  weekOrder,
  shortDayName,
  isIsoDate,
  type DayOfWeek,
  type IsoDate,
} from '@rondo/contracts/calendar/dates.ts';
import { formatTime, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import type { ReportContent } from '@rondo/contracts/events/schedule/report-content.ts';
import type { PlannedWeek } from '../../optimizer/threads/worker.ts';
import { familiesThatMove, type MoveRules } from '../../optimizer/moves/moves.ts';
import type { PlannedLesson } from '../../optimizer/week/instance.ts';
import { InvalidInput, RuleBroken } from '../../platform/kit/errors.ts';
import type { StudentRow } from '@rondo/projections/students/queries.ts';
import type { RunInput } from './instance/gather.ts';
import { acceptedLessons, type Week } from './plan-week.ts';

/** How many families a run may move, and by how many minutes a lesson that stays may shift. */
export type MovingRequest = { readonly most: number; readonly tolerance: number };

/** @throws InvalidInput for a number of families that may move beside what excludes it */
export const refuseMoving = (request: {
  readonly teacherIds: readonly string[];
  readonly lessonWorth?: number | undefined;
  readonly maxMoved?: number | undefined;
}): void => {
  if (request.maxMoved === undefined) return;
  if (request.lessonWorth !== undefined)
    throw new InvalidInput('Choose what a lesson is worth or how many families may move, not both.');
  if (request.teacherIds.length > 1) throw new InvalidInput('Choose one teacher, or plan them together.');
};

/** With a number of families that may move, the first Monday at least a week ahead: the next seven days stay as they are. */
export const firstDayUntouched = (today: IsoDate): IsoDate => firstOnOrAfter(addDays(today, 7), 1);

type Accepted = ReturnType<typeof acceptedLessons>;

/** The students with a lesson as last accepted, by household, and those of their lessons that could stay with this teacher. */
const baseOf = (
  teacherId: string,
  accepted: Accepted,
  students: readonly StudentRow[],
): Pick<MoveRules, 'households' | 'standing'> => {
  const lessonsOf = Map.groupBy(accepted, ({ lesson }) => lesson.studentId ?? '');
  const households: Record<string, string> = {};
  const standing: PlannedLesson[] = [];
  for (const student of students) {
    const [first, ...others] = lessonsOf.get(student.student_id) ?? [];
    if (!first) continue;
    households[student.student_id] = student.household_id ?? student.student_id;
    const { dayOfWeek, start: startTime } = first.lesson;
    if (first.teacherId === teacherId && others.length === 0)
      standing.push({ studentId: student.student_id, dayOfWeek, startTime });
  }
  return { households, standing };
};

/** What counts as a move in a run: measured against the lessons as last accepted. */
export const moveRulesOf = (week: Week, input: RunInput, tolerance: number): MoveRules => {
  const { teacherId, state, students } = week;
  const accepted = acceptedLessons(week, input);
  const inRun = new Set(input.students.map(({ student_id }) => student_id));
  const entries = [...(state.plan?.entries ?? [])].filter(([studentId]) => !inRun.has(studentId));
  const earlier = entries.flatMap(([studentId]) => students.get(studentId) ?? []);
  const planned = entries.flatMap(([studentId, { lessonId }]): PlannedLesson[] => {
    const lesson = state.lessons.get(lessonId ?? '');
    return lesson ? [{ studentId, dayOfWeek: lesson.dayOfWeek, startTime: lesson.start }] : [];
  });
  const before = familiesThatMove({ ...baseOf(teacherId, accepted, earlier), tolerance, before: [] }, planned);
  return { ...baseOf(teacherId, accepted, input.students), tolerance, before };
};

const families = (count: number): string => (count === 1 ? '1 family' : `${count} families`);

/** @throws RuleBroken when the plan moves more families than may */
export const refuseMoved = ({ moves }: PlannedWeek, most: number): void => {
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
