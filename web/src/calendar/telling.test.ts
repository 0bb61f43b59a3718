import { expect, test } from 'vitest';
import { familyName } from './telling.ts';

test.each([
  ['Ann', 'Park', 'the Parks'],
  ['Ann', 'Jones', 'the Joneses'],
  ['Ann', 'Núñez', 'the Núñezes'],
  ['Ann', 'O’Brien', 'the O’Briens'],
  ['Wei', '王', 'Wei’s family'],
  ['Ann', '', 'Ann’s family'],
])('%s %s and those at home are %s', (firstName, lastName, family) => {
  expect(familyName({ firstName, lastName })).toBe(family);
});
