import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import ICAL from 'ical.js';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountsDb } from '../../../platform/postgres/tables.ts';
import { columnsWith } from '../../../testing/found-text.ts';
import { addStudent, addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../../testing/test-rondo.ts';
import { ok, type Visitor } from '../../../testing/visitor.ts';
import { feedFetches } from './fetches.ts';
import { feedKeyFrom, findSubscriber, hashOf, revokeTokens, shareToken, writtenFetches } from './tokens.ts';

let rondo: TestRondo;
let pool: ReturnType<typeof connectionPool>;
let db: Kysely<AccountsDb>;
let studios = 0;
beforeAll(async () => {
  rondo = await testRondo('2026-11-23T15:00:00Z');
  pool = connectionPool({ connectionString: rondo.connectionString, max: 2, name: 'test' });
  db = new Kysely<AccountsDb>({ dialect: new PostgresDialect({ pool }) });
});
afterAll(async () => {
  await pool.end();
  await rondo.stop();
});

const withSecret = (secret: string) => ({ db, feedKey: () => Promise.resolve(feedKeyFrom(secret)) });

/** Dana teaches Ann on Tuesdays at 4 PM in Austin. */
const studioOfAnn = async (open = (visitor: Visitor) => visitor.register(`feeds${(studios += 1)}@example.com`)) => {
  const dana = await open(rondo.visitor());
  const teacher = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const ann = await addStudent(dana, 'Ann Lee', everyDay, { teacherId: teacher });
  const { id: lesson } = ok(
    await dana.post('/api/lessons', {
      teacherId: teacher,
      studentId: ann,
      dayOfWeek: 2,
      startTime: '16:00',
      lessonDate: '',
    }),
  );
  return { dana, teacher, ann, lesson };
};

const share = async (visitor: Visitor, kind: 'students' | 'teachers', id: string) =>
  ok(await visitor.post(`/api/${kind}/${id}/generate-calendar-url`));
const pathOf = (url: string): string => new URL(url).pathname;
const read = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  rondo.visitor().call(method, path, undefined, headers);
const eventsIn = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => new ICAL.Event(component));

test('a family reads the lessons at an address that stays, without a session', async () => {
  const { dana, ann } = await studioOfAnn();
  const shared = await share(dana, 'students', ann);
  expect(shared).toEqual({
    subscribableUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/feeds\/[\w-]{43}\.ics$/),
    lastFetchedAt: null,
    lastFetchedBy: null,
    changedSince: false,
  });
  expect(shared.subscribableUrl.length).toBeLessThanOrEqual(128);
  expect(await share(dana, 'students', ann)).toEqual(shared);
  expect(ok(await dana.get('/api/students'))).toMatchObject([{ id: ann, calendarUrl: shared.subscribableUrl }]);
  const { status, headers, text } = await read(pathOf(shared.subscribableUrl));
  expect(status).toBe(200);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, max-age=300',
    'x-robots-tag': 'noindex',
    etag: expect.stringMatching(/^"[\w-]+"$/),
    'last-modified': expect.stringMatching(/ GMT$/),
  });
  expect(headers.getSetCookie()).toEqual([]);
  const [first, ...rest] = eventsIn(text);
  expect(rest).toHaveLength(25);
  expect([first?.summary, first?.startDate.toString()]).toEqual([
    'Ann: lesson with Dana Whitfield',
    '2026-11-24T22:00:00Z',
  ]);
  expect(first?.location).toBe('1905 S 5th St, Austin, TX 78704');
});

test('a caller that has the calendar gets 304, whatever else it sends', async () => {
  const { dana, ann } = await studioOfAnn();
  const path = pathOf((await share(dana, 'students', ann)).subscribableUrl);
  const { headers, text } = await read(path);
  const [tag, modified] = [headers.get('etag') ?? '', headers.get('last-modified') ?? ''];
  const statusWith = async (given: Record<string, string>, method = 'GET') => (await read(path, given, method)).status;
  expect(await statusWith({ 'If-None-Match': tag })).toBe(304);
  expect(await statusWith({ 'If-None-Match': `"other", W/${tag}` })).toBe(304);
  expect(await statusWith({ 'If-None-Match': '*' })).toBe(304);
  expect(await statusWith({ 'If-None-Match': tag }, 'HEAD')).toBe(304);
  expect(await statusWith({ 'If-Modified-Since': modified })).toBe(304);
  expect(await statusWith({ 'If-None-Match': '"other"', 'If-Modified-Since': modified })).toBe(200);
  expect(await statusWith({ 'If-None-Match': ',,"' })).toBe(200);
  for (const nonsense of ['yesterday', '0', 'Mon, 99 Foo 2026', new Date(0).toUTCString()])
    expect(await statusWith({ 'If-Modified-Since': nonsense }), nonsense).toBe(200);
  const unchanged = await read(path, { 'If-None-Match': tag });
  expect([unchanged.text, unchanged.headers.get('etag'), unchanged.headers.get('cache-control')]).toEqual([
    '',
    tag,
    'private, max-age=300',
  ]);
  const head = await read(path, { 'Accept-Encoding': 'identity' }, 'HEAD');
  expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', tag]);
  expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
  expect((await read(path, { 'Accept-Encoding': 'identity' })).headers.get('content-encoding')).toBeNull();
  expect((await read(path, { 'Accept-Encoding': 'gzip' })).headers.get('content-encoding')).toBe('gzip');
});

/** An answer as a stranger sees it, without what differs from request to request. */
const seenBy = async (path: string, method = 'GET') => {
  const { status, headers, text } = await read(path, { 'X-Forwarded-For': '203.0.113.9' }, method);
  const { date: _date, 'x-request-id': _id, ...rest } = Object.fromEntries(headers);
  return { status, text, rest };
};

test('unknown, revoked and incomplete addresses are answered alike', async () => {
  const { dana, ann } = await studioOfAnn();
  const { subscribableUrl } = await share(dana, 'students', ann);
  const path = pathOf(subscribableUrl);
  const { headers } = await dana.delete(`/api/students/${ann}/calendar-url`);
  expect(headers.get('rondo-batch')).toBeNull();
  const revoked = await seenBy(path);
  expect(revoked).toMatchObject({ status: 404, text: 'There is no such calendar.' });
  for (const wrong of [
    `/feeds/${'x'.repeat(43)}.ics`,
    path.slice(0, 30),
    path.replace('.ics', ''),
    `${path}.ics`,
    path.replace('.ics', '.ics/'),
    path.replace('/feeds/', '/feeds/x'),
    '/feeds/%E0%A4%A.ics',
    '/feeds/',
    '/feeds',
  ])
    expect(await seenBy(wrong), wrong).toEqual(revoked);
  expect(ok(await dana.get('/api/students'))).toMatchObject([{ calendarUrl: null }]);
  expect(ok(await dana.delete(`/api/students/${ann}/calendar-url`))).toEqual({ success: true });
  const again = await share(dana, 'students', ann);
  expect(again.subscribableUrl).not.toBe(subscribableUrl);
  expect(again.lastFetchedAt).toBeNull();
  expect((await read(pathOf(again.subscribableUrl))).status).toBe(200);
  expect(await seenBy(path)).toEqual(revoked);
});

test('a place that asks for many wrong addresses is refused, but not at a right address', async () => {
  const { dana, ann } = await studioOfAnn();
  const path = pathOf((await share(dana, 'students', ann)).subscribableUrl);
  const from = { 'X-Forwarded-For': '198.51.100.4' };
  const statuses = new Set<number>();
  for (let i = 0; i < 100; i += 1) statuses.add((await read(`/feeds/${hashOf(`guess ${i}`)}.ics`, from)).status);
  expect([...statuses]).toEqual([404]);
  const refused = await read(`/feeds/${hashOf('one more')}.ics`, from);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await read(path, from)).status).toBe(200);
  expect((await read(`/feeds/${hashOf('one more')}.ics`)).status).toBe(404);
});

test('a teacher’s calendar needs an optimized lesson, and shows every lesson, appointment and drive', async () => {
  const { dana, teacher, ann } = await studioOfAnn();
  const refused = await dana.post(`/api/teachers/${teacher}/generate-calendar-url`);
  expect([refused.status, refused.text]).toEqual([409, 'This teacher has no optimized lessons in their schedule.']);
  const ben = await addStudent(dana, 'Ben Ode', everyDay, {
    teacherId: teacher,
    address: '4400 Red River St, Austin, TX 78751',
  });
  const generated = ok(await dana.post('/api/schedule/generate', { teacherIds: [teacher], studentIds: [ben] }));
  const { reportId } = generated.optimizationReports[teacher];
  const { subscribableUrl } = await share(dana, 'teachers', teacher);
  const pending = await read(pathOf(subscribableUrl));
  expect(eventsIn(pending.text).filter(({ summary }) => summary !== 'Ann Lee')).toEqual([]);
  ok(await dana.patch(`/api/optimization-reports/${reportId}/status`, { status: 'accepted' }));
  const entry = { teacherId: teacher, entryType: 'appointment', startTime: '09:00', duration: 60 };
  ok(await dana.post('/api/lessons', { ...entry, eventTitle: 'Dentist', notes: 'Secret', lessonDate: '2026-11-27' }));
  await expect
    .poll(async () =>
      [...new Set(eventsIn((await read(pathOf(subscribableUrl))).text).map(({ summary }) => summary))].toSorted(),
    )
    .toEqual(['Ann Lee', 'Ben Ode', 'Dentist']);
  const { text } = await read(pathOf(subscribableUrl));
  expect(text).toContain('X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT');
  expect(text).not.toContain('Secret');
  const family = await read(pathOf((await share(dana, 'students', ann)).subscribableUrl));
  expect(family.text).not.toMatch(/Ben|Ode|Dentist|X-APPLE-TRAVEL|Red River/);
  expect((await dana.post(`/api/teachers/${ann}/generate-calendar-url`)).status).toBe(404);
  expect((await dana.post(`/api/students/${teacher}/generate-calendar-url`)).status).toBe(404);
});

test('a calendar shows a change with the same name and a higher sequence', async () => {
  const { dana, ann, lesson } = await studioOfAnn();
  const path = pathOf((await share(dana, 'students', ann)).subscribableUrl);
  const first = async () => {
    const [event] = eventsIn((await read(path)).text);
    return {
      uid: event?.uid,
      sequence: event?.sequence ?? 0,
      summary: event?.summary,
      start: event?.startDate.toString(),
    };
  };
  await expect.poll(async () => (await first()).sequence).toBe(1);
  const before = await first();
  const { id } = ok(await dana.post(`/api/lessons/${lesson}/cancel`, { lessonDate: '2026-11-24' }));
  await expect
    .poll(first)
    .toEqual({ ...before, sequence: before.sequence + 1, summary: `Cancelled: ${before.summary}` });
  ok(await dana.patch(`/api/lessons/${id}/reschedule`, { lessonDate: '2026-11-26', dayOfWeek: 4, startTime: '17:00' }));
  await expect.poll(first).toEqual({ ...before, sequence: before.sequence + 2, start: '2026-11-26T23:00:00Z' });
  ok(await dana.put(`/api/students/${ann}`, { firstName: 'Anna' }));
  await expect.poll(async () => (await first()).summary).toBe('Anna: lesson with Dana Whitfield');
  expect((await first()).sequence).toBe(before.sequence + 3);
});

test('sharing says what read the calendar last, and whether it has changed since', async () => {
  const { dana, ann, lesson } = await studioOfAnn();
  const { subscribableUrl } = await share(dana, 'students', ann);
  await read(pathOf(subscribableUrl), { 'User-Agent': 'Google-Calendar-Importer' });
  const google = await share(dana, 'students', ann);
  expect(google).toMatchObject({ lastFetchedBy: 'Google', changedSince: false });
  expect(Date.parse(google.lastFetchedAt)).toBeGreaterThan(Date.now() - 60_000);
  ok(await dana.post(`/api/lessons/${lesson}/cancel`, { lessonDate: '2026-12-01' }));
  expect(await share(dana, 'students', ann)).toEqual({ ...google, changedSince: true });
  await read(pathOf(subscribableUrl), { 'User-Agent': 'iOS/18.1 (22B83) dataaccessd/1.0' });
  expect(await share(dana, 'students', ann)).toMatchObject({ lastFetchedBy: 'Apple', changedSince: false });
});

test('reads are written together', async () => {
  const subscriber = { kind: 'student', studioId: 'reads', personId: 'ann' } as const;
  const hash = hashOf(await shareToken(withSecret('a secret of sixteen letters'), subscriber));
  let now = Date.UTC(2026, 10, 23, 15);
  const fetches = feedFetches(db, () => now);
  for (let i = 0; i < 100; i += 1) {
    now += 1000;
    fetches.add(hash, i === 99 ? 'Outlook' : 'Google');
  }
  fetches.add(hashOf('unknown'), null);
  const stored = () =>
    db
      .selectFrom('accounts.feed_tokens')
      .select(['fetches', 'last_fetched_by'])
      .where('token_hash', '=', hash)
      .executeTakeFirst();
  expect(await stored()).toMatchObject({ last_fetched_by: null });
  await fetches.flush();
  expect(Number((await stored())?.fetches)).toBe(100);
  expect(await writtenFetches({ db }, subscriber)).toEqual([
    { hash, personId: 'ann', last: { at: '2026-11-23T15:01:40.000000Z', by: 'Outlook' } },
  ]);
  await db.deleteFrom('accounts.feed_tokens').where('studio_id', '=', 'reads').execute();
});

test('addresses stay valid when the key changes, until they are revoked', async () => {
  const subscriber = { kind: 'teacher', studioId: 'keys', personId: 'dana' } as const;
  const [before, after] = [withSecret('the first long secret'), withSecret('the second long secret')];
  const [old, renewed] = [await shareToken(before, subscriber), await shareToken(after, subscriber)];
  expect(renewed).not.toBe(old);
  expect(await shareToken(after, subscriber)).toBe(renewed);
  const found = () => Promise.all([old, renewed].map((token) => findSubscriber(after, hashOf(token))));
  expect(await found()).toEqual([subscriber, subscriber]);
  await revokeTokens(after, subscriber);
  expect(await found()).toEqual([undefined, undefined]);
  expect(await shareToken(after, subscriber)).not.toBe(renewed);
  await db.deleteFrom('accounts.feed_tokens').where('studio_id', '=', 'keys').execute();
});

test('an address is nowhere in the database, also when it was asked for with an Idempotency-Key', async () => {
  const { dana, ann } = await studioOfAnn();
  const answer = await dana.post(`/api/students/${ann}/generate-calendar-url`, {}, { 'Idempotency-Key': 'share' });
  const [, token = ''] = /\/feeds\/([\w-]{43})\.ics/.exec(ok(answer).subscribableUrl) ?? [];
  expect(token).toHaveLength(43);
  expect((await read(`/feeds/${token}.ics`)).status).toBe(200);
  expect(await columnsWith(rondo.connectionString, token)).toEqual([]);
});

test('the calendars of an erased studio are gone, also while they are read', async () => {
  const { dana, ann } = await studioOfAnn(async (visitor) => {
    ok(await visitor.post('/api/guest-login', { timeZone: 'America/Chicago' }));
    return visitor;
  });
  const path = pathOf((await share(dana, 'students', ann)).subscribableUrl);
  expect((await read(path)).status).toBe(200);
  const reads = Array.from({ length: 40 }, () => read(path));
  ok(await dana.post('/api/logout'));
  for (const { status } of await Promise.all(reads)) expect([200, 404]).toContain(status);
  await expect.poll(async () => (await read(path)).status).toBe(404);
  const left = await sql<{
    count: string;
  }>`select count(*) from accounts.feed_tokens where subscriber_id = ${ann}`.execute(db);
  expect(left.rows).toEqual([{ count: '0' }]);
});

test('a removed student’s calendar keeps what took place', async () => {
  const { dana, ann } = await studioOfAnn();
  const path = pathOf((await share(dana, 'students', ann)).subscribableUrl);
  ok(await dana.delete(`/api/students/${ann}`));
  await expect.poll(async () => eventsIn((await read(path)).text)).toEqual([]);
  expect(ok(await dana.delete(`/api/students/${ann}/calendar-url`))).toEqual({ success: true });
  expect((await read(path)).status).toBe(404);
});
