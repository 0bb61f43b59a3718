import { expect, test } from 'vitest';
import { shownTeachers, toggled } from './columns.ts';

const teachers = ['zoe', 'Ben', 'ada', 'Cy', 'Dana', 'Eve', 'Flo', 'Gus', 'Hal'].map((name) => ({
  id: `id-${name}`,
  name,
}));
const namesIn = (named: string | null) => shownTeachers(teachers, named).map(({ name }) => name);

test('of all teachers the first eight by name are side by side', () => {
  expect(namesIn('all')).toEqual(['ada', 'Ben', 'Cy', 'Dana', 'Eve', 'Flo', 'Gus', 'Hal']);
  expect(namesIn(null)).toEqual(namesIn('all'));
});

test('an address names whose columns there are; who is gone is left out, and nobody is everybody', () => {
  expect(namesIn('id-zoe,id-gone,id-Ben,')).toEqual(['Ben', 'zoe']);
  expect(namesIn('id-gone,')).toEqual(namesIn('all'));
});

test('a column is hidden and shown again, and the last one stays', () => {
  const both = shownTeachers(teachers, 'id-Ben,id-Cy');
  expect(namesIn(toggled(both, 'id-Ben'))).toEqual(['Cy']);
  expect(namesIn(toggled(both, 'id-zoe'))).toEqual(['Ben', 'Cy', 'zoe']);
  const last = shownTeachers(teachers, toggled(both, 'id-Ben'));
  expect(toggled(last, 'id-Cy')).toBe('id-Cy,');
});
