import { expect, test } from 'vitest';
import { nowOf } from './now.ts';

const instant = (text: string): number => Date.parse(text);

test('the studio’s minute is its own time zone’s', () => {
  const studio = { timeZone: 'America/Chicago', today: '2026-11-24', saidAt: instant('2026-11-24T15:00:00Z') };
  expect(nowOf(studio, instant('2026-11-24T21:20:00Z'))).toEqual({ today: '2026-11-24', minute: 15 * 60 + 20 });
});

test('a new day begins at the studio’s midnight without asking the server', () => {
  const studio = { timeZone: 'America/Chicago', today: '2026-11-24', saidAt: instant('2026-11-24T15:00:00Z') };
  expect(nowOf(studio, instant('2026-11-25T06:01:00Z'))).toEqual({ today: '2026-11-25', minute: 1 });
});

test('a machine whose clock shows another date follows the server’s day', () => {
  const studio = { timeZone: 'UTC', today: '2026-10-06', saidAt: instant('2026-11-24T15:00:00Z') };
  expect(nowOf(studio, instant('2026-11-25T09:00:00Z')).today).toBe('2026-10-07');
});
