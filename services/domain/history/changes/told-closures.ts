import {
  closedTimeOn,
  closingsOf,
  closuresOver,
  endsAt,
  opensAt,
  wallTime,
  type ClosedTime,
  type Closure,
} from '@rondo/contracts/calendar/closures/closures.ts';
import { addDays, laterOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Instant } from '@rondo/contracts/calendar/instants.ts';
import type { NetChange } from './net-changes.ts';
import { datesAhead, datesBetween, type Slot, type Timetable } from './timetable.ts';

/** Days on which nobody teaches, or teaches again; a time counts on the first and the last one. */
export type DaysTold = Pick<ClosedTime, 'from' | 'to' | 'fromTime' | 'toTime'>;

/** What a closure, its change or its end means for a student: one text, however many dates. */
export type ClosureChange = {
  readonly of: 'closure';
  readonly kind: 'cancelled' | 'restored';
  readonly closureId: string;
  readonly reason: string | null;
  /** What is different. */
  readonly days: readonly DaysTold[];
  /** The student's dates in it, in order. */
  readonly slots: readonly Slot[];
  /** The first one of them. */
  readonly before: Slot | null;
  readonly after: Slot | null;
  /** The first lesson that takes place after the closed ones, or of those that take place again. */
  readonly next: Slot | null;
  /** When the closure was entered and changed. */
  readonly changedAt: readonly Instant[];
};

export type ToldChange = NetChange | ClosureChange;

type DateChange = Extract<NetChange, { of: 'date' }>;

export type ClosuresKnown = {
  /** The closures as they were at the first moment and as they are at the second one. */
  readonly earlier: readonly Closure[];
  readonly present: readonly Closure[];
  /** When a lesson, or the one that it continues, was entered. */
  readonly enteredAt: (lessonId: string) => Instant | undefined;
  readonly after: Timetable;
  readonly today: IsoDate;
};

const byId = (closures: readonly Closure[], closureId: string): Closure | undefined =>
  closures.find((closure) => closure.closureId === closureId);

const covers = (closure: Closure | undefined, slot: Slot): boolean =>
  closure !== undefined && closuresOver([closure], slot).length > 0;

/** Since when a closure closes a time: since it was entered, or changed so. */
const closedSince = ({ closureId, states }: Closure, slot: Slot): Instant | undefined => {
  let since: Instant | undefined;
  for (const { recordedAt, closure } of states) {
    const closes = covers({ closureId, states: [{ at: '', recordedAt, closure }] }, slot);
    since = closes ? (since ?? recordedAt) : undefined;
  }
  return since;
};

/** A date that was closed as its lesson was entered is nothing new. */
const isBornClosed = ({ isNew, before, closure }: DateChange, { present, enteredAt }: ClosuresKnown): boolean => {
  const closing = byId(present, closure ?? '');
  if (isNew !== true || !before || !closing) return false;
  const [entered, since] = [enteredAt(before.lessonId), closedSince(closing, before)];
  return entered !== undefined && since !== undefined && entered >= since;
};

/** The closure of which a change is a part; null for a change of its own, such as a lesson that is kept in closed time. */
const closureOf = ({ closure, kind, after }: DateChange, { earlier, present }: ClosuresKnown): string | null => {
  if (closure === null || kind === 'cancelled') return closure;
  const wasClosed = after !== null && covers(byId(earlier, closure), after);
  return wasClosed && !covers(byId(present, closure), after) ? closure : null;
};

const termsOf = (closure: Closure | undefined): ClosedTime | null => closure?.states.at(-1)?.closure ?? null;

/** Neighboring days as one. */
const asRuns = (days: readonly IsoDate[]): { from: IsoDate; to: IsoDate }[] =>
  days.reduce<{ from: IsoDate; to: IsoDate }[]>((runs, day) => {
    const last = runs.at(-1);
    if (last && addDays(last.to, 1) === day) last.to = day;
    else runs.push({ from: day, to: day });
    return runs;
  }, []);

/** The days that one state of a closure has for some teachers and the other one does not have. */
const daysOf = (
  slots: readonly Slot[],
  { has, lacks, today }: { has: Closure | undefined; lacks: Closure | undefined; today: IsoDate },
): DaysTold[] => {
  const terms = termsOf(has);
  if (!has || !terms) return [];
  const teachers = new Set(slots.map(({ teacherId }) => teacherId));
  const isIn = (closure: Closure | undefined, day: IsoDate): boolean =>
    closure !== undefined && [...teachers].some((one) => closedTimeOn([closure], one, day).length > 0);
  const days: IsoDate[] = [];
  for (let day = laterOf(terms.from, today); day <= terms.to; day = addDays(day, 1))
    if (isIn(has, day) && !isIn(lacks, day)) days.push(day);
  // Of a change of times alone, the days with lessons.
  const dates = [...new Set(slots.map(({ date }) => date))];
  return asRuns(dates.every((date) => days.includes(date)) ? days : dates).map(({ from, to }) => ({
    from,
    to,
    fromTime: from === terms.from ? terms.fromTime : null,
    toTime: to === terms.to ? terms.toTime : null,
  }));
};

/** Whether a student has a lesson in closed time all the same: with another teacher, or one that is kept. */
const hasLessonsLeft = ({ days }: ClosureChange, after: Timetable): boolean =>
  days.some((told) =>
    datesBetween(after, told.from, told.to).some(
      ({ date, start, duration }) =>
        opensAt(told) < wallTime(date, start + duration) && wallTime(date, start) < endsAt(told),
    ),
  );

const byTime = (a: Slot, b: Slot): number => (a.date === b.date ? a.start - b.start : a.date < b.date ? -1 : 1);

/** When a closure was entered and changed for some dates. */
const changedAtOf = (closure: Closure | undefined, slots: readonly (Slot | null)[]): Instant[] =>
  [...new Set(slots.flatMap((slot) => (closure && slot ? closingsOf([closure], slot) : [])))].toSorted();

const closureChange = (
  closureId: string,
  kind: ClosureChange['kind'],
  changes: readonly DateChange[],
  { earlier, present, after, today }: ClosuresKnown,
): ClosureChange[] => {
  const slots = changes.flatMap((change) => change.before ?? change.after ?? []).toSorted(byTime);
  const [was, is] = [byId(earlier, closureId), byId(present, closureId)];
  const [first, last] = [slots[0], slots.at(-1)];
  if (!first || !last) return [];
  const isClosed = kind === 'cancelled';
  const ahead = isClosed ? datesAhead(after, last.date).filter((slot) => byTime(last, slot) < 0) : [first];
  return [
    {
      of: 'closure',
      kind,
      closureId,
      reason: termsOf(isClosed ? is : was)?.reason ?? null,
      days: daysOf(slots, isClosed ? { has: is, lacks: was, today } : { has: was, lacks: is, today }),
      slots,
      before: isClosed ? first : null,
      after: isClosed ? null : first,
      next: ahead[0] ?? null,
      changedAt: changedAtOf(is, slots),
    },
  ];
};

/** Changes with one for each closure instead of one for each of its dates; the others keep their order. */
export const withClosures = (changes: readonly NetChange[], known: ClosuresKnown): ToldChange[] => {
  if (known.earlier.length === 0 && known.present.length === 0) return [...changes];
  const left: NetChange[] = [];
  const groups = new Map<string, { closureId: string; kind: ClosureChange['kind']; changes: DateChange[] }>();
  for (const change of changes) {
    if (change.of === 'weeks') {
      left.push(change);
      continue;
    }
    if (isBornClosed(change, known)) continue;
    const closureId = closureOf(change, known);
    if (closureId === null) {
      left.push(change);
      continue;
    }
    const kind = change.kind === 'cancelled' ? 'cancelled' : 'restored';
    const group = groups.get(`${closureId} ${kind}`) ?? { closureId, kind, changes: [] };
    group.changes.push(change);
    groups.set(`${closureId} ${kind}`, group);
  }
  const told: ToldChange[] = [...groups.values()].flatMap(({ closureId, kind, changes: own }): ToldChange[] => {
    const together = closureChange(closureId, kind, own, known);
    // While other lessons take place in that time, each closed date is told by itself.
    const isWhole = kind === 'restored' || !together.some((one) => hasLessonsLeft(one, known.after));
    if (isWhole) return together;
    const closing = byId(known.present, closureId);
    return own.map((change) => ({ ...change, changedAt: changedAtOf(closing, [change.before, change.after]) }));
  });
  return [...left, ...told].toSorted((a, b) =>
    firstDayOf(a) < firstDayOf(b) ? -1 : Number(firstDayOf(a) > firstDayOf(b)),
  );
};

/** The day by which changes are in order. */
export const firstDayOf = (change: ToldChange): IsoDate =>
  change.of === 'weeks' ? change.from : ((change.before ?? change.after)?.date ?? '');
