import fc from 'fast-check';
import { expect, test } from 'vitest';
import { piecesOfLeg, piecesOfWait, sumsBy, type Fraction, type Leg, type Piece, type Sums } from './parts.ts';

const date = '2026-12-01';
const rate = 725;

/** Home 12 Ann 10 Ben 15 Cy 20 home; lessons of 45 minutes at 50.00, with waits of 5 and 15 minutes. */
const day: readonly Piece[] = [
  ...(
    [
      { stops: ['Ann'], minutes: 12, tenths: 52 },
      { stops: ['Ann', 'Ben'], minutes: 10, tenths: 31 },
      { stops: ['Ben', 'Cy'], minutes: 15, tenths: 44 },
      { stops: ['Cy'], minutes: 20, tenths: 63 },
    ] satisfies Leg[]
  ).flatMap((leg) => piecesOfLeg(date, leg, rate)),
  ...piecesOfWait(date, ['Ann', 'Ben'], 5),
  ...piecesOfWait(date, ['Ben', 'Cy'], 15),
  ...['Ann', 'Ben', 'Cy'].map((studentId) => ({
    date,
    studentId,
    teaching: 45,
    lessons: 1,
    income: { cents: 5000, of: 1 },
  })),
];

const minutesOf = ({ teaching, driving, waiting }: Sums): number => teaching + driving + waiting;
const hourOf = (sums: Sums): string =>
  (((Number(sums.income.over) / 100 - sums.cost / 10_000) * 60) / minutesOf(sums)).toFixed(2);

test('the hour of a day, and of each of its families', () => {
  const { figures, days, students, other } = sumsBy(day);
  expect([minutesOf(figures), figures.cost / 10_000, hourOf(figures)]).toEqual([212, 13.775, '38.55']);
  expect(days).toEqual([{ date, sums: figures }]);
  expect(minutesOf(other)).toBe(0);
  expect(students.map(({ studentId, sums }) => [studentId, minutesOf(sums), hourOf(sums)])).toEqual([
    ['Ann', 64.5, '41.96'],
    ['Ben', 67.5, '42.03'],
    ['Cy', 80, '32.88'],
  ]);
  expect(students.map(({ sums }) => sums.cost / rate / 10)).toEqual([6.75, 3.75, 8.5]);
  expect(students.map(({ sums }) => Math.round((sums.driving / sums.teaching) * 100))).toEqual([38, 28, 61]);
});

test('a drive that joins no stop, and half of one to an appointment, belong to no student', () => {
  const pieces = [
    ...piecesOfLeg(date, { stops: [], minutes: 30, tenths: 100 }, rate),
    ...piecesOfLeg(date, { stops: ['Ann', null], minutes: 9, tenths: null }, rate),
    ...piecesOfWait(date, [null, 'Ann'], 7),
  ];
  const { other, students } = sumsBy(pieces);
  expect(other).toMatchObject({ driving: 34.5, waiting: 3.5, cost: 72_500 });
  expect(students).toMatchObject([{ studentId: 'Ann', sums: { driving: 4.5, waiting: 3.5, cost: 0 } }]);
});

const numbers = ['cost', 'teaching', 'driving', 'waiting', 'lessons', 'unrated'] as const;
const addedUp = (all: readonly Sums[], field: (typeof numbers)[number]): number =>
  all.reduce((sum, one) => sum + one[field], 0);
const incomeOf = (all: readonly Sums[]): Fraction =>
  all
    .map(({ income }) => income)
    .reduce((a, b) => ({ over: a.over * b.under + b.over * a.under, under: a.under * b.under }));

const seed = Number(process.env['SEED'] ?? 20261201);
const who = fc.constantFrom('Ann', 'Ben', 'Cy', null);
const on = fc.constantFrom('2026-12-01', '2026-12-02', '2027-01-05');
const piecesOf = fc.oneof(
  fc
    .record({ date: on, studentId: who, teaching: fc.integer({ min: 5, max: 180 }), lessons: fc.constant(1) })
    .map((piece) => [piece]),
  fc
    .record({
      date: on,
      studentId: who,
      income: fc.record({ cents: fc.integer({ min: -50_000, max: 90_000 }), of: fc.integer({ min: 1, max: 31 }) }),
      unrated: fc.integer({ min: 0, max: 1 }),
    })
    .map((piece) => [piece]),
  fc
    .record({
      date: on,
      stops: fc.array(who, { maxLength: 2 }),
      minutes: fc.integer({ min: 0, max: 120 }),
      tenths: fc.option(fc.integer({ min: 0, max: 9999 })),
      rate: fc.integer({ min: 0, max: 1000 }),
    })
    .map(({ date: of, rate: at, ...leg }) => piecesOfLeg(of, leg, at)),
  fc
    .record({ date: on, stops: fc.tuple(who, who), minutes: fc.integer({ min: 1, max: 400 }) })
    .map(({ date: of, stops, minutes }) => piecesOfWait(of, stops, minutes)),
);

test('dates, and students with what belongs to none, add up to the figures exactly', () => {
  process.stdout.write(`earnings: SEED=${seed}\n`);
  fc.assert(
    fc.property(fc.array(piecesOf, { maxLength: 60 }), (made) => {
      const { figures, days, students, other } = sumsBy(made.flat());
      for (const parts of [days.map(({ sums }) => sums), [...students.map(({ sums }) => sums), other]]) {
        if (parts.length === 0) continue;
        for (const field of numbers) expect(addedUp(parts, field), field).toBe(figures[field]);
        const [income, whole] = [incomeOf(parts), figures.income];
        expect(income.over * whole.under).toBe(whole.over * income.under);
      }
    }),
    { numRuns: 500, seed },
  );
});
