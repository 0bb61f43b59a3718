import {
  closedOn,
  closuresOver,
  wallTime,
  type Closure,
  type ClosedBy,
} from '@rondo/contracts/calendar/closures/closures.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { clash, isOccurrence, isWeekly, occupiesTime } from '@rondo/contracts/calendar/rows.ts';
import { calendarOf } from '@rondo/contracts/calendar/week.ts';
import { conflictView } from '../../schedule/edit/if-free.ts';
import { isTaught } from '../../schedule/lesson-dates.ts';
import type { TaughtRow } from '../../schedule/plan/as-rejected.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { pauses } from '@rondo/projections/pacing/pauses.ts';

/** What a change of closures does to one date of a lesson. */
export type DateEffect = TaughtRow & {
  readonly date: IsoDate;
  /** Names the date: its series or itself, and its original date. */
  readonly seriesId: string;
  readonly originalDate: IsoDate;
  readonly effect: 'closes' | 'back' | 'kept' | 'begun';
  /** Which closure closes it then; null when none does. */
  readonly closedBy: ClosedBy | null;
};

type Change = {
  readonly before: readonly Closure[];
  readonly after: readonly Closure[];
  /** The days that the changed closures cover, before or after. */
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** The closures that are entered, changed or removed. */
  readonly ids: ReadonlySet<string>;
  readonly now: { readonly today: IsoDate; readonly minute: number };
};

/** Closures as if their last state had always been: what has begun tells itself apart. */
const timeless = (closures: readonly Closure[]): Closure[] =>
  closures.map(({ closureId, states }) => ({
    closureId,
    states: states.slice(-1).map((last) => ({ ...last, at: '' })),
  }));

/** What a change of closures does to each date that it concerns, in order of time. */
export const effectsOf = async (
  rows: readonly TaughtRow[],
  { before, after, from, to, ids, now }: Change,
): Promise<DateEffect[]> => {
  const teachers = new Map(rows.map(({ lesson, teacherId }) => [lesson.lessonId, teacherId]));
  const teacherOf = ({ lessonId }: Lesson): string => teachers.get(lessonId) ?? '';
  const [was, is, will] = [before, after, timeless(after)].map((closures) => closedOn(closures, teacherOf));
  const own = after.filter(({ closureId }) => ids.has(closureId));
  const calendar = calendarOf(
    rows.map(({ lesson }) => lesson),
    () => null,
  );
  const clock = wallTime(now.today, now.minute);
  const pause = pauses();
  const effects: DateEffect[] = [];
  for (const row of rows) {
    await pause();
    const { lesson, teacherId } = row;
    if (!isTaught(row) || lesson.status === 'cancelled') continue;
    for (const date of calendar.datesOf(lesson, from, to)) {
      if (date < from || date > to) continue;
      const [closedBefore, closedAfter] = [was?.(lesson, date) ?? null, is?.(lesson, date) ?? null];
      const effectHere = (): DateEffect['effect'] | null => {
        if (!closedBefore && closedAfter) return 'closes';
        if (closedBefore && !closedAfter) return 'back';
        if (closedBefore || closedAfter) return null;
        const { start, duration } = lesson;
        const over = closuresOver(timeless(own), { teacherId, date, start, duration });
        if (over.some(({ closureId }) => lesson.keptIn.includes(closureId))) return 'kept';
        return wallTime(date, start) < clock && will?.(lesson, date) ? 'begun' : null;
      };
      const effect = effectHere();
      if (effect === null) continue;
      const seriesId = isOccurrence(lesson) ? lesson.seriesId : lesson.lessonId;
      const originalDate = isOccurrence(lesson) ? lesson.originalDate : date;
      effects.push({ ...row, date, seriesId, originalDate, effect, closedBy: closedAfter });
    }
  }
  return effects.toSorted(
    (a, b) =>
      (a.date < b.date ? -1 : a.date > b.date ? 1 : 0) ||
      a.lesson.start - b.lesson.start ||
      (a.lesson.lessonId < b.lesson.lessonId ? -1 : 1),
  );
};

/** How many lessons each closure closes now, whose, and how many take place all the same. */
export const countsOf = (
  rows: readonly TaughtRow[],
  closures: readonly Closure[],
  { closureId, from, to }: { readonly closureId: string; readonly from: IsoDate; readonly to: IsoDate },
): { readonly lessons: number; readonly studentIds: readonly string[]; readonly standing: number } => {
  const teachers = new Map(rows.map(({ lesson, teacherId }) => [lesson.lessonId, teacherId]));
  const closed = closedOn<Lesson>(closures, ({ lessonId }) => teachers.get(lessonId) ?? '');
  const calendar = calendarOf(
    rows.map(({ lesson }) => lesson),
    () => null,
  );
  const dates = rows
    .filter((row) => isTaught(row))
    .flatMap(({ lesson }) =>
      calendar
        .datesOf(lesson, from, to)
        .filter((date) => date >= from && date <= to && closed(lesson, date)?.closureId === closureId)
        .map(() => lesson.studentId ?? ''),
    );
  const standing = rows.filter(
    ({ lesson }) => !isWeekly(lesson) && lesson.status !== 'cancelled' && lesson.keptIn.includes(closureId),
  );
  return { lessons: dates.length, studentIds: [...new Set(dates)], standing: standing.length };
};

/** What the lessons that come back overlap: each entry once a date. */
export const returnedOverlaps = (
  effects: readonly DateEffect[],
  {
    rows,
    closures,
    titleOf,
  }: { rows: readonly TaughtRow[]; closures: readonly Closure[]; titleOf: (lesson: Lesson) => string },
) => {
  const teachers = new Map(rows.map(({ lesson, teacherId }) => [lesson.lessonId, teacherId]));
  const teacherOf = ({ lessonId }: Lesson): string => teachers.get(lessonId) ?? '';
  const calendar = calendarOf(
    rows.map(({ lesson }) => lesson),
    closedOn(closures, teacherOf),
  );
  const isOther = (lesson: Lesson, other: Lesson): boolean =>
    clash(lesson, other) &&
    (teacherOf(lesson) === teacherOf(other) || (lesson.studentId !== null && lesson.studentId === other.studentId));
  const overlaps = effects
    .filter(({ effect }) => effect === 'back')
    .flatMap(({ lesson, date }) =>
      calendar
        .on(date)
        .filter((other) => occupiesTime(other) && isOther(lesson, other))
        .map((other) => [`${other.lessonId} ${date}`, { lesson: other, date }] as const),
    );
  return [...new Map(overlaps).values()].map((conflict) => conflictView(conflict, { titleOf }));
};
