import { afterAll, beforeAll, expect, test } from 'vitest';
import { logLines } from '../../testing/log-lines.ts';
import { addStudent, addTeacher, everyDay } from '../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../testing/test-rondo.ts';
import { ok, type Visitor } from '../../testing/visitor.ts';

const { log, traces } = logLines();
let rondo: TestRondo;
beforeAll(async () => {
  rondo = await testRondo(
    '2026-11-23T15:00:00Z',
    {
      OPTIMIZER_SECONDS: '60',
      GUEST_PLAN_SECONDS: '0.5',
      PLANS_PER_PLACE: '2',
      PLANS_OF_GUESTS: '3',
      PLANS_IN_ALL: '6',
    },
    undefined,
    log,
  );
});
afterAll(() => rondo.stop());

/** What a visitor sends to have all students planned: more than can be proven quickly. */
const largeWeek = async (visitor: Visitor, students = 30) => {
  const teacherId = await addTeacher(visitor, 'Dana Whitfield', everyDay);
  const studentIds: string[] = [];
  for (let i = 0; i < students; i += 1) {
    const address = `${100 + i} Main St, Austin, TX 787${String(1 + i).padStart(2, '0')}`;
    studentIds.push(await addStudent(visitor, `Ann${i} Lee`, everyDay, { teacherId, address }));
  }
  return { teacherIds: [teacherId], studentIds };
};

const guest = async (): Promise<Visitor> => {
  const visitor = rondo.visitor();
  ok(await visitor.post('/api/guest-login'));
  return visitor;
};

test('a guest’s week is planned for the guests’ seconds, whatever the settings allow', async () => {
  const visitor = await guest();
  ok(await visitor.patch('/api/settings', { optimizerSeconds: 120 }));
  const week = await largeWeek(visitor);
  const { optimizationReports } = ok(await visitor.post('/api/schedule/generate', week));
  const [teacherId = ''] = week.teacherIds;
  expect(optimizationReports[teacherId].optimizationStats.proven).toBe(false);
  // Everybody has the same two hours. Their time is over when it could be asked how many five minutes would place.
  const sameHours = [{ dayOfWeek: 1, startTime: '15:00', endTime: '17:00' }];
  for (const id of week.studentIds) ok(await visitor.put(`/api/students/${id}`, { availability: sameHours }));
  const quarters = ok(await visitor.post('/api/schedule/generate', { ...week, startGrid: 15 }));
  expect(quarters.optimizationReports[teacherId].startGrid).toEqual({ minutes: 15, moreAtFive: null });
});

test('a place, guests together and all studios have their share of the planner', async () => {
  const leave = new AbortController();
  const ask = async (visitor: Visitor, week: unknown, place: string, accept = 'text/event-stream') =>
    fetch(`${rondo.url}/api/schedule/generate`, {
      method: 'POST',
      signal: leave.signal,
      headers: { ...visitor.cookies, 'Content-Type': 'application/json', 'X-Forwarded-For': place, Accept: accept },
      body: JSON.stringify(week),
    });
  /** Its first event says that a call is admitted. */
  const under = async (visitor: Visitor, week: unknown, place: string): Promise<void> => {
    const answer = await ask(visitor, week, place);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    await answer.body?.getReader().read();
  };
  const refused = async (visitor: Visitor, place: string, accept?: string) => {
    const answer = await ask(visitor, someWeek, place, accept);
    return [answer.status, await answer.text(), answer.headers.get('retry-after')];
  };
  const [dana, eva, guests] = [
    await rondo.visitor().register('dana@example.com'),
    await rondo.visitor().register('eva@example.com'),
    [await guest(), await guest(), await guest()],
  ];
  const long = await largeWeek(dana);
  const someWeek = { teacherIds: long.teacherIds, studentIds: long.studentIds.slice(0, 1) };
  const fromNetwork = [429, 'Other plans are being made from your network. Please try again in a minute.', '60'];
  const busy = [503, 'The planner is busy right now. Please try again in a minute.', '60'];
  const before = traces().length;

  await under(dana, long, '203.0.113.1');
  await under(dana, long, '203.0.113.1');
  expect(await refused(eva, '203.0.113.1')).toEqual(fromNetwork);
  expect(await refused(eva, '203.0.113.1', 'application/json')).toEqual(fromNetwork);
  // Behind the account's runs, guests wait for their turns.
  for (const [i, visitor] of guests.entries()) await under(visitor, await largeWeek(visitor, 1), `198.51.100.${i}`);
  expect(await refused(await guest(), '198.51.100.9')).toEqual(busy);
  await under(eva, await largeWeek(eva, 1), '203.0.113.2');
  expect(await refused(await rondo.visitor().register('finn@example.com'), '203.0.113.3')).toEqual(busy);

  const limits = traces()
    .slice(before)
    .flatMap((line) => (line.event === 'limit' ? [line.limit] : []));
  expect(limits).toEqual(['plans of a place', 'plans of a place', 'plans of guests', 'plans']);
  leave.abort();
});
