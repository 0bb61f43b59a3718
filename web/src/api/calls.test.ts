import { allEndpoints } from '@rondo/contracts/api/all.ts';
import { expect, test } from 'vitest';
import { traitsOf } from './calls.ts';

test('the table of calls says of each call what its declaration says', () => {
  const own = allEndpoints.filter(({ access }) => access !== 'family');
  expect(own.length).toBeGreaterThan(200);
  for (const { method, path, access, secret = false, slow = false, reads = [], updates = [], writes = [] } of own)
    expect(traitsOf(`${method} ${path}`), `${method} ${path}`).toEqual({
      isOpen: access === 'anyone',
      secret,
      slow,
      reads: [...new Set<string>(reads)].toSorted(),
      changes: [...new Set<string>([...updates, ...writes])].toSorted(),
    });
});

test('a call without traits changes nothing that a screen lists', () => {
  expect(traitsOf('GET /api/no-such-call')).toEqual({
    isOpen: false,
    secret: false,
    slow: false,
    reads: [],
    changes: [],
  });
});
