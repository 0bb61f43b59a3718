import { dateInWeekOf, mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isOccurrence, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DomainError } from '../../platform/kit/errors.ts';
import { PlanOutdated } from './plan/fixed.ts';
import { scheduleAggregate } from './schedule-aggregate.ts';
import type { ScheduleState } from './state.ts';
import { randomHistory, type About, type RandomCommand } from './testing/random-history.ts';
import { shownIn, type Shown } from './testing/shown.ts';

/** The same histories at every run; other ones: `HISTORIES=2000 SEED=7 npm run test:unit -- random-dates`. */
const histories = Number(process.env['HISTORIES'] ?? 200);
const seed = Number(process.env['SEED'] ?? 1);

const [from, to] = ['2026-11-02', '2027-02-14'];

const nameOf = ({ date, lesson: { studentId, eventTitle, start, status } }: Shown): string =>
  [date, studentId ?? eventTitle, start, status === 'cancelled' ? 'cancelled' : ''].join(' ').trim();

const without = (some: readonly Shown[], others: readonly Shown[], keyOf: (shown: Shown) => string): Shown[] => {
  const left = new Map<string, number>();
  for (const other of others) left.set(keyOf(other), (left.get(keyOf(other)) ?? 0) + 1);
  return some.filter((one) => {
    const count = left.get(keyOf(one)) ?? 0;
    left.set(keyOf(one), count - 1);
    return count <= 0;
  });
};

/** The lessons that only the second calendar shows, under whatever id: first those of the same row are paired, then the rest. */
const added = (before: readonly Shown[], after: readonly Shown[]): Shown[] => {
  const withRow = (shown: Shown): string => `${nameOf(shown)} ${shown.of}`;
  return without(without(after, before, withRow), without(before, after, withRow), nameOf);
};

const takesPlace = ({ lesson }: Shown): boolean => lesson.status !== 'cancelled';
const weekOf = ({ originalDate }: Shown): IsoDate => mondayOf(originalDate);

type Step = {
  readonly about: About;
  readonly today: IsoDate;
  readonly before: ScheduleState;
  readonly shown: readonly Shown[];
  readonly showsThen: readonly Shown[];
};

/** True for a week that the student's optimized series had deleted or cancelled, and for which nothing else of theirs took place. */
const wasLeftOut = ({ before, shown }: Step, one: Shown): boolean => {
  const { studentId } = one.lesson;
  const own = (other: Shown): boolean => other.lesson.studentId === studentId && other.lesson.source === 'optimized';
  const week = shown.filter((other) => own(other) && weekOf(other) === weekOf(one));
  if (week.some(takesPlace)) return false;
  const bases = [...(before.plan?.entries.values() ?? [])].flatMap((entry) => entry.bases.map(({ lesson }) => lesson));
  const deleted = [...before.lessons.values(), ...bases].some((row) => {
    if (!isWeekly(row) || row.studentId !== studentId || row.source !== 'optimized') return false;
    const date = dateInWeekOf(one.originalDate, row.dayOfWeek);
    return row.skips.includes(date) && (row.validTo === null || date <= row.validTo);
  });
  return deleted || week.length > 0;
};

const count = (calendar: readonly Shown[], one: Shown): number =>
  calendar.filter((other) => takesPlace(other) && weekOf(other) === weekOf(one)).length;

/** What a command may bring into the calendar. */
const mayAppear = (step: Step, one: Shown): boolean => {
  const { about, before, today, shown, showsThen } = step;
  switch (about.kind) {
    case 'enter':
      return !before.lessons.has(one.of);
    case 'generate':
      return !before.lessons.has(one.of) && one.lesson.source === 'optimized' && !wasLeftOut(step, one);
    case 'change a series':
      // Moved within its week, or the one date that a series gets.
      return count(showsThen, one) <= count(shown, one) || (!isWeekly(one.lesson) && !isOccurrence(one.lesson));
    case 'change one date':
    case 'restore':
      return true;
    case 'reject':
      return one.date >= today && baseIds(before).has(one.of);
    case 'cancel':
    case 'delete one date':
    case 'delete a series':
    case 'clear':
    case 'end a student':
    case 'accept':
      return false;
  }
};

const baseIds = ({ plan }: ScheduleState): Set<string> =>
  new Set([...(plan?.entries.values() ?? [])].flatMap(({ bases }) => bases.map(({ lesson }) => lesson.lessonId)));

/** What a command may take out of it. */
const mayVanish = ({ about, before, today }: Step, one: Shown): boolean => {
  switch (about.kind) {
    case 'enter':
    case 'accept':
    case 'restore':
      return false;
    case 'generate':
      return one.lesson.source === 'optimized' && one.date >= (about.date ?? '');
    case 'reject': {
      const series = before.lessons.get(one.of);
      return one.date >= today && (before.plan === null || series?.status === 'optimized');
    }
    case 'end a student':
      return one.date >= today && one.lesson.studentId === about.studentId;
    case 'change a series':
    case 'delete a series':
    case 'clear':
      return one.date >= today;
    case 'cancel':
    case 'change one date':
    case 'delete one date':
      return true;
  }
};

const onOneDate = new Set<About['kind']>(['cancel', 'restore', 'change one date', 'delete one date']);

const wrong = (step: Step): string[] => {
  const { about, today, shown, showsThen } = step;
  const appeared = added(shown.filter(takesPlace), showsThen.filter(takesPlace));
  const vanished = added(showsThen.filter(takesPlace), shown.filter(takesPlace));
  const past = [...added(shown, showsThen), ...added(showsThen, shown)].filter(({ date }) => date < today);
  const single = onOneDate.has(about.kind);
  return [
    ...appeared.filter((one) => !mayAppear(step, one)).map((one) => `appears: ${nameOf(one)} of ${one.of}`),
    ...vanished.filter((one) => !mayVanish(step, one)).map((one) => `vanishes: ${nameOf(one)} of ${one.of}`),
    ...(single ? [] : past.map((one) => `past: ${nameOf(one)} of ${one.of}`)),
    ...(single && (appeared.length > 1 || vanished.length > 1) ? ['more than one date changes'] : []),
  ];
};

const danglingIn = (state: ScheduleState): string[] =>
  [...state.lessons.values()]
    .filter(isOccurrence)
    .filter(({ seriesId }) => !state.lessons.has(seriesId) && !baseIds(state).has(seriesId))
    .map(({ lessonId }) => `${lessonId} belongs to no series`);

/** The state after a command; a refused one changes nothing. */
const after = (state: ScheduleState, { decide }: ReturnType<RandomCommand>, revision: number): ScheduleState => {
  try {
    return decide(state).reduce(
      (so, event) => scheduleAggregate.evolve(so, event, { revision, recordedAt: '' }),
      scheduleAggregate.copy?.(state) ?? state,
    );
  } catch (error) {
    if (error instanceof DomainError || error instanceof PlanOutdated) return state;
    throw error;
  }
};

test(
  'no date comes back or vanishes but by a command that means it, and no past date changes',
  () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(randomHistory, (history) => {
        let before = scheduleAggregate.initialState();
        let shown: readonly Shown[] = [];
        const steps: unknown[] = [];
        for (const [n, make] of history.entries()) {
          const command = make(n);
          const { about, today, input } = command;
          const state = after(before, command, n);
          steps.push([today, about.kind, state === before ? 'refused' : input]);
          const showsThen = state === before ? shown : shownIn(state, from, to);
          const found = [...wrong({ about, today, before, shown, showsThen }), ...danglingIn(state)];
          if (found.length > 0)
            expect.fail(`${found.join('\n')}\n${steps.map((one) => JSON.stringify(one)).join('\n')}`);
          if (added(shown, showsThen).length + added(showsThen, shown).length > 0) seen.add(about.kind);
          [before, shown] = [state, showsThen];
        }
      }),
      { numRuns: histories, seed },
    );
    expect([...seen].toSorted()).toEqual(
      expect.arrayContaining([
        'cancel',
        'clear',
        'delete a series',
        'delete one date',
        'end a student',
        'enter',
        'generate',
        'reject',
      ]),
    );
  },
  Math.max(60_000, histories * 400),
);
