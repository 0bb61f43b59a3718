import { expect, test } from 'vitest';
import { proofBadge, proofSentence, proofSoFar } from './proof.ts';

const all = { placed: true, preferred: true, driving: true, idle: true };
const none = { placed: false, preferred: false, driving: false, idle: false };

test('the badge is full only when every goal is proven', () => {
  expect(proofBadge(all)).toBe('Proven optimal');
  expect(proofBadge({ ...all, idle: false })).toBe('Most students: proven');
  expect(proofBadge({ ...none, placed: true })).toBe('Most students: proven');
  expect(proofBadge(none)).toBeNull();
});

test('one line says which goals are proven and which are not', () => {
  expect(proofSentence(all)).toBe('');
  expect(proofSentence({ ...none, placed: true })).toBe(
    'Proven: most students. Not proven: most preferred slots, least driving and least waiting.',
  );
  expect(proofSentence(none)).toBe('Not proven: most students, most preferred slots, least driving and least waiting.');
  expect(proofSoFar(none)).toBe('');
  expect(proofSoFar({ ...none, placed: true, preferred: true })).toBe(
    'Proven so far: most students and most preferred slots.',
  );
});
