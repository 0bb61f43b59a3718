import { afterAll, beforeAll, expect, test } from 'vitest';
import { smtpInbox } from '../../../../../platform/mail/testing/smtp-inbox.ts';
import { addStudent, addTeacher, everyDay } from '../../../../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../../../../testing/test-rondo.ts';
import { ok, type Visitor } from '../../../../../testing/visitor.ts';

// The Lees: Lena gets all, Tom the schedule, Pia invoices; Ann has lessons on Tuesdays at 4 PM at 50.00. No kind of mail is turned on.
type Family = { readonly visitor: Visitor; readonly proof: string };
type Entry = Record<'kind' | 'recipient' | 'email' | 'state' | 'because' | 'subject' | 'text', string>;

let rondo: TestRondo;
let inbox: Awaited<ReturnType<typeof smtpInbox>>;
let dana: Visitor;
let lena: Family;
let tom: Family;
let teacherId: string;
let familyId: string;
/** What the mail server answers for an address; it takes all others. */
const answers = new Map<string, number>();

const at = (text: string): void => rondo.setNow(Date.parse(`${text.replace(' ', 'T')}-06:00`));
const plain = (text: string): string => text.replaceAll(/[\u00A0\u202F]/g, ' ');
const listed = async (query = ''): Promise<Entry[]> => ok(await dana.get(`/api/messages?limit=200${query}`)).entries;
/** The mail of a kind with a subject that has come to a state, by the names of those who get it. */
const mails = async (kind: string, state: string, about: string): Promise<Entry[]> =>
  (await listed(`&kind=${kind}&state=${state}`))
    .map((one) => ({ ...one, subject: plain(one.subject ?? ''), text: plain(one.text ?? '') }))
    .filter(({ subject }) => subject.includes(about))
    .toSorted((a, b) => a.recipient.localeCompare(b.recipient));
const reads = async (kind: string, state: string, about: string, names: string[]): Promise<Entry[]> => {
  const recipients = async () => (await mails(kind, state, about)).map(({ recipient }) => recipient);
  await expect.poll(recipients, { timeout: 30_000 }).toEqual(names);
  return mails(kind, state, about);
};

const opened = async (recipientId: string): Promise<Family> => {
  const [link] = ok(await dana.post('/api/families/links', { recipientIds: [recipientId] }));
  const visitor = rondo.visitor();
  const { proof } = ok(await visitor.post('/api/family/session', { k: link.url.split('#k=')[1] }));
  return { visitor, proof };
};
const post = ({ visitor, proof }: Family, path: string, body: object = {}) =>
  visitor.post(`/api/family/${path}`, body, { 'Rondo-Proof': proof });
const refOn = async ({ visitor }: Family, date: string): Promise<string> =>
  ok(await visitor.get('/api/family')).lessons.find((one: { date: string }) => one.date === date).ref;
const cancel = async (family: Family, date: string, message?: string): Promise<void> => {
  const ref = await refOn(family, date);
  const { expected } = ok(await family.visitor.get(`/api/family/lessons/${ref}/outcome`));
  ok(await post(family, `lessons/${ref}/cancel`, { expected, message }));
};

beforeAll(async () => {
  inbox = await smtpInbox(async (to) => answers.get(to) ?? null);
  rondo = await testRondo('2026-11-30T09:00:00-06:00', {
    SMTP_URL: inbox.url,
    MAIL_FROM: 'post@rondo.example',
    PUBLIC_URL: 'https://rondo.example',
    MESSAGES_SECONDS: '0.05',
  });
  dana = await rondo.visitor().register('dana@example.com');
  await rondo.query('update accounts.users set email_confirmed_at = now()');
  teacherId = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const person = { firstName: 'Ann', lastName: 'Lee', address: '1905 S 5th St', zipCode: '78704' };
  const ann = ok(await dana.post('/api/students', { ...person, paymentType: 'per_lesson', perLessonRate: 50 })).id;
  const contacts = [
    { name: 'Lena Lee', email: 'lena@example.com', gets: 'both' },
    { name: 'Tom Lee', email: 'tom@example.com', gets: 'schedule' },
    { name: 'Pia Lee', email: 'pia@example.com', gets: 'invoices' },
  ];
  const household = ok(await dana.post('/api/households', { studentIds: [ann], contacts }));
  ok(await dana.post('/api/lessons', { teacherId, studentId: ann, dayOfWeek: 2, startTime: '16:00', duration: 45 }));
  ok(await dana.patch('/api/settings', { familyPage: true, familyCancel: true, familyRequest: true }));
  ok(await dana.patch('/api/settings', { studioName: 'Whitfield Strings' }));
  const tiers = [
    { hours: 48, outcome: { owed: true } },
    { hours: 24, outcome: { charge: 50 } },
  ];
  ok(await dana.post('/api/policy', { from: '2026-11-30', tiers }));
  familyId = household.id;
  const [one = '', other = ''] = household.contacts.map(({ id }: { id: string }) => id);
  lena = await opened(one);
  tom = await opened(other);
});
afterAll(async () => {
  await rondo.stop();
  await inbox.stop();
});

test('a family that cancels gets one receipt each, without amounts for the schedule alone, and the teacher a mail', async () => {
  // In the hours in which no mail goes by itself.
  at('2026-12-07 06:30:00');
  await cancel(lena, '2026-12-08', 'Ann is ill.');
  const [toLena, toTom] = await reads('receipt', 'sent', 'December 8', ['Lena Lee', 'Tom Lee']);
  expect(toLena).toMatchObject({ email: 'lena@example.com', subject: 'Cancelled: Ann, Tuesday, December 8' });
  expect(toLena?.text).toBe(
    [
      'Hello Lena,',
      'Ann’s lesson on Tuesday, December 8, at 4:00 PM is cancelled.',
      '$25.00 of $50.00 is charged.',
      'A mistake? Please call.',
      'Your page: [link]\nWhitfield Strings\n',
    ].join('\n\n'),
  );
  expect(toTom?.text).toContain('50 % of the price is charged.');
  expect(toTom?.text).not.toContain('$');
  const [toTeacher] = await reads('teacher', 'sent', 'Dec 8', ['Dana Whitfield']);
  expect(toTeacher).toMatchObject({
    email: 'dana.whitfield@example.com',
    subject: 'Cancelled by Lena Lee: Ann, Tue, Dec 8, 4:00 PM',
    text: [
      'Hello Dana,',
      'Ann’s lesson on Tuesday, December 8, at 4:00 PM is cancelled, 33 hours before.\n$25.00 of $50.00 is charged.',
      'Ann is ill.',
      'Open the day: https://rondo.example/schedule?day=2026-12-08',
      'Whitfield Strings\n',
    ].join('\n\n'),
  });
  // From the other phone nothing more is cancelled, and a later cancellation is mailed after what that would have brought.
  ok(await post(tom, `lessons/${await refOn(tom, '2026-12-08')}/cancel`, { expected: 'x' }));
  await cancel(tom, '2026-12-15');
  await reads('receipt', 'sent', 'December 15', ['Lena Lee', 'Tom Lee']);
  await reads('teacher', 'sent', 'Cancelled by Tom Lee', ['Dana Whitfield']);
  expect(inbox.received.map(({ to }) => to).toSorted()).toEqual([
    'dana.whitfield@example.com',
    'dana.whitfield@example.com',
    'lena@example.com',
    'lena@example.com',
    'tom@example.com',
    'tom@example.com',
  ]);
  expect(await listed('&kind=change')).toEqual([]);
});

test('there is no receipt of a cancellation that was undone before it could go', async () => {
  at('2026-12-08 10:00:00');
  for (const to of ['lena@example.com', 'dana.whitfield@example.com']) answers.set(to, 451);
  await cancel(lena, '2026-12-22');
  await reads('receipt', 'sent', 'December 22', ['Tom Lee']);
  const waiting = async () =>
    (await listed('&state=queued')).flatMap(({ because, email }) => (because === null ? [] : [email])).toSorted();
  await expect.poll(waiting, { timeout: 30_000 }).toEqual(['dana.whitfield@example.com', 'lena@example.com']);
  const [entry] = ok(await dana.get('/api/history?kind=families&limit=1')).entries;
  ok(await dana.post('/api/undo', { batchId: entry.batchId }));
  answers.clear();
  at('2026-12-08 10:06:00');
  await expect
    .poll(async () => (await listed('&state=dropped')).map(({ kind, because }) => `${kind}: ${because}`).toSorted(), {
      timeout: 30_000,
    })
    .toEqual(['receipt: nothing left to say', 'teacher: nothing left to say']);
});

test('the teacher is mailed that a family asks for another time, and that it no longer does', async () => {
  at('2026-12-09 10:00:00');
  const ref = await refOn(lena, '2026-12-29');
  const { request } = ok(
    await post(lena, `lessons/${ref}/requests`, { times: [], message: 'Any day after Wednesday?' }),
  );
  const [requested] = await reads('teacher', 'sent', 'asks for another time', ['Dana Whitfield']);
  expect(requested).toMatchObject({ subject: 'Lena Lee asks for another time: Ann, Tue, Dec 29' });
  expect(requested?.text).toContain(
    'Ann’s lesson on Tuesday, December 29, at 4:00 PM is to be at another time.\n\nAny day after Wednesday?\n',
  );
  ok(await post(lena, `requests/${request.ref}/withdraw`));
  const [withdrawn] = await reads('teacher', 'sent', 'no longer asks', ['Dana Whitfield']);
  expect(withdrawn?.text).toContain('Ann’s lesson on Tuesday, December 29, at 4:00 PM stays as it is.');
  // No one in the family is mailed what one of it has asked.
  await expect.poll(async () => (await listed('&kind=receipt&state=queued')).length).toBe(0);
});

test('the family is mailed what the teacher answers', async () => {
  at('2026-12-09 10:00:00');
  const ref = await refOn(tom, '2027-01-05');
  ok(await post(tom, `lessons/${ref}/requests`, { times: [], message: 'Any other day?' }));
  const [request] = ok(await dana.get('/api/requests?open=true')).entries;
  const offer = { answer: 'offer', times: [{ date: '2027-01-06', startTime: '16:30' }] };
  ok(await dana.post(`/api/requests/${request.id}/answer`, { ...offer, message: 'Would this do?' }));
  const [toLena] = await reads('receipt', 'sent', 'About the time you requested', ['Lena Lee', 'Tom Lee']);
  expect(toLena?.text).toContain(
    [
      'Dana Whitfield offers other times for Ann’s lesson on Tuesday, January 5:\nWednesday, January 6, at 4:30 PM',
      'Would this do?',
      'Please choose one on your page.',
    ].join('\n\n'),
  );
});

test('a date that a pending plan has no lesson for is confirmed and told like any other', async () => {
  at('2026-12-09 10:00:00');
  const ben = await addStudent(dana, 'Ben Lee', everyDay, { teacherId });
  ok(await dana.put(`/api/students/${ben}/household`, { householdId: familyId }));
  const plan = async (): Promise<string> => {
    const body = { teacherIds: [teacherId], studentIds: [ben], startsOn: '2026-12-14' };
    ok(await dana.post('/api/schedule/generate', body));
    return ok(await dana.get('/api/optimization-reports')).reports[0].id;
  };
  ok(await dana.patch(`/api/optimization-reports/${await plan()}/status`, { status: 'accepted' }));
  const dates = async (): Promise<string[]> =>
    ok(await lena.visitor.get('/api/family'))
      .lessons.filter(
        ({ student, date }: { student: string; date: string }) => student === 'Ben' && date > '2026-12-14',
      )
      .map(({ date }: { date: string }) => date);
  const [, date = ''] = await dates();
  // The next plan finds no time for Ben.
  const tooShort = [{ dayOfWeek: 1, startTime: '14:00', endTime: '14:15', enabled: true, isPreferred: false }];
  ok(await dana.put(`/api/students/${ben}`, { availability: tooShort }));
  await plan();
  expect((await dates())[1]).toBe(date);
  const { lessons } = ok(await lena.visitor.get('/api/family'));
  const { ref } = lessons.find((one: { date: string; student: string }) => one.date === date && one.student === 'Ben');
  const { expected } = ok(await lena.visitor.get(`/api/family/lessons/${ref}/outcome`));
  ok(await post(lena, `lessons/${ref}/cancel`, { expected }));
  await reads('receipt', 'sent', 'Cancelled: Ben', ['Lena Lee', 'Tom Lee']);
  await reads('teacher', 'sent', 'Cancelled by Lena Lee: Ben', ['Dana Whitfield']);
  const [entry] = ok(await dana.get('/api/history?kind=families&limit=1')).entries;
  expect(entry.sentence).toContain('Cancelled Ben Lee on');
});
