import { expect, test } from 'vitest';
import { fewNames, listedNames } from './texts.ts';

const names = ['Ann', 'Ben', 'Cy', 'Di', 'Eve', 'Fay', 'Gil'];

test('up to five names are listed, of more the first five and how many follow', () => {
  expect([0, 1, 2, 5, 6, 7].map((count) => listedNames(names.slice(0, count)))).toEqual([
    '',
    'Ann',
    'Ann and Ben',
    'Ann, Ben, Cy, Di and Eve',
    'Ann, Ben, Cy, Di, Eve and 1\u00a0more',
    'Ann, Ben, Cy, Di, Eve and 2\u00a0more',
  ]);
});

test('a question names people only if they are five or fewer', () => {
  expect([fewNames(names.slice(0, 5)), fewNames(names.slice(0, 6))]).toEqual(['Ann, Ben, Cy, Di and Eve', null]);
});
