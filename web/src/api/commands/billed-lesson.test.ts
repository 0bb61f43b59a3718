import { expect, test } from 'vitest';
import { CallFailed } from '../call-failed.ts';
import { billedLesson } from './billed-lesson.ts';
import { goBy } from '../../lib/page/navigation.ts';

test('a change of a billed lesson leads to the invoice', () => {
  const visited: string[] = [];
  goBy((path) => visited.push(path));
  const sentence = 'This lesson is on invoice INV-2026-0063. Delete the invoice first.';
  const found = billedLesson(new CallFailed(409, sentence));
  expect(found?.description).toBe(sentence);
  found?.action.run();
  expect(visited).toEqual(['/students?tab=invoices&invoice=INV-2026-0063']);
});

test('other errors lead nowhere', () => {
  expect(billedLesson(new CallFailed(409, 'That time is taken.'))).toBe(null);
  expect(billedLesson(new CallFailed(500, 'This lesson is on invoice INV-2026-0063.'))).toBe(null);
  expect(billedLesson(new Error('INV-2026-0063'))).toBe(null);
});
