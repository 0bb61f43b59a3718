import { addDays } from '@rondo/contracts/calendar/dates.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyDay, type Day } from '../../../calendar/days/day.ts';
import { entryOf } from '../../../calendar/days/entry.ts';
import { aLesson } from '../../../calendar/days/testing.ts';
import { entryIn, neighborOf, placeBeside } from './place.ts';

const size = { width: 340, height: 300 };
const view = { width: 1280, height: 800 };

test('a card is right of its block, left of it near the right edge, and below or above it in a narrow window', () => {
  const block = { left: 200, top: 300, width: 160, height: 60 };
  expect(placeBeside(block, size, view)).toEqual({ left: 368, top: 292 });
  expect(placeBeside({ ...block, left: 1100 }, size, view)).toEqual({ left: 752, top: 292 });
  const narrow = { width: 700, height: 800 };
  const wide = { left: 40, top: 100, width: 640, height: 60 };
  expect(placeBeside(wide, size, narrow)).toEqual({ left: 40, top: 168 });
  expect(placeBeside({ ...wide, top: 600 }, size, narrow)).toEqual({ left: 40, top: 292 });
});

test('a card is whole in every window that has room for it', () => {
  const side = (from: number, to: number) => fc.integer({ min: from, max: to });
  fc.assert(
    fc.property(
      fc.record({ width: side(360, 2000), height: side(320, 1400) }),
      fc.record({ left: side(-200, 2000), top: side(-900, 1800), width: side(1, 900), height: side(1, 400) }),
      (window, block) => {
        const { left, top } = placeBeside(block, size, window);
        expect(left).toBeGreaterThanOrEqual(8);
        expect(top).toBeGreaterThanOrEqual(8);
        expect(left + size.width).toBeLessThanOrEqual(window.width - 8);
        expect(top + size.height).toBeLessThanOrEqual(window.height - 8);
      },
    ),
  );
});

const monday = '2026-11-23';
const dayWith = (days: number, starts: readonly number[]): Day => ({
  ...emptyDay(addDays(monday, days)),
  entries: starts.map((start) => entryOf(aLesson({ lessonId: `${days} ${start}`, start }), false, '2026-11-24')),
});
const week = [dayWith(0, []), dayWith(1, [960, 900]), dayWith(2, []), dayWith(3, [840, 970]), dayWith(4, [])];
const step = (id: string, key: string): string | undefined => {
  const from = entryIn(week, id);
  return from && neighborOf(week, from, key)?.entry.id;
};

test('arrows lead to the next lesson in time, and to the nearest one of the next day with lessons', () => {
  expect(step('1 900', 'ArrowDown')).toBe('1 960');
  expect(step('1 960', 'ArrowDown')).toBe('3 840');
  expect(step('3 840', 'ArrowUp')).toBe('1 960');
  expect(step('1 960', 'ArrowRight')).toBe('3 970');
  expect(step('3 840', 'ArrowLeft')).toBe('1 900');
});

test('arrows stay at the ends of the week, and other keys lead nowhere', () => {
  for (const [id, key] of [
    ['1 900', 'ArrowUp'],
    ['1 900', 'ArrowLeft'],
    ['3 970', 'ArrowDown'],
    ['3 970', 'ArrowRight'],
    ['1 900', 'Enter'],
  ] as const)
    expect(step(id, key), `${key} at ${id}`).toBeUndefined();
});

test('steps down visit every lesson of the week once, and steps up visit them in reverse', () => {
  const walk = (from: string, key: string): string[] => {
    const next = step(from, key);
    return next === undefined ? [from] : [from, ...walk(next, key)];
  };
  const down = walk('1 900', 'ArrowDown');
  expect(down).toEqual(['1 900', '1 960', '3 840', '3 970']);
  expect(walk('3 970', 'ArrowUp')).toEqual(down.toReversed());
});
