import { expect, test } from 'vitest';
import { Unavailable } from '../../../platform/kit/errors.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

// Cheap to check: only the queueing matters here.
const stored = `$argon2id$v=19$m=8,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

test('with many concurrent passwords some are queued, and the rest are rejected with a message', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 110 }, () => verifyPassword('guess', stored)));
  const refused = answers.filter((answer) => answer.status === 'rejected');
  expect(answers.filter((answer) => answer.status === 'fulfilled').map(({ value }) => value)).toEqual(
    Array.from({ length: 102 }, () => false),
  );
  expect(refused).toHaveLength(8);
  for (const { reason } of refused) {
    expect(reason).toBeInstanceOf(Unavailable);
    expect(reason.message).toBe('Too many people are signing in right now. Please try again in a moment.');
  }
  expect(await verifyPassword('six-strings', await hashPassword('six-strings'))).toBe(true);
});
