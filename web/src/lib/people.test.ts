import { expect, test } from 'vitest';
import { byName, nameMatcher } from './people.ts';

test('people are sorted as their names are shown, whatever the case or accents', () => {
  const person = (firstName: string, lastName: string) => ({ firstName, lastName });
  const sorted = [
    person('Ava', 'Lindqvist'),
    person('Zoe', 'Adler'),
    person('ben', 'ito'),
    person('Ana', 'Ito'),
    person('Émile', 'Ávila'),
  ].toSorted(byName);
  expect(sorted.map(({ firstName }) => firstName)).toEqual(['Ana', 'Ava', 'ben', 'Émile', 'Zoe']);
});

test('a search finds a name by the beginnings of its parts', () => {
  const found = (search: string) => ['Ben Ito', 'Charlotte Nakamura-Hughes', 'Zoë Benítez'].filter(nameMatcher(search));
  expect(found('')).toHaveLength(3);
  expect(found('  ')).toHaveLength(3);
  expect(found('ben')).toEqual(['Ben Ito', 'Zoë Benítez']);
  expect(found('zoe BEN')).toEqual(['Zoë Benítez']);
  expect(found('hughes')).toEqual(['Charlotte Nakamura-Hughes']);
  expect(found('akamura')).toEqual([]);
});
