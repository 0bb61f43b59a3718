import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { jsonInSteps } from './json-in-steps.ts';

const entry = z.object({ id: z.string(), note: z.string().nullable(), at: z.number().optional() });
const schema = z.object({
  success: z.boolean(),
  entries: z.array(entry),
  more: z.object({ counts: z.array(z.number()), name: z.string() }).optional(),
  absent: z.string().optional(),
  upper: z.array(z.string().transform((text) => text.toUpperCase())),
});

const list = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 130, size: 'max' });
const given = fc.record(
  {
    success: fc.boolean(),
    entries: list(fc.record({ id: fc.string(), note: fc.option(fc.string()), undeclared: fc.integer() })),
    more: fc.record({ counts: list(fc.integer()), name: fc.string() }),
    absent: fc.constant(undefined),
    upper: list(fc.string()),
    secret: list(fc.string()),
  },
  { requiredKeys: ['success', 'entries', 'upper'] },
);

test('an answer is what its call declares, however long its arrays are', () =>
  fc.assert(
    fc.asyncProperty(given, async (value) => {
      expect((await jsonInSteps(schema, value)).join('')).toBe(JSON.stringify(schema.parse(value)));
      expect((await jsonInSteps(z.array(entry), value.entries)).join('')).toBe(
        JSON.stringify(z.array(entry).parse(value.entries)),
      );
    }),
    { numRuns: 50 },
  ));

test('an entry or a field that is not as declared is refused, also far back in a long array', async () => {
  const entries = Array.from({ length: 200 }, (_, i) => ({ id: i === 170 ? i : `${i}`, note: null }));
  const upper = Array.from({ length: 200 }, () => 'a');
  await expect(jsonInSteps(schema, { success: true, entries, upper: [] })).rejects.toThrow(z.ZodError);
  await expect(jsonInSteps(schema, { success: 'yes', entries: [], upper })).rejects.toThrow(z.ZodError);
  await expect(jsonInSteps(schema, { success: true, upper })).rejects.toThrow(z.ZodError);
});

test.each([
  ['by itself', (entries: unknown) => ({ schema: z.array(entry), value: entries })],
  ['in an object', (entries: unknown) => ({ schema, value: { success: true, upper: [], entries } })],
])('other work runs while a long array is written, %s', async (_, answer) => {
  const entries = Array.from({ length: 60_000 }, (_one, i) => ({ id: `${i}`, note: 'a'.repeat(200) }));
  const { schema: declared, value } = answer(entries);
  const state = { isWritten: false };
  let turns = 0;
  const writing = jsonInSteps(declared, value).finally(() => {
    state.isWritten = true;
  });
  for (; !state.isWritten; turns += 1) await nextTurn();
  expect(turns).toBeGreaterThan(1);
  expect(JSON.parse((await writing).join(''))).toEqual(value);
});
