import { expect, test } from 'vitest';
import { openAttempts } from './attempts.ts';

test('the same input after a lost answer has the same key', () => {
  const attempts = openAttempts();
  expect(attempts.keyOf('POST /api/students {"a":1}')).toBe(attempts.keyOf('POST /api/students {"a":1}'));
});

test('different input is another attempt', () => {
  const attempts = openAttempts();
  expect(attempts.keyOf('POST /api/students {"a":1}')).not.toBe(attempts.keyOf('POST /api/students {"a":2}'));
});

test('a domain error ends the attempt', () => {
  const attempts = openAttempts();
  const first = attempts.keyOf('POST /api/students');
  attempts.ended('POST /api/students');
  expect(attempts.keyOf('POST /api/students')).not.toBe(first);
});

test('after another save, the same input is a new attempt', () => {
  const attempts = openAttempts();
  const first = attempts.keyOf('POST /api/lessons/1/cancel');
  attempts.keyOf('PATCH /api/lessons/1');
  attempts.saved();
  expect(attempts.keyOf('POST /api/lessons/1/cancel')).not.toBe(first);
});
