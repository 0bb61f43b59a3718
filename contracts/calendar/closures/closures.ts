import { addDays, laterOf, type IsoDate } from '../dates.ts';
import type { Interval } from '../intervals.ts';
import { minutesPerDay, toTimeText, type MinuteOfDay } from '../times.ts';

// When a teacher does not teach. Closed dates are derived from closures where rows become dates; nothing is written on the lessons.

/** What the studio's clock shows, to the minute: `2026-11-10T14:05`. Compares by `<` as text. */
export type WallTime = string;

export const wallTime = (date: IsoDate, minute: MinuteOfDay): WallTime => `${date}T${toTimeText(minute)}`;

/** What happens to the money of a closed lesson. */
export const closureMoney = ['refund', 'refundMonthlyToo', 'owed'] as const;
export type ClosureMoney = (typeof closureMoney)[number];

/** When a closure closes what. Both days are inclusive; a time counts on its day alone, null: the whole day. */
export type ClosedTime = {
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly fromTime: MinuteOfDay | null;
  readonly toTime: MinuteOfDay | null;
  /** Null: every teacher, those of later too. */
  readonly teacherIds: readonly string[] | null;
  /** What families read; null: none. */
  readonly reason: string | null;
  readonly money: ClosureMoney;
  /** How many days after its date a lesson can be made up for that is owed; null: without end. */
  readonly owedDays?: number | null;
};

/** A closure through its events: from each one's `at` on it is so; null: removed. */
export type Closure = {
  readonly closureId: string;
  readonly states: readonly {
    readonly at: WallTime;
    /** When the event was recorded. */
    readonly recordedAt: string;
    readonly closure: ClosedTime | null;
  }[];
};

/** Why a date is closed. */
export type ClosedBy = { readonly closureId: string } & Pick<ClosedTime, 'reason' | 'money'> & {
    /** The last day on which it can be made up for, of one for which a lesson is owed; null: without end. */
    readonly until?: IsoDate | null | undefined;
  };

/** A lesson on one date. */
export type LessonTime = {
  readonly teacherId: string;
  readonly date: IsoDate;
  readonly start: MinuteOfDay;
  readonly duration: number;
};

export const opensAt = ({ from, fromTime }: Pick<ClosedTime, 'from' | 'fromTime'>): WallTime =>
  wallTime(from, fromTime ?? 0);
/** The first minute after it. */
export const endsAt = ({ to, toTime }: Pick<ClosedTime, 'to' | 'toTime'>): WallTime =>
  `${to}T${toTimeText(toTime ?? minutesPerDay)}`;

/**
 * What a closure is for a lesson that starts at a time: its state after the last event until then. So what has begun is never closed or opened
 * by a later change.
 */
const stateFor = ({ states }: Closure, start: WallTime): ClosedTime | null =>
  states.findLast(({ at }) => at <= start)?.closure ?? null;

/** The day on which a closure closed a lesson: it was entered, or changed so. */
const closedSince = ({ states }: Closure, lesson: LessonTime): IsoDate => {
  const start = wallTime(lesson.date, lesson.start);
  const until = states.filter(({ at }) => at <= start);
  const open = until.findLastIndex(({ closure }) => closure === null || !coversTime(closure, lesson));
  return (until[open + 1]?.at ?? start).slice(0, 'yyyy-mm-dd'.length);
};

/** Half-open: a lesson that ends as the closure begins is not closed. */
const coversTime = (closure: ClosedTime, { teacherId, date, start, duration }: LessonTime): boolean =>
  (closure.teacherIds === null || closure.teacherIds.includes(teacherId)) &&
  opensAt(closure) < wallTime(date, start + duration) &&
  wallTime(date, start) < endsAt(closure);

/** The closed time of a teacher's day, as closures are now. */
export const closedTimeOn = (closures: readonly Closure[], teacherId: string, date: IsoDate): Interval[] =>
  closures.flatMap(({ states }) => {
    const closure = states.at(-1)?.closure ?? null;
    if (closure === null || date < closure.from || date > closure.to) return [];
    if (closure.teacherIds !== null && !closure.teacherIds.includes(teacherId)) return [];
    const { from, to, fromTime, toTime } = closure;
    return { start: date === from ? (fromTime ?? 0) : 0, end: date === to ? (toTime ?? minutesPerDay) : minutesPerDay };
  });

/** When events closed or opened the time of a lesson, each by when it was recorded. */
export const closingsOf = (closures: readonly Closure[], lesson: LessonTime): string[] =>
  closures.flatMap(({ states }) =>
    states.flatMap(({ recordedAt, closure }, i) => {
      const before = states[i - 1]?.closure ?? null;
      const [was, is] = [before, closure].map((one) => one !== null && coversTime(one, lesson));
      return was === true || is === true ? recordedAt : [];
    }),
  );

/** The closures that close a lesson on a date, in the order in which they were entered. */
export const closuresOver = (closures: readonly Closure[], lesson: LessonTime): ClosedBy[] => {
  const start = wallTime(lesson.date, lesson.start);
  return closures.flatMap((one) => {
    const closure = stateFor(one, start);
    if (closure === null || !coversTime(closure, lesson)) return [];
    return { closureId: one.closureId, reason: closure.reason, money: closure.money };
  });
};

/** What of a row decides whether a closure closes it. */
export type ClosableRow = {
  readonly status: string;
  readonly entryType: string;
  readonly studentId: string | null;
  readonly start: MinuteOfDay;
  readonly duration: number;
  /** The closures that the lesson takes place in all the same. */
  readonly keptIn: readonly string[];
  /** Of a lesson that makes up for another: how long that is owed. */
  readonly makesUp?: { readonly until: IsoDate | null } | null;
};

/** Which closure closes a row on a date; null: none. */
export type ClosedOn<Row> = (row: Row, date: IsoDate) => ClosedBy | null;

/** How long a lesson is owed that a closure closes. One that makes up for another is owed no shorter than that. */
const owedUntil = (
  closure: Closure,
  { makesUp = null }: Pick<ClosableRow, 'makesUp'>,
  lesson: LessonTime,
): IsoDate | null => {
  if (makesUp === null) {
    const days = stateFor(closure, wallTime(lesson.date, lesson.start))?.owedDays ?? null;
    return days === null ? null : addDays(lesson.date, days);
  }
  return makesUp.until === null ? null : laterOf(makesUp.until, addDays(closedSince(closure, lesson), 30));
};

/** For a list in which closures count nowhere. */
export const neverClosed: ClosedOn<unknown> = () => null;

/** For rows of an answer: their closed dates are among them, cancelled. */
export const closedInRows: ClosedOn<unknown> = () => null;

/** True for a lesson of a student that is not cancelled: appointments stand. */
const isClosable = ({
  entryType,
  studentId,
  status,
}: Pick<ClosableRow, 'entryType' | 'studentId' | 'status'>): boolean =>
  entryType === 'lesson' && studentId !== null && status !== 'cancelled';

/** The first that was entered of the closures that close a lesson on a date. */
export const closedOn = <Row extends ClosableRow>(
  closures: readonly Closure[],
  teacherOf: (row: Row) => string,
): ClosedOn<Row> => {
  if (closures.length === 0) return neverClosed;
  const first =
    closures.flatMap(({ states }) => states.flatMap(({ closure }) => closure?.from ?? [])).toSorted()[0] ?? '';
  const last =
    closures
      .flatMap(({ states }) => states.flatMap(({ closure }) => closure?.to ?? []))
      .toSorted()
      .at(-1) ?? '';
  return (row, date) => {
    if (date < first || date > last || !isClosable(row)) return null;
    const { start, duration, keptIn } = row;
    const lesson = { teacherId: teacherOf(row), date, start, duration };
    const by = closuresOver(closures, lesson).find(({ closureId }) => !keptIn.includes(closureId));
    const closure = closures.find(({ closureId }) => closureId === by?.closureId);
    if (!by || !closure) return null;
    const isOwed = by.money === 'owed' || (row.makesUp ?? null) !== null;
    return isOwed ? { ...by, money: 'owed', until: owedUntil(closure, row, lesson) } : by;
  };
};
