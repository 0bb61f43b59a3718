import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailsTo } from '../../accounts/testing/confirmed.ts';
import { smtpInbox } from '../../../platform/mail/testing/smtp-inbox.ts';
import { addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../../testing/test-rondo.ts';
import { ok, refused, type Visitor } from '../../../testing/visitor.ts';

// Sunday, November 29, 2026, at noon in Austin.
const noon = Date.parse('2026-11-29T12:00:00-06:00');
const second = 1000;
const day = 24 * 60 * 60 * second;

let rondo: TestRondo;
let inbox: Awaited<ReturnType<typeof smtpInbox>>;
let dana: Visitor;
let marcus: Visitor;
let teacher: string;
let clock = noon;
let places = 0;

const form = (slug: string, more: object = {}) => ({
  askForm: { slug, teacherIds: [teacher], lengths: [30, 45], note: 'Violin and viola.', ...more },
});
const passing = (milliseconds: number): void => {
  clock += milliseconds;
  rondo.setNow(clock);
};
const open = async (slug = 'whitfield'): Promise<string> => ok(await rondo.visitor().get(`/api/ask/${slug}`)).opened;
const afternoons = [4, 2].map((dayOfWeek) => ({ dayOfWeek, startTime: '15:00', endTime: '19:00' }));
const question = (email: string, more: object = {}) => ({
  firstName: 'Maya',
  email,
  zipCode: '78704',
  lessonDuration: 45,
  availability: afternoons,
  ...more,
});
/** Each question comes from another place. */
const send = (body: object, slug = 'whitfield', place = `203.0.113.${(places += 1)}`) =>
  rondo.visitor().post(`/api/ask/${slug}`, body, { 'X-Forwarded-For': place });
const ask = async (email: string, more: object = {}, slug = 'whitfield') => {
  const opened = await open(slug);
  passing(10 * second);
  return send({ opened, ...question(email, more) }, slug);
};
const same = { message: 'Check your mail: open our message within 24 hours to see possible times.' };
const linkFor = async (email: string): Promise<string> => {
  const mails = mailsTo(inbox, email);
  await expect.poll(async () => (await mails()).length, { timeout: 30_000 }).toBe(1);
  const [mail = ''] = await mails();
  return /https:\/\/rondo\.example\/ask\/whitfield#c=([\w-]{43})/.exec(mail)?.[1] ?? '';
};
const confirm = (token: string, slug = 'whitfield') => rondo.visitor().post(`/api/ask/${slug}/confirm`, { token });

beforeAll(async () => {
  inbox = await smtpInbox();
  rondo = await testRondo('2026-11-29T12:00:00-06:00', {
    SMTP_URL: inbox.url,
    MAIL_FROM: 'post@rondo.example',
    PUBLIC_URL: 'https://rondo.example',
    TRUST_PROXY: 'loopback',
    MAX_STUDENTS: '1',
  });
  dana = await rondo.visitor().register('dana@example.com');
  marcus = await rondo.visitor().register('marcus@example.com');
  teacher = await addTeacher(dana, 'Dana Whitfield', everyDay);
});
afterAll(async () => {
  await rondo.stop();
  await inbox.stop();
});

test('the form is off until a named, confirmed studio turns it on, and its address is its own', async () => {
  expect(ok(await dana.get('/api/settings')).askForm).toBeNull();
  expect(refused(await rondo.visitor().get('/api/ask/whitfield'))).toEqual([404, 'There is no such question form.']);
  expect(refused(await dana.patch('/api/settings', form('whitfield')))).toEqual([
    409,
    "Enter your name or your studio's name first: mail comes from it.",
  ]);
  ok(await dana.patch('/api/settings', { studioName: 'Whitfield Strings' }));
  expect(refused(await dana.patch('/api/settings', form('whitfield')))[0]).toBe(403);
  await rondo.query('update accounts.users set email_confirmed_at = now()');
  for (const slug of ['Ask', 'ö', 'ab', 'a'.repeat(41)])
    expect(refused(await dana.patch('/api/settings', form(slug)))).toEqual([
      400,
      'The address has 3 to 40 characters: small letters, digits and hyphens.',
    ]);
  expect(refused(await dana.patch('/api/settings', form('api')))).toEqual([409, 'This address is taken.']);
  expect(refused(await dana.patch('/api/settings', form('whitfield', { teacherIds: ['nobody'] })))[0]).toBe(404);
  expect(ok(await dana.patch('/api/settings', form('whitfield'))).askForm).toEqual(form('whitfield').askForm);
  const own = await addTeacher(marcus, 'Marcus Bell', everyDay);
  ok(await marcus.patch('/api/settings', { studioName: 'Bell Cellos' }));
  const marcusForm = (slug: string) => form(slug, { teacherIds: [own] });
  expect(refused(await marcus.patch('/api/settings', marcusForm('whitfield')))).toEqual([
    409,
    'This address is taken.',
  ]);
  // An address that is given up stays the studio's for 90 days.
  ok(await dana.patch('/api/settings', form('strings')));
  expect(refused(await rondo.visitor().get('/api/ask/whitfield'))[0]).toBe(404);
  passing(89 * day);
  expect(refused(await marcus.patch('/api/settings', marcusForm('whitfield')))[0]).toBe(409);
  passing(day);
  ok(await marcus.patch('/api/settings', marcusForm('whitfield')));
  expect(refused(await dana.patch('/api/settings', form('whitfield')))[0]).toBe(409);
  ok(await marcus.patch('/api/settings', marcusForm('bell')));
  passing(90 * day);
  ok(await dana.patch('/api/settings', form('whitfield')));
  clock = noon;
  passing(0);
  expect(ok(await rondo.visitor().get('/api/ask/whitfield'))).toMatchObject({
    studioName: 'Whitfield Strings',
    lengths: [30, 45],
    note: 'Violin and viola.',
  });
});

test('a question is confirmed by its mail, seen, closed and forgotten, and nothing of it is left', async () => {
  const canary = 'canary-lane';
  const asked = await ask('Maya.Canary@example.com', { firstName: 'Canarymaya', address: `1 ${canary}` });
  expect([asked.status, asked.json]).toEqual([202, same]);
  const token = await linkFor('maya.canary@example.com');
  const [mail = ''] = await mailsTo(inbox, 'maya.canary@example.com')();
  expect(mail).not.toMatch(/canarymaya|canary-lane/);
  expect(ok(await dana.get('/api/inquiries'))).toEqual([]);
  const began = Date.now();
  const shown = ok(await confirm(token));
  expect(Date.now() - began).toBeGreaterThanOrEqual(1990);
  expect(shown).toEqual({
    bands: [
      { dayOfWeek: 2, from: '15:00', to: '16:00' },
      { dayOfWeek: 4, from: '15:00', to: '16:00' },
    ],
    lessonDuration: 45,
    forgottenOn: '2027-02-27',
    message: 'Lessons could begin in these hours. We will write to you to agree on a time.',
  });
  expect(ok(await confirm(token))).toEqual(shown);
  await expect.poll(async () => ok(await dana.get('/api/inquiries')).length, { timeout: 30_000 }).toBe(1);
  const [inquiry] = ok(await dana.get('/api/inquiries'));
  expect(inquiry).toMatchObject({
    firstName: 'Canarymaya',
    email: 'maya.canary@example.com',
    zipCode: '78704',
    address: `1 ${canary}`,
    lessonDuration: 45,
    availability: afternoons,
    bands: shown.bands,
    status: 'new',
    forgottenOn: '2027-02-27',
  });
  expect(ok(await marcus.get('/api/inquiries'))).toEqual([]);
  await expect.poll(async () => ok(await dana.get('/api/notifications')).length, { timeout: 30_000 }).toBe(1);
  const bell = ok(await dana.get('/api/notifications'));
  expect(bell).toEqual([
    expect.objectContaining({
      type: 'family_question',
      title: 'A family asks when lessons would be possible',
      teacherId: null,
      isRead: false,
    }),
  ]);
  expect(ok(await dana.post(`/api/notifications/${bell[0].id}/read`)).isRead).toBe(true);
  expect(refused(await marcus.post(`/api/inquiries/${inquiry.id}/close`))).toEqual([404, 'There is no such question.']);
  expect(ok(await dana.post(`/api/inquiries/${inquiry.id}/close`))).toEqual({ id: inquiry.id, status: 'closed' });
  expect(ok(await dana.get('/api/inquiries'))[0].status).toBe('closed');
  const { times, others, message } = ok(await dana.get(`/api/inquiries/${inquiry.id}/times`));
  expect([times[0], others, message]).toEqual([
    expect.objectContaining({ teacherId: teacher, dayOfWeek: 2, startTime: '15:00', endTime: '15:45', before: null }),
    [],
    null,
  ]);
  expect(refused(await marcus.get(`/api/inquiries/${inquiry.id}/times`))).toEqual([404, 'There is no such question.']);
  const [closing, , making] = ok(await dana.get('/api/history')).entries;
  expect([closing.sentence, making.sentence]).toEqual([
    'Closed a question from a family',
    'A family asked with the question form',
  ]);
  ok(await dana.post('/api/undo', { batchId: closing.batchId }));
  expect(ok(await dana.get('/api/inquiries'))[0].status).toBe('new');
  expect(refused(await dana.post('/api/undo', { batchId: making.batchId }))).toEqual([
    409,
    'What a family asked stays until it is forgotten.',
  ]);
  ok(await dana.delete(`/api/inquiries/${inquiry.id}`));
  expect(ok(await dana.get('/api/inquiries'))).toEqual([]);
  expect(ok(await dana.get('/api/notifications'))).toEqual([]);
  expect(refused(await confirm(token))[0]).toBe(404);
  expect(refused(await dana.post(`/api/inquiries/${inquiry.id}/close`))[0]).toBe(404);
  const tables = await rondo.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  for (const { name } of tables) {
    const found = await rondo.query(`select 1 from ${name} t where t::text ilike '%canary%'`);
    expect([name, found.length]).toEqual([name, 0]);
  }
});

test('a child is added as a student once, in one batch with the answer, and is not forgotten', async () => {
  await ask('noa@example.com', { firstName: 'Noa' });
  ok(await confirm(await linkFor('noa@example.com')));
  await expect.poll(async () => ok(await dana.get('/api/inquiries')).length, { timeout: 30_000 }).toBe(1);
  const [{ id }] = ok(await dana.get('/api/inquiries'));
  const noa = { firstName: 'Noa', lastName: 'Park', address: '1905 S 5th St', zipCode: '78704', teacherId: teacher };
  const addIt = () => dana.post(`/api/inquiries/${id}/add`, noa);
  // A full studio has no room for another student.
  const { id: other } = ok(await dana.post('/api/students', { firstName: 'Ann', lastName: 'Lee', address: '78704' }));
  expect(refused(await addIt())).toEqual([409, 'A studio can have at most 1 student.']);
  ok(await dana.delete(`/api/students/${other}`));
  const added = await addIt();
  const { studentId } = ok(added);
  const listed = async () => ({
    inquiries: ok(await dana.get('/api/inquiries')).map((one: { status: string; studentId: string | null }) => [
      one.status,
      one.studentId,
    ]),
    students: ok(await dana.get('/api/students')).map((one: { id: string }) => one.id),
  });
  const withNoa = { inquiries: [['added', studentId]], students: [studentId] };
  expect(await listed()).toEqual(withNoa);
  const answeredAlready = [409, 'This question was answered already.'];
  expect(refused(await addIt())).toEqual(answeredAlready);
  expect(refused(await dana.post(`/api/inquiries/${id}/close`))).toEqual(answeredAlready);
  const batchId = added.headers.get('rondo-batch');
  const undone = await dana.post('/api/undo', { batchId });
  expect(ok(undone).success).toBe(true);
  await expect.poll(listed, { timeout: 30_000 }).toEqual({ inquiries: [['new', null]], students: [] });
  ok(await dana.post('/api/undo', { batchId: undone.headers.get('rondo-batch') }));
  await expect.poll(listed, { timeout: 30_000 }).toEqual(withNoa);
  clock = Date.parse('2027-03-05T12:00:00-06:00');
  passing(0);
  expect((await listed()).inquiries).toEqual(withNoa.inquiries);
  clock = noon;
  passing(0);
  ok(await dana.delete(`/api/inquiries/${id}`));
  expect((await listed()).inquiries).toEqual([]);
});

test('a family is forgotten by itself 90 days later, and is not listed from that day on', async () => {
  await ask('later@example.com');
  ok(await confirm(await linkFor('later@example.com')));
  await expect.poll(async () => ok(await dana.get('/api/inquiries')).length, { timeout: 30_000 }).toBe(1);
  clock = Date.parse('2027-02-26T23:59:00-06:00');
  passing(0);
  expect(ok(await dana.get('/api/inquiries'))).toHaveLength(1);
  passing(60 * second);
  expect(ok(await dana.get('/api/inquiries'))).toEqual([]);
  clock = noon + day;
  passing(0);
});

test('what is discarded answers the same and mails nothing', async () => {
  const opened = await open();
  const early = await send({ opened, ...question('early@example.com') });
  const robot = await ask('robot@example.com', { website: 'https://spam.example' });
  for (const discarded of [early, robot]) expect([discarded.status, discarded.json]).toEqual([202, same]);
  await ask('person@example.com');
  await linkFor('person@example.com');
  for (const email of ['early@example.com', 'robot@example.com']) expect(await mailsTo(inbox, email)()).toEqual([]);
});

test('a wrong question is refused by field, and an old page has to be loaded again', async () => {
  const wrong = async (more: object) => refused(await ask('x@example.com', more));
  expect(await wrong({ availability: [] })).toEqual([400, 'Please choose at least one time.']);
  expect(await wrong({ availability: Array.from({ length: 15 }, () => afternoons[0]) })).toEqual([
    400,
    'Please choose at most 14 times.',
  ]);
  expect(await wrong({ availability: [{ dayOfWeek: 1, startTime: '22:00', endTime: '02:00' }] })).toEqual([
    400,
    'End time must be after start time.',
  ]);
  expect(await wrong({ email: 'a@example.com, b@example.com' })).toEqual([400, 'Please enter a valid email address.']);
  expect(await wrong({ lessonDuration: 60 })).toEqual([400, 'Please choose one of the lengths.']);
  expect(await wrong({ zipCode: ' ' })).toEqual([400, 'Please enter your ZIP code.']);
  const opened = await open();
  passing(day + second);
  const late = await send({ opened, ...question('x@example.com') });
  expect(refused(late)).toEqual([400, 'Please reload this page and try again.']);
  const forged = await send({ opened: `${clock}.forged`, ...question('x@example.com') });
  expect(refused(forged)).toEqual([400, 'Please reload this page and try again.']);
});
