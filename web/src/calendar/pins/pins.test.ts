import { expect, test } from 'vitest';
import { lastPinDay } from '@rondo/contracts/lessons/pins.ts';
import { entryOf } from '../days/entry.ts';
import { aLesson } from '../days/testing.ts';
import { statusWord } from '../day-view/status-word.ts';
import { canPin } from './commands.ts';
import { pinnedQuestion } from './pinned-question.ts';

const weekly = (more: Partial<Parameters<typeof aLesson>[0]> = {}) =>
  aLesson({ date: null, validFrom: '2026-11-23', source: 'optimized', pin: { until: null }, ...more });

test('a person who moves a pinned lesson is asked, and told what becomes of the pin', () => {
  expect(pinnedQuestion(weekly(), 2, '16:10')).toBe(
    "Ann's time is pinned. Move it to Tue 4:10\u00a0PM? The pin goes along.",
  );
  expect(pinnedQuestion(weekly({ status: 'optimized' }), 2, '16:10')).toContain('It leaves the plan');
});

test('an entry is pinned up to the day on which its pin ends, and says so', () => {
  const until = weekly({ pin: { until: '2026-11-30' } });
  expect(entryOf(until, false, '2026-11-30')).toMatchObject({ pinned: true });
  expect(entryOf(until, false, '2026-12-07')).not.toHaveProperty('pinned');
  expect(entryOf(weekly({ pin: null }), false, '2026-11-30')).not.toHaveProperty('pinned');
  expect(statusWord(entryOf(weekly(), false, '2027-11-29'), 'coming')).toBe('Optimized, pinned');
});

test('only weekly lessons that plans move can be pinned', () => {
  expect(canPin(weekly())).toBe(true);
  expect(canPin(weekly({ source: 'manual' }))).toBe(false);
  expect(canPin(aLesson({ date: '2026-11-24', source: 'optimized' }))).toBe(false);
});

test('a pin lasts three years at most, also from a leap day', () => {
  expect([lastPinDay('2026-11-23'), lastPinDay('2028-02-29')]).toEqual(['2029-11-23', '2031-02-28']);
});
