import { expect, test } from 'vitest';
import { epochMillisecondsOf, instantAt, instantOf, toInstant } from './instants.ts';

test('an instant is read in UTC, whatever its offset and number of digits', () => {
  expect(toInstant('2026-11-23T15:00:00Z')).toBe('2026-11-23T15:00:00.000000Z');
  expect(toInstant('2026-11-23T16:00:00.1234567+01:00')).toBe('2026-11-23T15:00:00.123456Z');
  expect(toInstant('2026-11-23T09:00-06:00')).toBe('2026-11-23T15:00:00.000000Z');
});

test('an offset whose plus sign was lost on the way still counts', () => {
  expect(toInstant('2026-11-23T16:00:00 01:00')).toBe('2026-11-23T15:00:00.000000Z');
});

test.each([
  '',
  'yesterday',
  '2026-11-23',
  '2026-11-23T15:00:00',
  '2026-13-23T15:00:00Z',
  '1700000000',
  '+012026-01-01T00:00Z',
])('"%s" is not an instant', (text) => {
  expect(toInstant(text)).toBeNull();
});

test('recorded times compare as texts whatever the engine that wrote them', () => {
  expect(instantOf('2026-11-23T15:00:00.123Z') < instantOf('2026-11-23T15:00:00.123456Z')).toBe(true);
  expect(instantOf('2026-11-23T15:00:00Z')).toBe('2026-11-23T15:00:00.000000Z');
});

test('an instant and its milliseconds are the same time', () => {
  expect(instantAt(epochMillisecondsOf('2026-11-23T15:00:00.250000Z'))).toBe('2026-11-23T15:00:00.250000Z');
});
