import { expect, test } from 'vitest';
import { dayNamed } from './days.ts';

// Thursday, November 26, 2026.
const today = '2026-11-26';

test.each([
  ['today', today],
  ['Tomorrow', '2026-11-27'],
  ['yesterday', '2026-11-25'],
  ['dec 8', '2026-12-08'],
  ['Dec. 8', '2026-12-08'],
  ['december 8th', '2026-12-08'],
  ['8 dec', '2026-12-08'],
  ['dec 8, 2027', '2027-12-08'],
  ['12/8', '2026-12-08'],
  ['12/8/27', '2027-12-08'],
  ['2026-12-08', '2026-12-08'],
  ['jan 5', '2027-01-05'],
  ['oct 5', '2026-10-05'],
  ['tue', '2026-12-01'],
  ['thu', today],
  ['this fri', '2026-11-27'],
  ['next tue', '2026-12-01'],
  ['next thursday', '2026-12-03'],
  ['next week', '2026-11-30'],
  ['feb 29', null],
  ['feb 30', null],
  ['13/45', null],
  ['leo', null],
  ['de 8', null],
  ['next', null],
  ['next leo', null],
  ['mark 5', null],
  ['512 555', null],
  ['', null],
])('%j is %s', (typed, day) => {
  expect(dayNamed(typed, today)).toBe(day);
});
