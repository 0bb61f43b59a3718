import { allEndpoints } from '@rondo/contracts/api/all.ts';
import { pathOf, type Endpoint } from '@rondo/contracts/api/endpoint.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testRondo, type TestRondo } from '../../../testing/test-rondo.ts';
import { refused, type Visitor } from '../../../testing/visitor.ts';

let rondo: TestRondo;
let dana: Visitor;
beforeAll(async () => {
  rondo = await testRondo();
  dana = await rondo.visitor().register('dana@example.com');
});
afterAll(() => rondo.stop());

const lists = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number): string => '{"a":'.repeat(depth - 1) + '{}' + '}'.repeat(depth - 1);
/** A field that a call may know, with lists in it. */
const field = (name: string, depth: number): string => `{"${name}":${lists(depth - 1)}}`;

const somePath = ({ path }: Endpoint): string =>
  pathOf(path, Object.fromEntries([...path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => [name, randomUUID()])));

const sentence = 'This request is nested too deeply.';

test(
  'no call reads JSON that is nested more than fifty deep, with an Idempotency-Key or without',
  { timeout: 120_000 },
  async () => {
    const writes = allEndpoints.filter(({ method, upload }) => method !== 'GET' && upload === undefined);
    expect(writes.length).toBeGreaterThan(50);
    for (const endpoint of writes)
      for (const body of [objects(51), field('ids', 51), objects(50_000), field('students', 50_000)])
        for (const key of [{}, { 'Idempotency-Key': randomUUID() }])
          expect([endpoint.path, ...refused(await dana.call(endpoint.method, somePath(endpoint), body, key))]).toEqual([
            endpoint.path,
            400,
            sentence,
          ]);
  },
);

test('fifty is not too deep, side by side neither', async () => {
  for (const body of [
    objects(50),
    field('ids', 50),
    `{"many":[${Array.from({ length: 500 }, () => lists(40)).join(',')}]}`,
  ])
    expect(await dana.post('/api/students', body, { 'Idempotency-Key': randomUUID() })).toMatchObject({
      status: 400,
      text: expect.not.stringContaining(sentence),
    });
});
