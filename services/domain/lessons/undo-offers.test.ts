import { expect, test } from 'vitest';
import { undoOffers } from './lesson-history.ts';

const offers = (batches: string[], undoes: Record<string, string> = {}) =>
  Object.fromEntries(undoOffers(batches, new Map(Object.entries(undoes))));

test('the newest change can be undone, older ones only after it', () => {
  expect(offers(['second', 'first'])).toEqual({ second: 'undo' });
  expect(offers([])).toEqual({});
});

test('after an undo, it can be redone, and the change before can be undone', () =>
  expect(offers(['undo', 'second', 'first'], { undo: 'second' })).toEqual({ undo: 'redo', first: 'undo' }));

test('what was redone can be undone again', () =>
  expect(offers(['redo', 'undo', 'first'], { undo: 'first', redo: 'undo' })).toEqual({ first: 'undo' }));

test('an undo that is followed by another change is not redone', () =>
  expect(offers(['third', 'undo', 'second', 'first'], { undo: 'second' })).toEqual({ third: 'undo' }));
