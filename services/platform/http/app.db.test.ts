import { allEndpoints } from '@rondo/contracts/api/all.ts';
import { pathOf, type Endpoint } from '@rondo/contracts/api/endpoint.ts';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testRondo, type TestRondo } from '../../testing/test-rondo.ts';
import { ok, type Visitor } from '../../testing/visitor.ts';

let rondo: TestRondo;
let dana: Visitor;
let stranger: Visitor;
let strangers: { studentId: string; teacherId: string };

beforeAll(async () => {
  rondo = await testRondo('2026-11-23T15:00:00Z');
  dana = await rondo.visitor().register('dana@example.com');
  stranger = await rondo.visitor().register('stranger@example.com');
  const student = await stranger.post('/api/students', { firstName: 'Sam', lastName: 'Strange', address: '78701' });
  const teacher = await stranger.post('/api/teachers', { name: 'Pat', phone: '1', email: 'pat@example.com' });
  strangers = { studentId: student.json.id, teacherId: teacher.json.id };
});
afterAll(() => rondo.stop());

/** Makes calls as those who may: a family's with a new link each, because a link has few writes an hour. */
const callerOf = async ({ access }: Endpoint): Promise<Pick<Visitor, 'call'>> => {
  if (access !== 'family') return { call: (...given) => dana.call(...given) };
  ok(await stranger.patch('/api/settings', { familyPage: true }));
  const recipientId = strangers.studentId;
  ok(await stranger.post('/api/families/links', { recipientIds: [recipientId] }));
  ok(await stranger.post(`/api/families/links/${recipientId}/renew`, {}));
  const [{ url }] = ok(await stranger.post('/api/families/links', { recipientIds: [recipientId] }));
  const family = rondo.visitor();
  const { proof } = ok(await family.post('/api/family/session', { k: url.split('#k=')[1] }));
  return {
    call: (method, path, body, headers) => family.call(method, path, body, { ...headers, 'Rondo-Proof': proof }),
  };
};

const named = (endpoint: Endpoint): [string, Endpoint] => [`${endpoint.method} ${endpoint.path}`, endpoint];

/** A path with some id for every parameter. */
const somePath = ({ path }: Endpoint, id = '0b8f6a52-0000-4000-8000-000000000000'): string =>
  pathOf(path, Object.fromEntries([...path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => [name, id])));

const send = (visitor: Visitor, endpoint: Endpoint, body: unknown, path = somePath(endpoint)) =>
  visitor.call(endpoint.method, path, body);

const isSentence = (text: string): boolean =>
  /^["A-Z].*[.?]$/s.test(text) && !/zod|undefined|\[object|Error:/i.test(text);

const lists = async (visitor: Visitor) =>
  Promise.all(
    ['/api/students', '/api/teachers', '/api/lessons', '/api/assignments'].map(
      async (path) => (await visitor.get(path)).text,
    ),
  );

const bodyFields = (schema: z.ZodType | undefined): Record<string, unknown>[] => {
  if (!schema) return [];
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const properties = z.record(z.string(), z.looseObject({})).safeParse(json.properties);
  return properties.success ? Object.entries(properties.data).map(([name, property]) => ({ name, ...property })) : [];
};

/** Bodies of which each is wrong in one way, made from the declared schema. */
const wrongBodies = (schema: z.ZodType | undefined): [string, unknown][] => {
  if (!schema) return [];
  const fields = bodyFields(schema);
  const candidates: [string, unknown][] = [
    ['a list', []],
    ['a number', 7],
    ['text', 'text'],
    ['nothing in it', {}],
    ...fields.flatMap(({ name }): [string, unknown][] => [
      [`${String(name)} an object`, { [String(name)]: { deep: { deeper: [] } } }],
      [`${String(name)} a list of lists`, { [String(name)]: [[[]]] }],
      [`${String(name)} a NUL`, { [String(name)]: 'a\0b' }],
      [`${String(name)} half a character`, { [String(name)]: 'a\ud800b' }],
      [`${String(name)} endless text`, { [String(name)]: 'x'.repeat(20_000) }],
      [`${String(name)} not a number`, { [String(name)]: -1e308 }],
    ]),
  ];
  return candidates.filter(([, body]) => !schema.safeParse(body).success);
};

describe('every call', () => {
  test.each(allEndpoints.filter(({ access }) => access !== 'anyone').map(named))(
    '%s requires authentication',
    async (_, endpoint) => {
      const { status, text } = await send(rondo.visitor(), endpoint, endpoint.method === 'GET' ? undefined : {});
      const opened = 'Please open the link that your teacher sent you.';
      expect([status, text]).toEqual([401, endpoint.access === 'family' ? opened : 'Please sign in.']);
    },
  );

  test.each(allEndpoints.filter(({ body }) => body).map(named))(
    '%s rejects invalid bodies with a sentence',
    async (_, endpoint) => {
      const before = await lists(dana);
      for (const [what, body] of wrongBodies(endpoint.body)) {
        const { call } = await callerOf(endpoint);
        const { status, text } = await call(endpoint.method, somePath(endpoint), JSON.stringify(body));
        expect([what, status, isSentence(text) || text], text).toEqual([
          what,
          expect.toSatisfy((code: number) => [400, 404].includes(code)),
          true,
        ]);
      }
      expect(await lists(dana)).toEqual(before);
    },
  );

  test.each(allEndpoints.filter(({ method }) => method !== 'GET').map(named))(
    '%s rejects malformed JSON, other content types and huge bodies',
    async (_, endpoint) => {
      const path = somePath(endpoint);
      const { call } = await callerOf(endpoint);
      const malformed = await call(endpoint.method, path, '{"a": ');
      expect([malformed.status, malformed.text]).toEqual([400, 'The request body is not valid JSON.']);
      const huge = await call(endpoint.method, path, JSON.stringify({ notes: 'x'.repeat(1_100_000) }));
      expect([huge.status, huge.text]).toEqual([413, 'The request body is too large.']);
      if (!endpoint.body) return;
      const other = await call(endpoint.method, path, 'a=1', {
        'Content-Type': 'application/x-www-form-urlencoded',
      });
      expect([other.status, other.text]).toEqual([415, 'Please send the request body as JSON.']);
    },
  );

  test.each(allEndpoints.filter(({ params, access }) => params && access !== 'family').map(named))(
    '%s gives the same answer to unknown and foreign ids',
    async (_, endpoint) => {
      const body = endpoint.method === 'GET' ? undefined : validBody(endpoint);
      const answers = await Promise.all(
        [undefined, strangers.studentId, strangers.teacherId, '%00', 'x'.repeat(65)].map((id) =>
          send(dana, endpoint, body, somePath(endpoint, id)),
        ),
      );
      for (const { status, text } of answers) {
        expect([400, 404]).toContain(status);
        expect(isSentence(text), text).toBe(true);
      }
      expect(answers[1]?.text).toBe(answers[0]?.text);
    },
  );
});

/** The least that a call accepts, where the ids in it do not matter. */
const validBody = ({ path }: Endpoint): unknown => {
  if (path.endsWith('/teacher')) return { teacherId: null };
  if (path.endsWith('/status')) return { status: 'accepted' };
  return {};
};

test('characters that no database stores are rejected, in a body, a query and a path', async () => {
  const student = { firstName: 'Ann', lastName: 'Own', address: '78701' };
  const answers = [
    await dana.post('/api/students', { ...student, firstName: 'a\0b' }),
    await dana.post('/api/students', { ...student, address: 'a\ud800b' }),
    await dana.get('/api/address-suggestions?q=a%00b'),
    await dana.get('/api/assignments/student/a%00b'),
    await rondo.visitor().post('/api/login', { email: 'a\0@example.com', password: 'secret' }),
  ];
  for (const { status, text } of answers) expect([status, isSentence(text) || text]).toEqual([400, true]);
});

test('ids of another studio in a body are unknown', async () => {
  const student = await dana.post('/api/students', { firstName: 'Ann', lastName: 'Own', address: '78701' });
  const foreign = [
    await dana.post('/api/assignments', { studentId: strangers.studentId, teacherId: strangers.teacherId }),
    await dana.post('/api/assignments', { studentId: student.json.id, teacherId: strangers.teacherId }),
    await dana.put(`/api/students/${student.json.id}/teacher`, { teacherId: strangers.teacherId }),
    await dana.post('/api/user-preferences', { defaultTeacherId: strangers.teacherId }),
  ];
  for (const { status, text } of foreign) expect([status, isSentence(text)]).toEqual([404, true]);
  expect((await dana.get('/api/assignments')).json).toEqual([]);
});

test('one studio’s data never shows in another', async () => {
  const everything = (await lists(dana)).join('');
  expect(everything).not.toContain('Strange');
  expect(everything).not.toContain(strangers.teacherId);
});

describe('errors', () => {
  test('are plain sentences, or problem details for callers that accept them', async () => {
    const plain = await dana.post('/api/students', { lastName: '' });
    expect(plain.headers.get('content-type')).toContain('text/plain');
    const problem = await dana.post('/api/students', { lastName: '' }, { Accept: 'application/problem+json' });
    expect(problem.headers.get('content-type')).toContain('application/problem+json');
    expect(problem.json).toMatchObject({
      status: 400,
      title: 'Invalid input',
      detail: plain.text,
      errors: expect.arrayContaining([{ pointer: '/lastName', detail: 'Last name is required.' }]),
    });
  });

  test('an unknown call is a 404 with a sentence, not the page', async () => {
    const { status, text } = await dana.get('/api/nothing-here');
    expect([status, text]).toEqual([404, 'There is no such call.']);
  });
});

describe('writes', () => {
  test('from another site are rejected; from a program or our own pages they pass', async () => {
    const write = (headers: Record<string, string>) =>
      dana.post('/api/user-preferences', { defaultTeacherId: null }, headers);
    expect((await write({ Origin: 'https://evil.example' })).status).toBe(403);
    expect((await write({ Origin: 'null' })).status).toBe(403);
    for (const unreadable of ['evil.example', 'https://', '%%', 'https://a b'])
      expect((await write({ Origin: unreadable, 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect((await write({ 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect((await write({ 'Sec-Fetch-Site': 'same-site' })).status).toBe(403);
    expect((await write({ Origin: rondo.url })).status).toBe(200);
    expect((await write({ 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200);
    expect((await write({})).status).toBe(200);
  });

  test('with the same Idempotency-Key have one effect and the same answer', async () => {
    const key = { 'Idempotency-Key': 'add-eve' };
    const eve = { firstName: 'Eve', lastName: 'Once', address: '78702' };
    const first = await dana.post('/api/students', eve, key);
    const again = await dana.post('/api/students', eve, key);
    expect(again.json).toEqual(first.json);
    expect(again.headers.get('rondo-batch')).toBe(first.headers.get('rondo-batch'));
    expect(
      (await dana.get('/api/students')).json.filter(({ lastName }: { lastName: string }) => lastName === 'Once'),
    ).toHaveLength(1);
    expect((await dana.post('/api/students', { ...eve, firstName: 'Eva' }, key)).status).toBe(422);
  });

  test('to a stale row are rejected with 412', async () => {
    const made = await dana.post('/api/students', { firstName: 'Ida', lastName: 'Tab', address: '78702' });
    const path = `/api/students/${made.json.id}`;
    const one = await dana.put(path, { firstName: 'Ina', revision: made.json.revision });
    expect(one.status).toBe(200);
    const other = await dana.put(path, { firstName: 'Ilse', revision: made.json.revision });
    expect([other.status, other.text]).toEqual([412, 'This student was changed somewhere else in the meantime.']);
    expect((await dana.put(path, { firstName: 'Ilse', revision: one.json.revision })).json.firstName).toBe('Ilse');
  });

  test.each(['students', 'teachers'])(
    'to %s are rejected with 400 when the revision was never issued',
    async (rows) => {
      const contact = { phone: '555', email: 'ida@example.com', address: '78702' };
      const made = await dana.post(`/api/${rows}`, { name: 'Ida Tab', firstName: 'Ida', lastName: 'Tab', ...contact });
      const put = (revision: unknown) => dana.put(`/api/${rows}/${made.json.id}`, { phone: '556', revision });
      expect(made.json.revision).toEqual(expect.any(String));
      for (const revision of ['garbage', '', '-1', '1.5', ' 1', 1.5, -1, null, true]) {
        const { status, text } = await put(revision);
        expect([status, text]).toEqual([400, 'The revision must be the one that came with this row.']);
      }
      expect((await put('4711')).status).toBe(412);
      expect((await put(Number(made.json.revision))).status).toBe(200);
    },
  );
});

test('empty text clears a field like null, including a rate and a teacher', async () => {
  const made = await dana.post('/api/students', {
    firstName: 'Cleo',
    lastName: 'Blank',
    address: '78702',
    perLessonRate: 40,
  });
  expect(made.json.perLessonRate).toBe(40);
  expect((await dana.put(`/api/students/${made.json.id}`, { perLessonRate: '' })).json.perLessonRate).toBeNull();
  expect((await dana.put(`/api/students/${made.json.id}/teacher`, { teacherId: '' })).json).toEqual([]);
  const wrong = await dana.put(`/api/students/${made.json.id}`, { perLessonRate: 'much' });
  expect([wrong.status, wrong.text]).toEqual([400, 'The rate must be a number.']);
  const negative = await dana.put(`/api/students/${made.json.id}`, { perLessonRate: -1 });
  expect([negative.status, negative.text]).toEqual([400, 'The rate must be greater than 0.']);
  for (const perLessonRate of [0.001, 40.005, 99_999.999, 1e-300]) {
    const { status, text } = await dana.put(`/api/students/${made.json.id}`, { perLessonRate });
    expect([perLessonRate, status, text]).toEqual([perLessonRate, 400, 'The rate must have at most two decimals.']);
  }
  for (const perLessonRate of [0.01, 40.1, 1.15, 99_999.99])
    expect((await dana.put(`/api/students/${made.json.id}`, { perLessonRate })).json.perLessonRate).toBe(perLessonRate);
});

test('an error sentence names the invalid field', async () => {
  const student = { firstName: 'Dot', lastName: 'Lee', address: '78702', startDate: 'soon' };
  expect((await dana.post('/api/students', student)).text).toBe('"startDate" must be a date in the form YYYY-MM-DD.');
  expect((await dana.post('/api/students')).text).toMatch(/^"firstName"|^First name|is missing/);
});

test('any path serves the page, whatever its extension, except a missing script', async () => {
  const page = await rondo.visitor().get('/robots.txt');
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect((await rondo.visitor().get('/assets/gone.js')).status).toBe(404);
});

test('pages carry a strict content policy and no HSTS over plain http', async () => {
  const { headers } = await rondo.visitor().get('/livez');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('content-security-policy')).not.toContain('unsafe');
  expect(headers.get('content-security-policy')).toContain("connect-src 'self';");
  expect(headers.get('content-security-policy')).not.toMatch(/mapbox|blob:|data:/);
  expect(headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests');
  expect(headers.get('strict-transport-security')).toBeNull();
  expect(headers.get('x-powered-by')).toBeNull();
  // Pages, calls, feeds and families' pages alike.
  for (const path of ['/livez', '/', '/api/user', '/feeds/none', '/mail/none', '/family'])
    expect((await rondo.visitor().get(path)).headers.get('permissions-policy'), path).toContain('geolocation=()');
});
