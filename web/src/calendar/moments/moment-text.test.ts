import { expect, test } from 'vitest';
import { agoText, momentText } from './moment-text.ts';

const place = { timeZone: 'America/Chicago', today: '2026-11-29' };

test('a moment is shown by the studio’s clock, with the year when it is another one', () => {
  expect(momentText('2026-11-12T20:05:31.123456Z', place)).toBe('Thu, Nov 12, 2:05\u00a0PM');
  expect(momentText('2026-01-01T02:00:00.000000Z', place)).toBe('Dec 31, 2025, 8:00\u00a0PM');
});

test('days ago are counted by the studio’s calendar', () => {
  expect(agoText('2026-11-12T20:05:00Z', place)).toBe('17 days ago');
  expect(agoText('2026-11-29T05:59:00Z', place)).toBe('yesterday');
  expect(agoText('2026-11-29T06:01:00Z', place)).toBe('today');
});
