import fc from 'fast-check';
import { expect, test } from 'vitest';
import { daysOfWeek } from '../calendar/dates.ts';
import { outsideHours, type PersonWithHours } from './outside-hours.ts';

type Row = PersonWithHours['availability'][number];
const row = (dayOfWeek: Row['dayOfWeek'], start: number, end: number, more: Partial<Row> = {}): Row => ({
  dayOfWeek,
  start: start * 60,
  end: end * 60,
  enabled: true,
  isPreferred: false,
  ...more,
});
const leo: PersonWithHours = {
  whose: 'student',
  name: 'Leo Vance',
  availability: [
    row(2, 15, 18),
    row(4, 15, 17),
    row(4, 16, 18, { isPreferred: true }),
    row(3, 9, 21, { enabled: false }),
  ],
};
const carla: PersonWithHours = {
  whose: 'teacher',
  name: 'Carla Mendes',
  availability: [row(1, 14, 20.5), row(3, 14, 20)],
};
const wednesday = { dayOfWeek: 3, start: 17 * 60, end: 18 * 60, date: '2026-12-02' } as const;
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');
const textsAt = (people: readonly PersonWithHours[], time: Parameters<typeof outsideHours>[1]) =>
  outsideHours(people, time).map(({ text }) => plain(text));

test('a time outside says whose hours it is outside, and which they are', () => {
  expect(outsideHours([carla, leo], wednesday).map((one) => ({ ...one, text: plain(one.text) }))).toEqual([
    {
      whose: 'student',
      name: 'Leo Vance',
      dates: ['2026-12-02'],
      hours: [],
      text: "Leo Vance's family is free Tue and Thu, 3:00 – 6:00 PM.",
    },
  ]);
  expect(
    outsideHours([leo], { ...wednesday, dayOfWeek: 4, start: 17 * 60 + 30, end: 18 * 60 + 30, date: null }),
  ).toMatchObject([
    {
      dates: [],
      hours: [
        { startTime: '15:00', endTime: '17:00', isPreferred: false },
        { startTime: '16:00', endTime: '18:00', isPreferred: true },
      ],
    },
  ]);
  expect(textsAt([carla], { ...wednesday, dayOfWeek: 1, start: 20 * 60, end: 21 * 60 })).toEqual([
    "Outside Carla's hours: Mon 2:00 – 8:30 PM.",
  ]);
  expect(textsAt([carla], { ...wednesday, dayOfWeek: 2 })).toEqual(["Outside Carla's hours: none on Tue."]);
});

test('a student without any hours warns of nothing, a teacher without any does', () => {
  const nobody = { name: 'Nina New', availability: [row(3, 9, 21, { enabled: false })] };
  expect(textsAt([{ ...nobody, whose: 'student' }], wednesday)).toEqual([]);
  expect(textsAt([{ ...nobody, whose: 'teacher' }], wednesday)).toEqual(["Outside Nina's hours: none on Wed."]);
});

test('a time is outside if and only if one of its minutes is not covered, whatever the rows that cover it', () => {
  const rows = fc.array(
    fc
      .record({
        day: fc.constantFrom(...daysOfWeek),
        start: fc.integer({ min: 0, max: 20 }),
        length: fc.integer({ min: 1, max: 4 }),
        enabled: fc.boolean(),
      })
      .map(({ day, start, length, enabled }) => row(day, start, start + length, { enabled })),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(
      rows,
      fc.constantFrom(...daysOfWeek),
      fc.integer({ min: 0, max: 1380 }),
      fc.integer({ min: 15, max: 59 }),
      (availability, dayOfWeek, start, length) => {
        const minutes = Array.from({ length }, (_, i) => start + i);
        const isCovered = minutes.every((minute) =>
          availability.some(
            (one) => one.enabled && one.dayOfWeek === dayOfWeek && one.start <= minute && minute < one.end,
          ),
        );
        const people = [{ whose: 'teacher', name: 'Carla', availability }] as const;
        expect(outsideHours(people, { dayOfWeek, start, end: start + length, date: null })).toHaveLength(
          isCovered ? 0 : 1,
        );
      },
    ),
  );
});
