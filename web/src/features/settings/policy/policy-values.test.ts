import { policyInWords } from '@rondo/contracts/policy/words.ts';
import { policyTerms } from '@rondo/contracts/policy/policy.ts';
import { expect, test } from 'vitest';
import { examplePolicy, termsOf, valuesOf, withDeadline } from './policy-values.ts';

test('what a policy says is what its form says', () => {
  const policies = [
    examplePolicy,
    policyTerms.parse({ tiers: [] }),
    policyTerms.parse({
      tiers: [{ dayBefore: '18:30', outcome: { charge: 33 } }],
      late: 80,
      noShow: 0,
      ours: 'owed',
      owedDays: null,
      owedPerTerm: 2,
      beyond: 75,
    }),
  ];
  for (const terms of policies) expect(termsOf(valuesOf(terms))).toEqual({ terms });
});

test('the example is what families read', () => {
  expect(policyInWords(examplePolicy)).toEqual([
    'Cancelled at least 48 hours before: the price stands, and you get another lesson within 30 days.',
    'Cancelled at least 24 hours before: 50 % of the price.',
    'Cancelled later: the full price.',
    'Nobody at home: the full price.',
    'If the teacher cancels: no charge.',
  ]);
});

test('what cannot be read is told', () => {
  const values = valuesOf(examplePolicy);
  const [first] = values.deadlines;
  if (!first) throw new Error('The example has deadlines.');
  const problem = (change: object) => termsOf({ ...values, ...change });
  expect(problem({ deadlines: [{ ...first, hours: 'two' }] })).toEqual({
    problem: 'A deadline is 1 to 336 whole hours before, or a time on the day before.',
  });
  expect(problem({ late: { comes: 'part', percent: '101' } })).toEqual({
    problem: 'The share must be a whole number from 0 to 100.',
  });
  expect(problem({ owedDays: '0' })).toEqual({
    problem: 'Owed lessons can be made up for within 1 to 400 days, or without end.',
  });
  expect(problem({ owedPerTerm: '-1' })).toEqual({
    problem: 'A family can have 1 to 100 owed lessons a term, or any number.',
  });
});

test('one more deadline is later than the last one', () => {
  const { deadlines } = withDeadline(valuesOf(examplePolicy));
  expect(deadlines.map(({ hours, key }) => [hours, key])).toEqual([
    ['48', 0],
    ['24', 1],
    ['12', 2],
  ]);
});
