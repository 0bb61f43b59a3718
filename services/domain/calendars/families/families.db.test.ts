import { beforeAll, describe, expect, test } from 'vitest';
import { dana, inOneStudio, rondo } from '../../../testing/own-studio.ts';
import { addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { ok, refused, type Answer, type Visitor } from '../../../testing/visitor.ts';

inOneStudio();

const ended = [404, 'This link no longer works. Please ask your teacher for a new one.'];
const strangers = 'This is no longer on your page.';
let parks: string;
let lena: string;
let tom: string;
let pay: string;
let mia: string;
let theo: string;
let ben: string;
let weekly: string;

const student = async (firstName: string, lastName: string, more: Record<string, unknown> = {}): Promise<string> =>
  ok(
    await dana.post('/api/students', {
      firstName,
      lastName,
      address: `${firstName} Canary Street 12`,
      zipCode: '78745',
      paymentType: 'per_lesson',
      perLessonRate: 40,
      notes: `${firstName}-canary-notes`,
      ...more,
    }),
  ).id;

/** The Parks, of whom Lena gets all, Tom the schedule and Pay the invoices; and Ben Ito alone. */
beforeAll(async () => {
  const teacher = await addTeacher(dana, 'Dana Whitfield', everyDay);
  ok(await dana.put(`/api/teachers/${teacher}`, { email: 'canary-teacher@example.com', phone: '(512) 555-9999' }));
  mia = await student('Mia', 'Park');
  theo = await student('Theo', 'Park');
  ben = await student('Benjamin', 'Ito', { email: 'canary-ben@example.com' });
  const contact = (name: string, gets: string) => ({
    name,
    email: `${name.toLowerCase()}@canary.example.com`,
    gets,
  });
  const made = ok(
    await dana.post('/api/households', {
      studentIds: [mia, theo],
      contacts: [contact('Lena', 'both'), contact('Tom', 'schedule'), contact('Pay', 'invoices')],
    }),
  );
  parks = made.id;
  [lena, tom, pay] = made.contacts.map(({ id }: { id: string }) => id);
  const weeklyOf = async (studentId: string, startTime: string) =>
    ok(
      await dana.post('/api/lessons', {
        teacherId: teacher,
        studentId,
        dayOfWeek: 2,
        startTime,
        lessonDate: '',
        notes: 'canary-lesson-notes',
      }),
    ).id;
  weekly = await weeklyOf(mia, '16:00');
  await weeklyOf(theo, '17:00');
  await weeklyOf(ben, '18:30');
});

const share = (ids: readonly string[]) => dana.post('/api/families/links', { recipientIds: ids });
const secretOf = (url: string): string => url.split('#k=')[1] ?? '';
const linkOf = async (id: string): Promise<string> => secretOf(ok(await share([id]))[0].url);
const opened = async (id: string): Promise<Visitor> => {
  const family = rondo.visitor();
  ok(await family.post('/api/family/session', { k: await linkOf(id) }));
  return family;
};
const open = (k: string) => rondo.visitor().post('/api/family/session', { k });
const whatOf = ({ status, headers, text }: Answer) => [
  status,
  text,
  [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date'),
];

test('pages are off until they are turned on, and links need https unless they stay on this machine', async () => {
  expect(refused(await share([lena]))).toEqual([409, 'Family pages are off. Turn them on in Settings first.']);
  expect(refused(await dana.patch('/api/settings', { sendReminders: true }))[0]).toBe(409);
  for (const reminderTime of ['11:59', '20:01'])
    expect(refused(await dana.patch('/api/settings', { reminderTime }))[0]).toBe(400);
  ok(await dana.patch('/api/settings', { familyPage: true, reminderTime: '20:00', studioName: 'Whitfield Strings' }));
  const first = ok(await share([lena, tom]));
  expect(first).toMatchObject([{ recipientId: lena, lastOpenedAt: null, lastOpenedOn: null }, { recipientId: tom }]);
  expect(first[0].url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/family#k=[\w-]{43}$/);
  expect(ok(await share([lena, tom]))).toEqual(first);
  expect(refused(await share([mia]))).toEqual([404, 'There is no such contact.']);
  const other = await rondo.visitor().register('stranger@example.com');
  expect(refused(await other.post(`/api/families/links/${lena}/renew`))[0]).toBe(404);
  expect(refused(await other.delete(`/api/families/links/${lena}`))).toEqual([404, 'There is no such contact.']);
});

describe('a page', () => {
  test('opens by its link, stays by its cookie, and says nothing of anyone else', async () => {
    const k = await linkOf(lena);
    const family = rondo.visitor();
    const answer = await family.post(
      '/api/family/session',
      { k },
      { 'User-Agent': 'Mozilla/5.0 (iPhone) Version/17.0 Safari/604.1' },
    );
    const page = ok(answer);
    const cookie = answer.headers.getSetCookie()[0] ?? '';
    expect(cookie).toMatch(/^rondo-family=[^;]+; Max-Age=2592000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/);
    expect(cookie).not.toContain(k);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
      'content-security-policy':
        "default-src 'none';script-src 'self';style-src 'self';font-src 'self';img-src 'self';connect-src 'self';form-action 'none';base-uri 'none';frame-ancestors 'none'",
    });
    expect(page).toMatchObject({
      studio: { name: 'Whitfield Strings', phone: null, email: null },
      recipient: { name: 'Lena', gets: 'both' },
      students: [{ name: 'Mia', calendarUrl: null }, { name: 'Theo' }],
      notes: [],
      asked: [],
      can: { cancel: false, request: false },
      balance: expect.any(String),
    });
    expect(page.lessons.slice(0, 2)).toMatchObject([
      {
        student: 'Mia',
        date: '2026-11-24',
        startTime: '16:00',
        teacher: 'Dana Whitfield',
        place: null,
        status: 'scheduled',
      },
      { student: 'Theo', date: '2026-11-24', startTime: '17:00' },
    ]);
    expect(page.lessons).toHaveLength(16);
    expect(ok(await family.get('/api/family'))).toEqual(page);
    // The address that is mailed to is the recipient's own.
    const { mail, ...rest } = page;
    expect(mail).toEqual({ email: 'lena@canary.example.com', reminders: null, notes: true, all: true });
    // Names are found in what is said, and not in what is drawn at random.
    const text = JSON.stringify(rest, (key, value) => (key === 'ref' || key === 'proof' ? '' : value));
    expect(text).toContain('Theo');
    const ids = [parks, lena, tom, pay, mia, theo, ben, weekly];
    for (const foreign of [...ids, 'canary', 'Canary', 'Tom', 'Pay', 'Ito', 'Benjamin', '555-9999', '18:30', 'evision'])
      expect(text).not.toContain(foreign);
    const listed = ok(await dana.get('/api/families')).find(({ id }: { id: string }) => id === parks);
    expect(listed.recipients[0].link).toMatchObject({ state: 'live', lastOpenedOn: 'Safari on iPhone' });
    const preview = ok(await dana.get(`/api/families/${parks}/preview?recipientId=${lena}`));
    const withoutRefs = (one: unknown): unknown =>
      JSON.parse(JSON.stringify(one).replaceAll(/"ref":"[^"]+"/g, '"ref":""'));
    expect(withoutRefs({ ...preview, proof: page.proof })).toEqual(withoutRefs(page));
    ok(await family.delete('/api/family/session'));
    expect((await family.get('/api/family')).status).not.toBe(200);
  });

  test('shows who gets the schedule no money, and who gets invoices nothing else', async () => {
    const generated = ok(
      await dana.post('/api/invoices/generate', {
        teacherId: null,
        billingPeriodStart: '2026-11-01',
        billingPeriodEnd: '2026-11-30',
        selectedStudentIds: [mia, theo, ben],
      }),
    );
    const own = generated.find(({ payer }: { payer: { id: string } }) => payer.id === parks);
    const all = await opened(lena);
    expect(ok(await all.get('/api/family')).invoices).toEqual([]);
    ok(await dana.put(`/api/invoices/${own.id}/status`, { status: 'sent' }));
    const { invoices, balance } = ok(await all.get('/api/family'));
    expect(invoices).toMatchObject([
      { number: own.invoiceNumber, students: ['Mia', 'Theo'], total: own.total, open: own.total, status: 'sent' },
    ]);
    expect(balance).toMatch(/^Owes \$/);
    const pdf = await all.get(invoices[0].pdf);
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(pdf.headers.get('cache-control')).toBe('no-store');

    const schedule = await opened(tom);
    const seen = ok(await schedule.get('/api/family'));
    expect([seen.invoices, seen.balance, seen.lessons.length > 0]).toEqual([[], null, true]);
    const money = await opened(pay);
    expect(ok(await money.get('/api/family'))).toMatchObject({
      lessons: [],
      past: [],
      owed: [],
      policy: [],
      closures: [],
    });
    const others = await opened(ben);
    for (const stranger of [schedule, money, others])
      expect(refused(await stranger.get(invoices[0].pdf))).toEqual([404, strangers]);
    expect(refused(await rondo.visitor().get(invoices[0].pdf))).toEqual([
      401,
      'Please open the link that your teacher sent you.',
    ]);
  });

  test('shows cancelled, moved and closed dates as billing counts them', async () => {
    ok(await dana.post(`/api/lessons/${weekly}/cancel`, { lessonDate: '2026-12-01', by: 'teacher' }));
    ok(
      await dana.post('/api/closures', {
        from: '2026-12-21',
        to: '2027-01-03',
        kind: 'holiday',
        reason: 'Winter break',
      }),
    );
    const page = ok(await (await opened(lena)).get('/api/family'));
    const onDate = (date: string) => page.lessons.find((one: { date: string }) => one.date === date);
    expect(onDate('2026-12-01')).toMatchObject({ status: 'cancelled', by: 'teacher' });
    expect(onDate('2026-12-22')).toMatchObject({ status: 'closed', reason: 'Winter break', by: null });
    expect(page.closures).toEqual([
      { from: '2026-12-21', to: '2027-01-03', reason: 'Winter break', students: ['Mia', 'Theo'] },
    ]);
  });
});

describe('a bad link', () => {
  test('is answered by the same bytes, whatever is wrong with it', async () => {
    const ann = await student('Ann', 'Lee');
    const feed = new URL(ok(await dana.post(`/api/students/${ann}/generate-calendar-url`)).subscribableUrl).pathname;
    const renewed = await linkOf(ann);
    ok(await dana.post(`/api/families/links/${ann}/renew`, { calendars: true }));
    const k = await linkOf(ann);
    const answers = [];
    for (const bad of [
      '',
      'a'.repeat(42),
      `${k}a`,
      `${k.slice(0, 42)}\0`,
      'a'.repeat(100_000),
      renewed,
      feed.slice(7, 50),
    ])
      answers.push(whatOf(await open(bad)));
    expect(answers[0]?.slice(0, 2)).toEqual(ended);
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
    expect((await open(k)).status).toBe(200);
    expect((await rondo.visitor().get(feed)).status).toBe(404);
    expect((await rondo.visitor().get(`/feeds/${k}.ics`)).status).toBe(404);
    for (let i = 0; i < 20; i += 1) await open('wrong');
    const limited = await open('wrong');
    expect([...refused(limited), limited.headers.has('retry-after')]).toEqual([
      429,
      'Too many requests. Please wait a minute.',
      true,
    ]);
    expect((await open(k)).status).toBe(200);
  });
});

test('a session of a teacher opens no family’s page, and a family’s cookie no call of a teacher', async () => {
  expect((await dana.get('/api/family')).status).toBe(401);
  const family = await opened(tom);
  expect((await family.get('/api/students')).status).toBe(401);
  expect((await family.get('/api/Family')).status).toBe(200);
  expect((await family.get('/api/families')).status).toBe(401);
});
