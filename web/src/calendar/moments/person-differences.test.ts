import { expect, test } from 'vitest';
import { changedNames, peopleCompared } from './person-differences.ts';

type Row = { readonly id: string; readonly phone: string | null; readonly weeks: readonly number[] };

const compare = (past: readonly Row[], present: readonly Row[]) =>
  peopleCompared({
    past,
    present,
    idOf: ({ id }) => id,
    changesOf: (one, other) => changedNames(one, other, { phone: ({ phone }) => phone, weeks: ({ weeks }) => weeks }),
  });

test('people who are the same then and now differ in nothing', () => {
  const row = { id: 'ann', phone: null, weeks: [1] };
  expect(compare([row], [{ ...row, weeks: [1] }]).differences.size).toBe(0);
});

test('people are gone, new or changed, and those added since stand after those of then', () => {
  const ann = { id: 'ann', phone: null, weeks: [1] };
  const ben = { id: 'ben', phone: '512', weeks: [] };
  const { rows, differences } = compare(
    [ann, ben],
    [
      { ...ann, phone: '737', weeks: [2] },
      { ...ben, id: 'cleo' },
    ],
  );
  expect(rows.map(({ id }) => id)).toEqual(['ann', 'ben', 'cleo']);
  expect([...differences]).toEqual([
    ['ann', { kind: 'changed', changes: ['phone', 'weeks'] }],
    ['ben', { kind: 'gone', changes: [] }],
    ['cleo', { kind: 'new', changes: [] }],
  ]);
});
