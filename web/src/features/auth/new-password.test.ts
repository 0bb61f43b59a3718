import { expect, test } from 'vitest';
import { passwordProblem } from './new-password.ts';

test('a new password is entered twice, long enough, and the same', () => {
  expect(passwordProblem('', 'abcdef')?.title).toBe('Fields required');
  expect(passwordProblem('abcde', 'abcde')?.title).toBe('Password too short');
  expect(passwordProblem('abcdef', 'abcdeg')?.title).toBe("Passwords don't match");
  expect(passwordProblem('abcdef', 'abcdef')).toBeNull();
});
