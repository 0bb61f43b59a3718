import { expect, test } from 'vitest';
import { seenIn, shownRevision } from './shown-revision.ts';

test('a revision is accepted only in the schedule where it was seen', () => {
  for (const revision of [0, 1, 7, 2 ** 31]) {
    const shown = shownRevision('dana', revision);
    expect(Number.isSafeInteger(Number(shown))).toBe(true);
    expect(seenIn('dana', shown)).toBe(revision);
    expect(seenIn('marcus', shown)).toBe(-1);
  }
  expect(seenIn('dana', undefined)).toBeUndefined();
});
