import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawnTime, pressedStart } from './slot.ts';

test('a press starts at its quarter hour', () => {
  expect(pressedStart(905)).toBe(900);
  expect(pressedStart(1439)).toBe(1380);
  expect(pressedStart(-3)).toBe(0);
});

test('a time is drawn down or up', () => {
  expect(drawnTime(905, 950)).toEqual({ start: 900, minutes: 60 });
  expect(drawnTime(950, 905)).toEqual({ start: 900, minutes: 60 });
  expect(drawnTime(905, 906)).toEqual({ start: 900, minutes: 15 });
});

test('a drawn time is one that the form takes', () => {
  const minute = fc.double({ min: -60, max: 1500, noNaN: true });
  fc.assert(
    fc.property(minute, minute, (pressed, now) => {
      const { start, minutes } = drawnTime(pressed, now);
      expect(start % 15).toBe(0);
      expect(minutes % 15).toBe(0);
      expect(minutes).toBeGreaterThanOrEqual(15);
      expect(minutes).toBeLessThanOrEqual(240);
      expect(start).toBeGreaterThanOrEqual(0);
      expect(start + minutes).toBeLessThan(1440);
    }),
  );
});
