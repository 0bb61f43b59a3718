import { describe, expect, test } from 'vitest';
import { readTitle } from './titles.ts';

describe('a title says that a lesson is cancelled', () => {
  test.each([
    'Cancelled: Ana Lopez',
    'Canceled:Ana Lopez',
    'Cancelled - Ana Lopez',
    'Cancelled – Ana Lopez',
    'cancelled—Ana Lopez',
    'Cancelled, Ana Lopez',
    'CANCELED Ana Lopez',
    '[CANCELED] Ana Lopez',
    '(cancelled): Ana Lopez',
    'Ana Lopez (cancelled)',
    'Ana Lopez [CANCELED]',
    'Ana Lopez - Cancelled',
    'Ana Lopez – CANCELED',
    'Ana Lopez: cancelled',
    '  Cancelled :\n Ana Lopez ',
  ])('%s', (summary) => expect(readTitle(summary)).toEqual({ title: 'Ana Lopez', isCancelled: true }));

  test.each(['Cancelled', '(canceled)'])('without a name: %s', (summary) =>
    expect(readTitle(summary)).toEqual({ title: 'Untitled event', isCancelled: true }),
  );
});

test.each([
  'Ana Lopez',
  'Not cancelled: Ana Lopez',
  'Uncancelled: Ana Lopez',
  'Cancelled? Ana Lopez',
  'Cancellation policy',
  'Ana Lopez was not cancelled',
  'Ana Lopez (not cancelled)',
  'Ana Cancelledo',
  'Anacancelled',
])('a title does not say so: %s', (summary) =>
  expect(readTitle(summary)).toEqual({ title: summary, isCancelled: false }),
);
