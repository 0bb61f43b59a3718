import { expect, test } from 'vitest';
import { openAttempts } from './attempts.ts';

test('the same input after a lost answer carries the same key', () => {
  const attempts = openAttempts();
  expect(attempts.keyOf('POST /api/students {"a":1}')).toBe(attempts.keyOf('POST /api/students {"a":1}'));
});

test('another input is another attempt', () => {
  const attempts = openAttempts();
  expect(attempts.keyOf('POST /api/students {"a":1}')).not.toBe(attempts.keyOf('POST /api/students {"a":2}'));
});

test('a refusal ends the attempt', () => {
  const attempts = openAttempts();
  const first = attempts.keyOf('POST /api/students');
  attempts.refused('POST /api/students');
  expect(attempts.keyOf('POST /api/students')).not.toBe(first);
});

test('what was saved since makes the same input a new wish', () => {
  const attempts = openAttempts();
  const first = attempts.keyOf('POST /api/lessons/1/cancel');
  attempts.keyOf('PATCH /api/lessons/1');
  attempts.saved();
  expect(attempts.keyOf('POST /api/lessons/1/cancel')).not.toBe(first);
});
