import { expect, test } from 'vitest';
import { nowOf } from './now.ts';

const instant = (text: string): number => Date.parse(text);

test('uses the studio’s time zone', () => {
  const studio = { timeZone: 'America/Chicago', today: '2026-11-24', receivedAt: instant('2026-11-24T15:00:00Z') };
  expect(nowOf(studio, instant('2026-11-24T21:20:00Z'))).toEqual({ today: '2026-11-24', minute: 15 * 60 + 20 });
});

test('starts a new day at the studio’s midnight without asking the server', () => {
  const studio = { timeZone: 'America/Chicago', today: '2026-11-24', receivedAt: instant('2026-11-24T15:00:00Z') };
  expect(nowOf(studio, instant('2026-11-25T06:01:00Z'))).toEqual({ today: '2026-11-25', minute: 1 });
});

test('follows the server’s date if the machine’s clock has another one', () => {
  const studio = { timeZone: 'UTC', today: '2026-10-06', receivedAt: instant('2026-11-24T15:00:00Z') };
  expect(nowOf(studio, instant('2026-11-25T09:00:00Z')).today).toBe('2026-10-07');
});
