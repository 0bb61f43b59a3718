import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testRondo, type TestRondo } from '../../testing/test-rondo.ts';
import { ok, type Answer, type Visitor } from '../../testing/visitor.ts';

let rondo: TestRondo;
beforeAll(async () => {
  rondo = await testRondo('2026-11-23T15:00:00Z', { CALLS_AT_ONCE: '4', CALLS_WAITING: '6', CALL_SECONDS: '120' });
});
afterAll(() => rondo.stop());

/** Reads of the students wait from now on, until they are let go. */
const holdStudents = async (): Promise<() => Promise<void>> => {
  const client = new pg.Client({ connectionString: rondo.connectionString });
  await client.connect();
  const [model] = await rondo.query(`select schemaname from pg_tables where tablename = 'students'`);
  await client.query(`begin; lock table ${model?.schemaname}.students in access exclusive mode`);
  return () => client.end();
};

const names = ['Ava', 'Ben', 'Cleo', 'Dov', 'Eve', 'Finn'];
const problem = { Accept: 'application/json, application/problem+json' };
const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status);
const student = (firstName: string) => ({ firstName, lastName: 'Moss', address: '1905 S 5th St, Austin, TX 78704' });
const namesOf = async (visitor: Visitor): Promise<string[]> =>
  ok(await visitor.get('/api/students')).map(({ firstName }: { firstName: string }) => firstName);

test('beyond what it carries the server refuses reads at once and commands last, loses nothing, and recovers', async () => {
  const one = await rondo.visitor().register('a@example.com');
  const other = await rondo.visitor().register('b@example.com');
  // Whose their sessions are is known from now on.
  for (const visitor of [one, other]) expect(await namesOf(visitor)).toEqual([]);
  const letGo = await holdStudents();
  const outcomes: Answer[] = [];
  const noted = async (call: Promise<Answer>): Promise<Answer> => {
    const answer = await call;
    outcomes.push(answer);
    return answer;
  };
  const readers = [one, one, one, one, one, other, other, other, other, other];
  const reads = [...readers, ...readers].map((visitor) => noted(visitor.get('/api/students', problem)));
  // Four are carried out and six wait; the ten others are answered although nothing goes on.
  await expect.poll(() => statuses(outcomes), { timeout: 30_000 }).toEqual(Array.from({ length: 10 }, () => 503));
  for (const { headers, json } of outcomes) {
    expect([1, 2, 3, 4]).toContain(Number(headers.get('Retry-After')));
    expect(json).toEqual({
      type: 'about:blank',
      title: 'Not available',
      status: 503,
      detail: 'The server is busy right now. Please try again in a moment.',
      isBusy: true,
    });
  }
  const commands = names.map((name) => noted(one.post('/api/students', student(name), { 'Idempotency-Key': name })));
  // Each takes the place of a read that waits.
  await expect.poll(() => statuses(outcomes), { timeout: 30_000 }).toEqual(Array.from({ length: 16 }, () => 503));
  // The seventh is another studio's: the last of the studio that waits most is refused.
  commands.push(noted(other.post('/api/students', student('Gus'), problem)));
  await expect.poll(() => outcomes.length, { timeout: 30_000 }).toBe(17);
  const metrics = await (await fetch(`${rondo.url}/metrics`)).text();
  expect(metrics).toContain('rondo_calls{state="refused"} 17');

  await letGo();
  expect(statuses(await Promise.all(reads)).filter((status) => status === 200)).toHaveLength(4);
  const ends = statuses(await Promise.all(commands));
  const refused = names.filter((_, i) => ends[i] === 503);
  expect(refused).toHaveLength(1);
  expect([200, 202]).toContain(ends.at(-1));
  // What was acknowledged is there, and nothing else until it is sent again.
  const saved = names.filter((name) => !refused.includes(name));
  await expect.poll(async () => (await namesOf(one)).toSorted(), { timeout: 30_000 }).toEqual(saved);
  for (const name of refused) ok(await one.post('/api/students', student(name), { 'Idempotency-Key': name }));
  const all = async () => [(await namesOf(one)).toSorted(), await namesOf(other)];
  await expect.poll(all, { timeout: 30_000 }).toEqual([names, ['Gus']]);
});
