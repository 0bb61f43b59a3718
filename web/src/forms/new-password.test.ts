import { expect, test } from 'vitest';
import { changeProblem, resetProblem } from './new-password.ts';

const reset = (newPassword: string, confirmation: string) => resetProblem({ newPassword, confirmation });
const change = (currentPassword: string, newPassword: string, confirmation: string) =>
  changeProblem({ currentPassword, newPassword, confirmation });
const problem = (field: string, title: string, description: string) => ({ field, message: { title, description } });

test('a reset password is typed twice, long enough, and the same', () => {
  const missing = ['Fields required', 'Please fill in both password fields.'] as const;
  expect(reset('', 'abcdef')).toEqual(problem('newPassword', ...missing));
  expect(reset('abcdef', '')).toEqual(problem('confirmation', ...missing));
  expect(reset('abcde', 'abcde')).toEqual(
    problem('newPassword', 'Password too short', 'Password must be at least 6 characters long.'),
  );
  expect(reset('abcdef', 'abcdeg')).toEqual(
    problem('confirmation', "Passwords don't match", 'Please make sure both passwords are identical.'),
  );
  expect(reset('abcdef', 'abcdef')).toBeNull();
});

test('a changed password also differs from the current one', () => {
  const missing = ['All fields required', 'Please fill in all password fields.'] as const;
  expect(change('', '', '')).toEqual(problem('currentPassword', ...missing));
  expect(change('six-strings', '', 'abcdef')).toEqual(problem('newPassword', ...missing));
  expect(change('six-strings', 'abcdef', '')).toEqual(problem('confirmation', ...missing));
  expect(change('six-strings', 'abcde', 'abcde')).toEqual(
    problem('newPassword', 'Password too short', 'New password must be at least 6 characters long.'),
  );
  expect(change('six-strings', 'abcdef', 'abcdeg')).toEqual(
    problem('confirmation', "Passwords don't match", 'Please make sure both new passwords are identical.'),
  );
  expect(change('six-strings', 'six-strings', 'six-strings')).toEqual(
    problem('newPassword', 'Same password', 'New password must be different from your current password.'),
  );
  expect(change('six-strings', 'abcdef', 'abcdef')).toBeNull();
});
