import type { ClosedOn, Closure } from '@rondo/contracts/calendar/closures/closures.ts';
import {
  addDays,
  dateInWeekOf,
  dayOfWeekOf,
  firstOnOrAfter,
  laterOf,
  mondayOf,
  type IsoDate,
} from '@rondo/contracts/calendar/dates.ts';
import { isOccurrence, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { calendarOf, type LessonCalendar } from '@rondo/contracts/calendar/week.ts';
import type { Lesson, WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { closedAmong } from '../../../schedule/time-off/closures.ts';

/** A row and the teacher who has it. */
export type Placed = { readonly row: Lesson; readonly teacherId: string };

/** One date that the calendar shows: a dated row, or a date of a series. A closed one is cancelled. */
export type ShownDate = Placed & { readonly date: IsoDate; readonly isClosed: boolean };

/** A series from today on, with the parts that go on in the same way. */
export type ShownSeries = Placed & {
  readonly row: WeeklyLesson;
  readonly from: IsoDate;
  readonly to: IsoDate | null;
  readonly ids: readonly string[];
  /** The dates that it does not have, each with what the calendar shows instead. */
  readonly gaps: ReadonlyMap<IsoDate, ShownDate | null>;
};

/** One difference. `added` will take place and does not now, `removed` the other way round; `is` now, `was` at the moment. */
export type CalendarChange =
  | { readonly kind: 'added'; readonly is: null; readonly was: ShownDate | ShownSeries }
  | { readonly kind: 'removed'; readonly is: ShownDate | ShownSeries; readonly was: null }
  | { readonly kind: 'changed'; readonly is: ShownSeries; readonly was: ShownSeries }
  /** Null: deleted, where the other is a cancelled date. */
  | { readonly kind: 'changed'; readonly is: ShownDate | null; readonly was: ShownDate | null };

export const isSeries = (entry: ShownDate | ShownSeries): entry is ShownSeries => 'gaps' in entry;

const subjectOf = ({ row }: Placed): string => row.studentId ?? `appointment ${row.eventTitle ?? ''}`;
const whose = (one: Placed): string => `${subjectOf(one)} ${one.teacherId}`;

/** Everything that the calendar shows of a row, apart from its date. */
const lookOf = (one: Placed): string => {
  const { start, duration, entryType, eventTitle, customAddress, notes, status } = one.row;
  return JSON.stringify([whose(one), start, duration, entryType, eventTitle, customAddress, notes, status]);
};

const dateKey = (one: ShownDate): string => `${one.date} ${lookOf(one)}`;
const seriesLook = (one: ShownSeries): string => `${one.row.dayOfWeek} ${lookOf(one)}`;
const rangeKey = (one: ShownSeries): string => `${one.from} ${one.to} ${seriesLook(one)}`;

const takesPlace = (one: ShownDate | null): one is ShownDate => one !== null && one.row.status !== 'cancelled';

/** What a calendar shows from today on. */
type Side = {
  readonly dates: readonly ShownDate[];
  readonly series: readonly ShownSeries[];
  readonly calendar: LessonCalendar<Lesson>;
  readonly closedOn: ClosedOn<Lesson>;
  readonly teacherOf: ReadonlyMap<string, string>;
};

const hasDates = ({ from, to, gaps }: ShownSeries): boolean => {
  if (to === null) return true;
  for (let date = from; date <= to; date = addDays(date, 7)) if (!gaps.has(date)) return true;
  return false;
};

/** Parts of which each begins in the week after another one has ended, and looks the same, are one series. */
const joined = (parts: readonly ShownSeries[]): ShownSeries[] =>
  [...Map.groupBy(parts, seriesLook).values()].flatMap((alike) =>
    alike
      .toSorted((a, b) => (a.from < b.from ? -1 : 1))
      .reduce<ShownSeries[]>((series, next) => {
        const last = series.at(-1);
        if (!last || last.to === null || addDays(last.to, 7) !== next.from) return [...series, next];
        const one = {
          ...last,
          to: next.to,
          ids: [...last.ids, ...next.ids],
          gaps: new Map([...last.gaps, ...next.gaps]),
        };
        return [...series.slice(0, -1), one];
      }, []),
  );

/** A date as closures leave it. */
const shownOn = ({ row, teacherId }: Placed, date: IsoDate, closedOn: ClosedOn<Lesson>): ShownDate => {
  const isClosed = closedOn(row, date) !== null;
  return { row: isClosed ? { ...row, status: 'cancelled' } : row, teacherId, date, isClosed };
};

const sideOf = (rows: readonly Placed[], today: IsoDate, closures: readonly Closure[]): Side => {
  const closedOn = closedAmong(
    closures,
    rows.map(({ row, teacherId }) => ({ lesson: row, teacherId })),
  );
  const dates = rows.flatMap((one): ShownDate[] =>
    one.row.date !== null && one.row.date >= today ? [shownOn(one, one.row.date, closedOn)] : [],
  );
  const dateOf = new Map(dates.map((one) => [one.row.lessonId, one]));
  const exceptions = Map.groupBy(
    rows.flatMap(({ row }) => (isOccurrence(row) ? [row] : [])),
    ({ seriesId }) => seriesId,
  );
  const parts = rows.flatMap(({ row, teacherId }): ShownSeries[] => {
    if (!isWeekly(row)) return [];
    const from = firstOnOrAfter(laterOf(today, row.validFrom), row.dayOfWeek);
    const to = row.validTo === null ? null : firstOnOrAfter(addDays(row.validTo, -6), row.dayOfWeek);
    if (to !== null && to < from) return [];
    const isOwn = (date: IsoDate): boolean =>
      date >= from && (to === null || date <= to) && dayOfWeekOf(date) === row.dayOfWeek;
    const gaps = new Map<IsoDate, ShownDate | null>();
    for (const date of row.skips) if (isOwn(date)) gaps.set(date, null);
    for (const { originalDate, lessonId } of exceptions.get(row.lessonId) ?? [])
      if (isOwn(originalDate)) gaps.set(originalDate, dateOf.get(lessonId) ?? null);
    return [{ row, teacherId, from, to, ids: [row.lessonId], gaps }];
  });
  return {
    dates,
    series: joined(parts).filter(hasDates),
    calendar: calendarOf(
      rows.map(({ row }) => row),
      closedOn,
    ),
    closedOn,
    teacherOf: new Map(rows.map(({ row, teacherId }) => [row.lessonId, teacherId])),
  };
};

/** The first part of every lesson, by the ids of all its parts on both sides. */
const rootsOf = (rows: readonly Placed[]): ((lessonId: string) => string) => {
  const continued = new Map(rows.flatMap(({ row }) => (row.continues === null ? [] : [[row.lessonId, row.continues]])));
  return (lessonId) => {
    const seen = new Set<string>();
    let id = lessonId;
    for (let next = continued.get(id); next !== undefined && !seen.has(id); next = continued.get(id)) {
      seen.add(id);
      id = next;
    }
    return id;
  };
};

/** Two sides with what is not paired yet. Each pairing takes the first that has an equal key on the other side. */
const pairing = <One>(now: readonly One[], then: readonly One[]) => {
  const left = { now: new Set(now), past: new Set(then) };
  const pairs: (readonly [One, One])[] = [];
  const by = (keysOf: (one: One) => readonly string[], fits: (is: One, was: One) => boolean = () => true): void => {
    const found = new Map<string, One[]>();
    for (const was of left.past) for (const key of keysOf(was)) found.set(key, [...(found.get(key) ?? []), was]);
    for (const is of left.now) {
      const was = keysOf(is)
        .flatMap((key) => found.get(key) ?? [])
        .find((one) => left.past.has(one) && fits(is, one));
      if (was === undefined) continue;
      left.now.delete(is);
      left.past.delete(was);
      pairs.push([is, was]);
    }
  };
  return { left, pairs, by };
};

/** How many dates at the ends of a series are listed one by one before the series as a whole has changed. */
const mostEndDates = 3;

/** The dates that only one of two series with the same weekday covers; null if they are many. */
const endDates = (a: ShownSeries, b: ShownSeries): IsoDate[] | null => {
  if ((a.to === null) !== (b.to === null)) return null;
  const dates: IsoDate[] = [];
  const add = (from: IsoDate, to: IsoDate): boolean => {
    for (let date = from; date <= to; date = addDays(date, 7)) {
      dates.push(date);
      if (dates.length > mostEndDates) return false;
    }
    return true;
  };
  const [first, second] = a.from < b.from ? [a, b] : [b, a];
  // One ends before the other begins.
  if (first.to !== null && first.to < second.from) return null;
  if (!add(first.from, addDays(second.from, -7))) return null;
  if (a.to === null || b.to === null) return dates;
  const [early, late] = a.to < b.to ? [a.to, b.to] : [b.to, a.to];
  return add(addDays(early, 7), late) ? dates : null;
};

/**
 * What a calendar shows from today on, compared with what it showed: lines for people, whatever rows it comes from. Pure.
 * @param now rows of all schedules concerned
 * @param closures those of today, on both sides: what comes back obeys them
 */
export const calendarDiff = (
  now: readonly Placed[],
  then: readonly Placed[],
  today: IsoDate,
  closures: readonly Closure[],
): CalendarChange[] => {
  const [is, was] = [sideOf(now, today, closures), sideOf(then, today, closures)];
  const rootOf = rootsOf([...then, ...now]);
  const changes: CalendarChange[] = [];

  const compareDates = (a: ShownDate | null, b: ShownDate | null): void => {
    if (takesPlace(a) && takesPlace(b)) {
      if (dateKey(a) !== dateKey(b)) changes.push({ kind: 'changed', is: a, was: b });
    } else if (takesPlace(a)) changes.push({ kind: 'removed', is: a, was: null });
    else if (takesPlace(b)) changes.push({ kind: 'added', is: null, was: b });
    else if ((a && dateKey(a)) !== (b && dateKey(b))) changes.push({ kind: 'changed', is: a, was: b });
  };

  const dates = pairing(is.dates, was.dates);
  dates.by((one) => [dateKey(one)]);
  dates.by((one) => [`${one.row.lessonId} ${subjectOf(one)}`]);

  /** What is left to compare of a series on one of its dates; takes an exception out of the dates that stand by themselves. */
  const takeDate = (
    series: ShownSeries,
    date: IsoDate,
    { left, closedOn }: { readonly left: Set<ShownDate>; readonly closedOn: ClosedOn<Lesson> },
  ): ShownDate | null => {
    if (date < series.from || (series.to !== null && date > series.to)) return null;
    const instead = series.gaps.get(date);
    if (instead === undefined) return shownOn(series, date, closedOn);
    return instead !== null && left.delete(instead) ? instead : null;
  };
  /** A series without the dates that the other side shows by themselves in the same way: they stay as they are. */
  const without = (series: ShownSeries, others: Set<ShownDate>): ShownSeries => {
    const { row, teacherId, from, to } = series;
    const gaps = new Map(series.gaps);
    for (const other of others) {
      const { date } = other;
      const isOwn = dayOfWeekOf(date) === row.dayOfWeek && date >= from && (to === null || date <= to);
      if (!isOwn || gaps.has(date) || dateKey(other) !== dateKey({ row, teacherId, date, isClosed: false })) continue;
      gaps.set(date, null);
      others.delete(other);
    }
    return { ...series, gaps };
  };
  const compareSeries = (a: ShownSeries, b: ShownSeries): void => {
    const ends = seriesLook(a) === seriesLook(b) ? endDates(a, b) : null;
    if (ends === null)
      changes.push({ kind: 'changed', is: without(a, dates.left.past), was: without(b, dates.left.now) });
    const weeks = new Set([...a.gaps.keys(), ...b.gaps.keys(), ...(ends ?? [])].map((date) => mondayOf(date)));
    for (const monday of [...weeks].toSorted()) {
      const [nowOn, thenOn] = [dateInWeekOf(monday, a.row.dayOfWeek), dateInWeekOf(monday, b.row.dayOfWeek)];
      const onNow = takeDate(a, nowOn, { left: dates.left.now, closedOn: is.closedOn });
      const onThen = takeDate(b, thenOn, { left: dates.left.past, closedOn: was.closedOn });
      // The line of the series stands for its cancelled dates too.
      if (ends !== null || takesPlace(onNow) || takesPlace(onThen)) compareDates(onNow, onThen);
    }
  };

  const series = pairing(is.series, was.series);
  series.by((one) => [rangeKey(one)]);
  series.by((one) => [...new Set(one.ids.map((id) => `${seriesLook(one)} ${rootOf(id)}`))]);
  series.by(({ ids, ...one }) => ids.map((id) => `${subjectOf(one)} ${id}`));
  series.by((one) => [...new Set(one.ids.map((id) => `${subjectOf(one)} ${rootOf(id)}`))]);
  series.by((one) => [`${whose(one)} ${one.row.dayOfWeek} ${one.row.start}`]);
  series.by((one) => [whose(one)]);
  for (const [a, b] of series.pairs) compareSeries(a, b);
  const alone = (one: ShownSeries, own: Set<ShownDate>, others: Set<ShownDate>): ShownSeries => {
    // The line of the series stands for its cancelled dates too.
    for (const instead of one.gaps.values()) if (instead !== null && !takesPlace(instead)) own.delete(instead);
    return without(one, others);
  };
  for (const one of series.left.past)
    changes.push({ kind: 'added', is: null, was: alone(one, dates.left.past, dates.left.now) });
  for (const one of series.left.now)
    changes.push({ kind: 'removed', is: alone(one, dates.left.now, dates.left.past), was: null });

  dates.by((one) => [`${whose(one)} ${one.date} ${one.row.start}`]);
  dates.by(
    (one) => [`${whose(one)} ${mondayOf(one.date)}`],
    (a, b) => takesPlace(a) && takesPlace(b),
  );
  for (const [a, b] of dates.pairs) compareDates(a, b);
  for (const one of dates.left.now) compareDates(one, null);
  for (const one of dates.left.past) compareDates(null, one);

  /** Whether a calendar shows the same on that date, from another row. */
  const shows = ({ calendar, teacherOf }: Side, date: ShownDate): boolean =>
    calendar
      .on(date.date)
      .some((row) => `${date.date} ${lookOf({ row, teacherId: teacherOf.get(row.lessonId) ?? '' })}` === dateKey(date));
  return changes.filter((change) => {
    if (change.kind === 'added') return isSeries(change.was) || !shows(is, change.was);
    return change.kind !== 'removed' || isSeries(change.is) || !shows(was, change.is);
  });
};
