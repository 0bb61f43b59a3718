import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { addStudent, addTeacher, everyDay } from '../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../testing/test-rondo.ts';
import type { Visitor } from '../../testing/visitor.ts';

const statsIn = z.object({
  optimizationReports: z.record(z.string(), z.object({ optimizationStats: z.looseObject({}) })),
});
const drawn = z.object({
  week: z.array(z.object({ studentId: z.string(), source: z.string(), driveTime: z.number().nullable() })).optional(),
});
const started = z.object({ runId: z.string() });

let rondo: TestRondo;
let dana: Visitor;
let teacher: string;
const students: string[] = [];
beforeAll(async () => {
  rondo = await testRondo('2026-11-23T15:00:00Z', { OPTIMIZER_SECONDS: '60' });
  dana = await rondo.visitor().register('dana@example.com');
  teacher = await addTeacher(dana, 'Dana Whitfield', everyDay);
  for (let i = 0; i < 30; i += 1) {
    const address = `${100 + i} Main St, Austin, TX 787${String(1 + (i % 40)).padStart(2, '0')}`;
    students.push(await addStudent(dana, `Ann${i} Lee`, everyDay, { teacherId: teacher, address }));
  }
});
afterAll(() => rondo.stop());

type Event = { readonly event: string; readonly data: unknown };

const eventsIn = (text: string): Event[] =>
  text
    .split('\n\n')
    .map((block) => /^event: (.*)\ndata: (.*)$/.exec(block))
    .flatMap((found) => (found ? [{ event: found[1] ?? '', data: JSON.parse(found[2] ?? '') }] : []));

const begin = (studentIds: readonly string[], leave = new AbortController(), call: 'generate' | 'curve' = 'generate') =>
  fetch(`${rondo.url}/api/schedule/${call}`, {
    method: 'POST',
    signal: leave.signal,
    headers: { ...dana.cookies, 'Content-Type': 'application/json', Accept: 'text/event-stream' },
    body: JSON.stringify({ teacherIds: [teacher], studentIds }),
  });

/** The run's id, read from the first event. */
const runIdOf = async (reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> => {
  const { value } = await reader.read();
  const [first] = eventsIn(new TextDecoder().decode(value));
  return started.parse(first?.data).runId;
};

const reports = async (): Promise<unknown[]> => (await dana.get('/api/optimization-reports')).json.reports;

test('a run streams its progress, and its last event is the normal response', async () => {
  const response = await begin(students.slice(0, 3));
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const events = eventsIn(await response.text());
  expect([events[0]?.event, events.at(-1)?.event]).toEqual(['started', 'result']);
  expect(events.slice(1, -1)).toContainEqual({
    event: 'progress',
    data: expect.objectContaining({ teacherId: teacher, scheduled: 3, selected: 3, bound: 3 }),
  });
  expect(events.at(-1)?.data).toMatchObject({ failed: [], lessons: [{}, {}, {}] });
  // The week itself is there before the end, as the report has it, with the drives of its days.
  const weeks = events.flatMap(({ event, data }) => (event === 'progress' ? (drawn.parse(data).week ?? []) : []));
  expect(weeks.length).toBeGreaterThanOrEqual(3);
  for (const { studentId, source, driveTime } of weeks) {
    expect(students.slice(0, 3)).toContain(studentId);
    expect([source, driveTime]).toEqual(['optimized', expect.any(Number)]);
  }
  expect(await reports()).toHaveLength(1);
});

test('a stopped run writes and returns the best plan so far, and claims no proof that it does not have', async () => {
  const before = (await reports()).length;
  const response = await begin(students);
  const reader = response.body?.getReader();
  if (!reader) throw new Error('There is no stream.');
  const runId = await runIdOf(reader);
  const stranger = await rondo.visitor().register('stranger@example.com');
  expect((await stranger.post('/api/schedule/generate/stop', { runId })).status).toBe(404);
  expect((await dana.post('/api/schedule/generate/stop', { runId })).json).toEqual({ success: true });
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read())
    text += new TextDecoder().decode(part.value);
  const last = eventsIn(text).at(-1);
  expect(last?.event).toBe('result');
  expect(statsIn.parse(last?.data).optimizationReports[teacher]?.optimizationStats).toMatchObject({
    proven: false,
    stopped: true,
    provenGoals: { driving: false, idle: false },
  });
  expect(await reports()).toHaveLength(before + 1);
  const over = await dana.post('/api/schedule/generate/stop', { runId });
  expect([over.status, over.text]).toEqual([404, 'This run is no longer in progress.']);
});

test('a disconnected client gets nothing written', async () => {
  const before = await reports();
  const leave = new AbortController();
  const response = await begin(students, leave);
  const reader = response.body?.getReader();
  if (!reader) throw new Error('There is no stream.');
  const runId = await runIdOf(reader);
  leave.abort();
  await vi.waitFor(async () => {
    expect((await dana.post('/api/schedule/generate/stop', { runId })).status).toBe(404);
  }, 30_000);
  expect(await reports()).toEqual(before);
});

test('a curve is streamed and stopped as a run is, has a plan for each point, and writes nothing', async () => {
  const before = await reports();
  const response = await begin(students, undefined, 'curve');
  const reader = response.body?.getReader();
  if (!reader) throw new Error('There is no stream.');
  const runId = await runIdOf(reader);
  expect((await dana.post('/api/schedule/generate/stop', { runId })).json).toEqual({ success: true });
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read())
    text += new TextDecoder().decode(part.value);
  const last = eventsIn(text).at(-1);
  expect(last).toMatchObject({ event: 'result', data: { families: 0, least: 0, suggested: 0 } });
  expect(await reports()).toEqual(before);
});

test('a studio has at most four concurrent calls, and a disconnect frees the optimizer without a stream too', async () => {
  const before = await reports();
  const leave = new AbortController();
  const ask = (studentIds: readonly string[], signal?: AbortSignal) =>
    fetch(`${rondo.url}/api/schedule/generate`, {
      method: 'POST',
      ...(signal ? { signal } : {}),
      headers: { ...dana.cookies, 'Content-Type': 'application/json' },
      body: JSON.stringify({ teacherIds: [teacher], studentIds }),
    });
  const five = Array.from({ length: 5 }, () => ask(students, leave.signal));
  const refused = await Promise.race(five);
  expect([refused.status, await refused.text()]).toEqual([
    429,
    'You are planning already. Wait for that plan or stop it.',
  ]);
  leave.abort();
  expect((await Promise.allSettled(five)).filter(({ status }) => status === 'rejected')).toHaveLength(4);
  // Each of the four would take a minute.
  await vi.waitFor(async () => expect((await ask(students.slice(0, 3))).status).toBe(200), 30_000);
  expect(await reports()).toHaveLength(before.length + 1);
});

test('a domain error is the last event', async () => {
  const response = await begin(['0b8f6a52-0000-4000-8000-000000000000']);
  expect(eventsIn(await response.text()).at(-1)).toEqual({
    event: 'error',
    data: { status: 404, detail: 'There is no such student.' },
  });
});
