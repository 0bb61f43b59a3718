import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NetChange } from './net-changes.ts';
import { messageOf } from './words.ts';

const monday = '2026-12-14';
const slot = (date: string, start: number) => ({
  lessonId: 'L',
  teacherId: 'dana',
  date,
  dayOfWeek: 1 as const,
  start,
  duration: 30,
  address: null,
  isOff: false,
  closedBy: null,
});
const cancelled = (date: string, start: number): NetChange => ({
  kind: 'cancelled',
  of: 'date',
  before: slot(date, start),
  after: null,
  closure: null,
});
const told = (student: string, changes: readonly NetChange[], next: { date: string; start: number } | null = null) => ({
  names: { student, teacherOf: () => 'Dana Reyes' },
  changes,
  next,
});
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');
const [quarterPast, quarterTo] = [16 * 60 + 15, 16 * 60 + 45];

test('siblings whose lessons of one day are cancelled are told in one sentence', () => {
  const next = { date: addDays(monday, 7), start: quarterPast };
  const theo = told('Theo', [cancelled(monday, quarterPast)], next);
  const mia = told('Mia', [cancelled(monday, quarterTo)], { ...next, start: quarterTo });
  expect(plain(messageOf([mia, theo]))).toBe(
    'Theo’s and Mia’s lessons on Monday, December 14 at 4:15 PM and 4:45 PM are cancelled. Theo’s and Mia’s next lessons are on Monday, December 21 at 4:15 PM and 4:45 PM.',
  );
  expect(plain(messageOf([theo]))).toBe(
    'Theo’s lesson on Monday, December 14 at 4:15 PM is cancelled. The next lesson is on Monday, December 21 at 4:15 PM.',
  );
});

test('days without the same lessons are one sentence, another change between them keeps its place', () => {
  const [second, third] = [addDays(monday, 7), addDays(monday, 14)];
  const off = [monday, second, third].map((date) => cancelled(date, quarterPast));
  expect(plain(messageOf([told('Theo', off), told('Mia', [cancelled(third, quarterTo)])]))).toBe(
    'Theo’s lessons on Monday, December 14 and Monday, December 21 at 4:15 PM are cancelled. Theo’s and Mia’s lessons on Monday, December 28 at 4:15 PM and 4:45 PM are cancelled.',
  );
  const added: NetChange = {
    kind: 'added',
    of: 'date',
    before: null,
    after: slot(addDays(monday, 1), quarterTo),
    closure: null,
  };
  expect(plain(messageOf([told('Theo', [...off, added])]))).toBe(
    'Theo’s lesson on Monday, December 14 at 4:15 PM is cancelled. Theo has a lesson on Tuesday, December 15, 4:45 – 5:15 PM, with Dana Reyes. Theo’s lessons on Monday, December 21 and Monday, December 28 at 4:15 PM are cancelled.',
  );
});

test('no cancelled lesson is lost, whichever are told together, and dates stay in order', () => {
  const lesson = fc.record({
    student: fc.constantFrom('Theo', 'Mia', 'Leo'),
    week: fc.nat(5),
    start: fc.constantFrom(900, 945, 990),
  });
  fc.assert(
    fc.property(fc.uniqueArray(lesson, { minLength: 1, selector: (one) => JSON.stringify(one) }), (lessons) => {
      const students = [...Map.groupBy(lessons, ({ student }) => student)].map(([student, own]) =>
        told(
          student,
          own.map(({ week, start }) => cancelled(addDays(monday, 7 * week), start)),
        ),
      );
      const sentences = messageOf(students).split(/(?<=cancelled\.) /);
      for (const { student, week, start } of lessons) {
        const about = sentences.filter((sentence) => sentence.includes(longDate(addDays(monday, 7 * week))));
        expect(about).toHaveLength(1);
        expect(about[0]).toContain(`${student}’s`);
        expect(about[0]).toContain(formatTime(start));
      }
      const dates = [...messageOf(students).matchAll(/Monday, [A-Z][a-z]+ \d+/g)].map(([date]) => date);
      const weeks = [...new Set(lessons.map(({ week }) => week))].toSorted((a, b) => a - b);
      expect(dates).toEqual(weeks.map((week) => longDate(addDays(monday, 7 * week))));
    }),
    { numRuns: 500 },
  );
});
