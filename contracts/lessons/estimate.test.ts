import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimatesOf, familiesToTell, lateText, toldMinutes, type EstimatedStop } from './estimate.ts';

const at = (time: string): number => {
  const [hours, minutes] = time.split(':').map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
};
const text = (minutes: number): string => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;

const names = ['Ann', 'Ben', 'Cy'] as const;
type Name = (typeof names)[number];
type Noted = Partial<Record<'arrived' | 'done', string>> & { readonly reported?: number; readonly told?: number };

/** From home 12 minutes to Ann at 15:00, 10 to Ben at 16:00, 15 to Cy at 17:15, 20 home. */
const dayOf = (noted: Partial<Record<Name, Noted>>, now: string) => {
  const stops = names.map((name, i): EstimatedStop & { name: Name; told: number | null } => {
    const { arrived, done, reported, told } = noted[name] ?? {};
    const start = at(['15:00', '16:00', '17:15'][i] ?? '');
    return {
      name,
      start,
      end: start + 45,
      drive: [12, 10, 15][i] ?? null,
      arrived: arrived === undefined ? null : at(arrived),
      done: done === undefined ? null : at(done),
      reported: reported ?? null,
      told: told ?? null,
    };
  });
  const estimates = estimatesOf(stops);
  const tell = familiesToTell(
    stops.map(({ name, arrived, done, told }, i) => ({
      family: name,
      late: estimates[i]?.late ?? 0,
      isPast: arrived !== null || done !== null || (estimates[i]?.start ?? 0) <= at(now),
      told,
    })),
  );
  return {
    starts: estimates.map(({ start }) => text(start)),
    late: estimates.map(({ late }) => late),
    home: text((estimates.at(-1)?.end ?? 0) + 20),
    tell: tell.map(({ family, minutes }) => [family, minutes]),
  };
};

test('a day that runs late uses up the minutes between, and says whom to tell', () => {
  expect(dayOf({ Ann: { reported: 10 } }, '14:50')).toEqual({
    starts: ['15:10', '16:05', '17:15'],
    late: [10, 5, 0],
    home: '18:20',
    tell: [
      ['Ann', 10],
      ['Ben', 5],
    ],
  });
  expect(dayOf({ Ann: { reported: 10, told: 10, arrived: '15:17' }, Ben: { told: 5 } }, '15:17')).toEqual({
    starts: ['15:17', '16:12', '17:15'],
    late: [17, 12, 0],
    home: '18:20',
    tell: [['Ben', 15]],
  });
  const done = { reported: 10, told: 10, arrived: '15:17', done: '15:58' };
  expect(dayOf({ Ann: done, Ben: { told: 15 } }, '15:58')).toMatchObject({
    starts: ['15:17', '16:08', '17:15'],
    tell: [['Ben', 10]],
  });
  expect(dayOf({ Ann: { done: '15:45' }, Ben: { reported: 0, told: 5 } }, '15:45')).toMatchObject({
    starts: ['15:00', '16:00', '17:15'],
    tell: [['Ben', 0]],
  });
  expect(dayOf({ Ben: { reported: 30 } }, '14:50')).toEqual({
    starts: ['15:00', '16:30', '17:30'],
    late: [0, 30, 15],
    home: '18:35',
    tell: [
      ['Ben', 30],
      ['Cy', 15],
    ],
  });
});

test('one line per family, by its first lesson to come; whoever was told the same hears nothing', () => {
  const stop = (family: string | null, late: number, told: number | null, isPast = false) => ({
    family,
    late,
    told,
    isPast,
  });
  expect(familiesToTell([stop('Ito', 12, 15, true), stop('Ito', 8, null), stop('Ito', 20, null)])).toMatchObject([
    { family: 'Ito', minutes: 10, stop: { late: 8 } },
  ]);
  expect(familiesToTell([stop('Ito', 12, 15), stop(null, 30, null), stop('Lee', 4, null)])).toEqual([]);
  expect([0, 4, 5, 6, 10, 11].map(toldMinutes)).toEqual([0, 0, 5, 10, 10, 15]);
});

test('a family reads when the teacher comes, and that the plan stands again', () => {
  const told = (names: string[], start: string, minutes: number) =>
    lateText('Dana Whitfield', { names, start: at(start), minutes });
  expect(told(['Ben'], '15:45', 10)).toBe(
    'Hello, this is Dana Whitfield. I am running about 10 minutes late for Ben’s lesson today and expect to be there around 3:55 PM. I am sorry for the wait.',
  );
  expect(told(['Theo', 'Mia'], '15:45', 5)).toContain('for Theo’s and Mia’s lessons today');
  expect(told(['Ben'], '15:45', 0)).toBe(
    'Hello, this is Dana Whitfield. I can be there for Ben’s lesson at 3:45 PM as planned after all.',
  );
});

const minute = fc.integer({ min: 0, max: 1600 });
const stops = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 0, max: 90 }),
      length: fc.integer({ min: 15, max: 90 }),
      drive: fc.option(fc.integer({ min: 0, max: 40 })),
      arrived: fc.option(minute, { freq: 3 }),
      reported: fc.option(fc.integer({ min: 0, max: 180 }), { freq: 2 }),
    }),
    { maxLength: 8 },
  )
  .map((parts) => {
    let end = 480;
    return parts.map(({ gap, length, ...rest }): EstimatedStop => {
      const start = end + gap;
      end = start + length;
      return { ...rest, start, end, done: null };
    });
  });

test('no estimate is before the plan, more lateness makes nothing earlier, and without a word the plan stands', () => {
  fc.assert(
    fc.property(stops, fc.nat(), fc.integer({ min: 0, max: 60 }), (day, which, more) => {
      const before = estimatesOf(day);
      for (const [i, { start, end, late }] of before.entries()) {
        expect(start).toBeGreaterThanOrEqual(day[i]?.start ?? 0);
        expect(late).toBe(start - (day[i]?.start ?? 0));
        expect(end - start).toBe((day[i]?.end ?? 0) - (day[i]?.start ?? 0));
      }
      const at = day.length === 0 ? 0 : which % day.length;
      const later = estimatesOf(
        day.map((stop, i) => (i === at ? { ...stop, reported: (stop.reported ?? 0) + more } : stop)),
      );
      for (const [i, { start }] of later.entries()) expect(start).toBeGreaterThanOrEqual(before[i]?.start ?? 0);
      const plain = day.map((stop) => ({ ...stop, arrived: null, reported: 0 }));
      expect(estimatesOf(plain).map(({ late }) => late)).toEqual(day.map(() => 0));
    }),
    { numRuns: 300 },
  );
});
