import { expect, test } from 'vitest';
import { differencesOf, markedDays, placeText, type Placed } from './differences.ts';
import { emptyDay, type Day } from '../days/day.ts';
import { anEntry } from '../days/testing.ts';

const day = (date: string, entries: Day['entries']): Day => ({ ...emptyDay(date), entries });
const monday = '2026-11-30';
const thursday = '2026-12-03';

test('a lesson that is the same then and now is no difference', () => {
  const days = [day(monday, [anEntry({ id: 'a', studentId: 'ann', start: 900, end: 945 })])];
  const renamed = [day(monday, [anEntry({ id: 'b', studentId: 'ann', start: 900, end: 945 })])];
  expect(differencesOf(days, renamed)).toEqual([]);
});

test('lessons are gone, cancelled, new or moved, in the order of their times', () => {
  const then = [
    day(monday, [
      anEntry({ id: 'a', studentId: 'ann', title: 'Ann', start: 900, end: 945 }),
      anEntry({ id: 'b', studentId: 'ben', title: 'Ben', start: 960, end: 990 }),
      anEntry({ id: 'c', studentId: 'cleo', title: 'Cleo', start: 1020, end: 1050 }),
    ]),
    day(thursday, []),
  ];
  const now = [
    day(monday, [anEntry({ id: 'b', studentId: 'ben', title: 'Ben', start: 960, end: 990, state: 'cancelled' })]),
    day(thursday, [
      anEntry({ id: 'a', studentId: 'ann', title: 'Ann', start: 910, end: 955 }),
      anEntry({ id: 'd', studentId: null, title: 'Orchestra', start: 1170, end: 1200 }),
    ]),
  ];
  const text = (placed: Placed | null) => placed && placeText(placed).replaceAll('\u00a0', ' ');
  const plain = differencesOf(then, now).map((one) => [one.kind, one.title, text(one.was), text(one.now)]);
  expect(plain).toEqual([
    ['moved', 'Ann', 'Mon 3:00 PM', 'Thu 3:10 PM'],
    ['cancelled', 'Ben', 'Mon 4:00 PM', null],
    ['gone', 'Cleo', 'Mon 5:00 PM', null],
    ['new', 'Orchestra', null, 'Thu 7:30 PM'],
  ]);
});

test('a lesson that was cancelled then and takes place now is restored, and stands once in the marked week', () => {
  const lesson = { id: 'a', studentId: 'ann', start: 900, end: 945 };
  const then = [day(monday, [anEntry({ ...lesson, state: 'cancelled' })])];
  const differences = differencesOf(then, [day(monday, [anEntry(lesson)])]);
  expect(differences.map(({ kind }) => kind)).toEqual(['restored']);
  const [marked] = markedDays(then, differences);
  expect(marked?.entries.map(({ id, state }) => [id, state])).toEqual([['now a', 'current']]);
});

test('a marked week has both places of a lesson that moved, and only what differs is marked', () => {
  const same = anEntry({ id: 'b', studentId: 'ben', start: 960, end: 990, conflict: true });
  const then = [day(monday, [anEntry({ id: 'a', studentId: 'ann', start: 900, end: 945 }), same]), day(thursday, [])];
  const now = [day(monday, [same]), day(thursday, [anEntry({ id: 'a', studentId: 'ann', start: 910, end: 955 })])];
  const [first, second] = markedDays(then, differencesOf(then, now));
  expect(first?.entries.map(({ id, conflict }) => [id, conflict])).toEqual([
    ['a', false],
    ['b', false],
  ]);
  expect([...(first?.marks ?? [])]).toMatchObject([['a', { side: 'then', kind: 'moved', to: { date: thursday } }]]);
  expect(second?.entries.map(({ id }) => id)).toEqual(['now a']);
  expect([...(second?.marks ?? [])]).toMatchObject([['now a', { side: 'now', kind: 'moved', to: { date: monday } }]]);
});

test('a cancelled lesson and a new one of the same student are no move, and a row is compared with itself first', () => {
  const at = (id: string, start: number) => anEntry({ id, studentId: 'ann', start, end: start + 45 });
  const kindsOf = (then: Day['entries'], now: Day['entries']) =>
    differencesOf([day(monday, then)], [day(monday, now)]).map(({ kind }) => kind);
  const cancelled = { ...at('a', 900), state: 'cancelled' } as const;
  expect(kindsOf([at('a', 900)], [cancelled, at('b', 1000)])).toEqual(['cancelled', 'new']);
  const moves = differencesOf(
    [day(monday, [at('a', 900), at('b', 1000)])],
    [day(monday, [at('b', 800), at('a', 1100)])],
  );
  expect(moves.map(({ was, now }) => [was?.entry.id, now?.entry.id])).toEqual([
    ['a', 'a'],
    ['b', 'b'],
  ]);
});
