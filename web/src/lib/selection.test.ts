import { expect, test } from 'vitest';
import { selectedAfter, selectionOf, withShownToggled } from './selection.ts';

const existing = ['ann', 'ben', 'cy', 'di'];

test('a filter hides ticked rows and keeps them ticked', () => {
  const ticked = new Set(['ann', 'cy']);
  expect(selectionOf(ticked, { existing, filtered: existing })).toEqual({ ids: ticked, hidden: 0, all: false });
  expect(selectionOf(ticked, { existing, filtered: ['ben', 'cy'] })).toEqual({ ids: ticked, hidden: 1, all: false });
  expect(selectionOf(ticked, { existing, filtered: ['cy'] })).toEqual({ ids: ticked, hidden: 1, all: true });
  expect(selectionOf(ticked, { existing, filtered: [] })).toEqual({ ids: ticked, hidden: 2, all: false });
});

test('a row that is gone is no longer ticked', () => {
  const of = selectionOf(new Set(['ann', 'gone']), { existing, filtered: existing });
  expect([...of.ids]).toEqual(['ann']);
});

test('the head ticks all rows that are shown, and unticks them when they all are', () => {
  const some = withShownToggled(new Set(['ann']), ['ben', 'cy']);
  expect([...some]).toEqual(['ann', 'ben', 'cy']);
  expect([...withShownToggled(some, ['ben', 'cy'])]).toEqual(['ann']);
  expect([...withShownToggled(some, ['cy', 'di'])]).toEqual(['ann', 'ben', 'cy', 'di']);
});

test('a click selects one student alone; with Ctrl the student joins and leaves the others', () => {
  expect([...selectedAfter(new Set(['ann', 'ben']), 'eve', false)]).toEqual(['eve']);
  expect([...selectedAfter(new Set(['ann']), 'eve', true)]).toEqual(['ann', 'eve']);
  expect([...selectedAfter(new Set(['ann', 'eve']), 'ann', true)]).toEqual(['eve']);
});
