import { expect, test } from 'vitest';
import { BoundedMap } from './bounded-map.ts';

test('of more entries than it holds, those set longest ago are dropped', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ]);
});

test('an entry that is used stays, and one that is missing is made', () => {
  const map = new BoundedMap<string, number[]>(2);
  map.use('a', () => []).push(1);
  map.set('b', []);
  map.use('a', () => []).push(2);
  map.set('c', []);
  expect([...map.keys()]).toEqual(['a', 'c']);
  expect(map.get('a')).toEqual([1, 2]);
});
