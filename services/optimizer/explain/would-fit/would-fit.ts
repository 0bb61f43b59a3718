import { formatDuration, formatTime } from '@rondo/contracts/calendar/times.ts';
import { shortDayName } from '@rondo/contracts/calendar/dates.ts';
import { check } from '../../week/check.ts';
import type { PlannedLesson, WeeklyWindow } from '../../week/instance.ts';
import { nameOf, sayList, sayMoment, sayWindow } from '../../week/wording.ts';
import { asItIs, withFamilyMoved, type Candidate } from './candidates.ts';
import { applyChange, minutesOf, type Change } from './changes.ts';
import { studentOf, type Plan } from '../plan.ts';
import { withStudentFreer } from './wider-student.ts';
import { withBothFreer, withTeacherFreer, type WiderLayouts } from './wider-teacher.ts';

/** A change that would place a left-out student; applied, and checked against every rule. */
export type WouldFit = {
  readonly change: Change;
  /** Minutes by which a window grows; 0 if none does. */
  readonly minutes: number;
  /** The student's resulting lesson. */
  readonly lesson: PlannedLesson;
  /** Other students' lessons that would start at another time, with their new times. */
  readonly moved: readonly PlannedLesson[];
  /** Added minutes of driving a week. */
  readonly addedDrive: number;
  readonly sentence: string;
};

/**
 * Changes that need less from people come first: none, then one other family, then longer hours after school, then new hours after school, then
 * any others.
 */
const rankOf = (change: Change): number => {
  switch (change.kind) {
    case 'none':
      return 0;
    case 'move-family':
      return 1;
    case 'widen-teacher':
    case 'widen-student':
      return addedTo(change).every(isAfterSchool) ? 2 : 4;
    case 'open-student':
      return isAfterSchool(change.window) ? 3 : 4;
    case 'both':
      return [...addedTo(change), change.window].every(isAfterSchool) ? 3 : 4;
    default:
      return change satisfies never;
  }
};

/** When students can have lessons without asking anybody: Mondays to Fridays, between 2 and 9 PM. */
const afterSchool = { first: 1, last: 5, from: 14 * 60, until: 21 * 60 };

/** What a longer window has more, before and after. */
const addedTo = ({ from, to }: { readonly from: WeeklyWindow; readonly to: WeeklyWindow }): WeeklyWindow[] =>
  [
    { ...to, endTime: from.startTime },
    { ...to, startTime: from.endTime },
  ].filter(({ startTime, endTime }) => startTime < endTime);

const isAfterSchool = ({ dayOfWeek, startTime, endTime }: WeeklyWindow): boolean =>
  afterSchool.first <= dayOfWeek &&
  dayOfWeek <= afterSchool.last &&
  afterSchool.from <= startTime &&
  endTime <= afterSchool.until;

/** Extra cost of a change, in addition to the minutes of its windows: a new time is harder to ask for than a longer one. */
const surcharges: Record<Change['kind'], number> = {
  none: 0,
  'move-family': 0,
  'widen-teacher': 0,
  'widen-student': 0,
  'open-student': 30,
  both: 60,
};

/** Cost, in minutes of a window, of each further family with another time: each has to be asked. */
const minutesPerFamily = 10;

const sizeOf = ({ change, minutes, moved }: WouldFit): number =>
  minutes + surcharges[change.kind] + minutesPerFamily * moved.length;

/** The day of the hours that a change asks for; null if it asks for none. */
const dayAsked = (change: Change): number | null => {
  switch (change.kind) {
    case 'none':
    case 'move-family':
      return null;
    case 'widen-teacher':
    case 'widen-student':
      return change.to.dayOfWeek;
    case 'open-student':
    case 'both':
      return change.window.dayOfWeek;
    default:
      return change satisfies never;
  }
};

/** Maximum number of days on which changes of one kind are offered. */
const daysOfKind = 2;

/** The smallest change of each kind that would place a student, of more hours on up to two days, the smallest of all first. */
export const waysToFit = (plan: Plan, layouts: WiderLayouts, node: number): WouldFit[] => {
  const generators = [
    () => asItIs(plan, node),
    () => withFamilyMoved(plan, node),
    () => withTeacherFreer(plan, layouts, node),
    () => withStudentFreer(plan, node),
    () => withBothFreer(plan, layouts, node),
  ];
  const found: WouldFit[] = [];
  for (const generate of generators) {
    const candidates = generate().map((candidate) => toWouldFit(plan, node, candidate));
    for (const way of candidates.toSorted(bySize)) {
      const alike = found.filter(({ change }) => change.kind === way.change.kind);
      const day = dayAsked(way.change);
      const isNew =
        alike.length < (day === null ? 1 : daysOfKind) && alike.every((one) => dayAsked(one.change) !== day);
      if (isNew && isFeasible(plan, node, way)) found.push(way);
    }
    if (found.some(({ change }) => change.kind === 'none')) break;
  }
  return found.toSorted(bySize);
};

const bySize = (a: WouldFit, b: WouldFit): number =>
  rankOf(a.change) - rankOf(b.change) || sizeOf(a) - sizeOf(b) || a.addedDrive - b.addedDrive;

const toWouldFit = (plan: Plan, node: number, { change, lessons, drive }: Candidate): WouldFit => {
  const id = studentOf(plan, node).id;
  const before = new Map(plan.lessons.map((lesson) => [lesson.studentId, lesson]));
  const lesson = lessons.find(({ studentId }) => studentId === id) ?? { studentId: id, dayOfWeek: 0, startTime: 0 };
  const moved = lessons.filter(({ studentId, dayOfWeek, startTime }) => {
    const old = before.get(studentId);
    return studentId !== id && (old?.dayOfWeek !== dayOfWeek || old.startTime !== startTime);
  });
  const way = { change, minutes: minutesOf(change), lesson, moved, addedDrive: drive };
  return { ...way, sentence: sayWay(plan, way) };
};

/** The plan with the change applied. */
export const lessonsAfter = (plan: readonly PlannedLesson[], { lesson, moved }: WouldFit): PlannedLesson[] => {
  const changed = new Map([lesson, ...moved].map((each) => [each.studentId, each]));
  const unchanged = plan.filter(({ studentId }) => !changed.has(studentId));
  return [...unchanged, ...changed.values()];
};

const isFeasible = (plan: Plan, node: number, way: WouldFit): boolean => {
  const instance = applyChange(plan.instance, studentOf(plan, node).id, way.change);
  const { violations } = check(instance, lessonsAfter(plan.lessons, way));
  const known = new Set(plan.conflicts.map(({ kind, studentIds }) => `${kind} ${studentIds.join(' ')}`));
  return violations.every(({ kind, studentIds }) => known.has(`${kind} ${studentIds.join(' ')}`));
};

type Way = Omit<WouldFit, 'sentence'>;

const sayWay = (plan: Plan, way: Way): string => {
  const { lesson, change } = way;
  const student = plan.instance.students.find(({ id }) => id === lesson.studentId);
  const when = sayWindow({ ...lesson, endTime: lesson.startTime + (student?.lessonDuration ?? 0) });
  const who = nameOf(plan.names, lesson.studentId);
  const shifted = sayShifted(plan, way);
  switch (change.kind) {
    case 'none':
      return `${who} would fit ${when} in the current plan${shifted}.`;
    case 'open-student':
    case 'both':
      return `${sayChange(plan, change, who)}, the lesson would fit then${shifted}.`;
    case 'move-family':
    case 'widen-student':
    case 'widen-teacher':
      return `${sayChange(plan, change, who)}, ${who} would fit ${when}${shifted}.`;
    default:
      return change satisfies never;
  }
};

/** ", with a different time for Ann, Ben and 2 more": those other than the family that the change itself moves. */
const sayShifted = (plan: Plan, { moved, change }: Way): string => {
  const others = moved.filter(({ studentId }) => change.kind !== 'move-family' || studentId !== change.from.studentId);
  if (others.length === 0) return '';
  const names = others.slice(0, 3).map(({ studentId }) => nameOf(plan.names, studentId));
  const more = others.length > 3 ? [`${others.length - 3} more`] : [];
  return `, with a different time for ${sayList([...names, ...more])}`;
};

const sayChange = (plan: Plan, change: Change, who: string): string => {
  switch (change.kind) {
    case 'none':
      return 'In the current plan';
    case 'move-family': {
      const { from, to } = change;
      const family = nameOf(plan.names, from.studentId);
      return `If ${family} moved from ${sayMoment(from.dayOfWeek, from.startTime)} to ${sayMoment(to.dayOfWeek, to.startTime)}`;
    }
    case 'widen-student':
      return `If ${who} were free ${sayWidening(change.from, change.to)}`;
    case 'widen-teacher':
      return `If the teacher worked ${sayWidening(change.from, change.to)}`;
    case 'open-student':
      return `If ${who} were also free ${sayWindow(change.window)}`;
    case 'both':
      return `If the teacher worked ${sayWidening(change.from, change.to)} and ${who} were free ${sayWindow(change.window)}`;
    default:
      return change satisfies never;
  }
};

/** "on Tue from 3:40 PM (20 min earlier)", "on Tue until 6:15 PM (15 min longer)". */
const sayWidening = (from: WeeklyWindow, to: WeeklyWindow): string => {
  const earlier = from.startTime - to.startTime;
  const longer = to.endTime - from.endTime;
  const parts = [
    ...(earlier > 0 ? [`from ${formatTime(to.startTime)} (${formatDuration(earlier)} earlier)`] : []),
    ...(longer > 0 ? [`until ${formatTime(to.endTime)} (${formatDuration(longer)} longer)`] : []),
  ];
  return `on ${shortDayName(from.dayOfWeek)} ${parts.join(' and ')}`;
};
