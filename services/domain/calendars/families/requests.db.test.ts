import { instantAt } from '@rondo/contracts/calendar/instants.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { dana, inOwnStudio, rondo } from '../../../testing/own-studio.ts';
import { addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { batchOf, endOfRestore, ok, type Visitor } from '../../../testing/visitor.ts';

inOwnStudio();

type Family = { readonly visitor: Visitor; readonly proof: string };

const at = (text: string): void => rondo.setNow(Date.parse(`${text.replace(' ', 'T')}-06:00`));
const json = { Accept: 'application/problem+json' };
const plain = (text: string): string => text.replaceAll(/[\u00A0\u202F]/g, ' ');
const refusal = (answer: { readonly status: number; readonly json: { readonly detail: string } }) => [
  answer.status,
  plain(answer.json.detail),
];

const opened = async (recipientId: string): Promise<Family> => {
  const [link] = ok(await dana.post('/api/families/links', { recipientIds: [recipientId] }));
  const visitor = rondo.visitor();
  const { proof } = ok(await visitor.post('/api/family/session', { k: link.url.split('#k=')[1] }));
  return { visitor, proof };
};
const post = ({ visitor, proof }: Family, path: string, body: object = {}) =>
  visitor.post(`/api/family/${path}`, body, { ...json, 'Rondo-Proof': proof });
const lessonOn = async ({ visitor }: Family, date: string) =>
  ok(await visitor.get('/api/family')).lessons.find((one: { date: string }) => one.date === date);
const timesOf = async ({ visitor }: Family, ref: string) =>
  ok(await visitor.get(`/api/family/lessons/${ref}/times`)).times;
const listed = async (query = '') => ok(await dana.get(`/api/requests${query}`)).entries;
const answer = (id: string, body: object) => dana.post(`/api/requests/${id}/answer`, body, json);

let teacher: string;
let ann: string;
let lena: Family;
let tom: Family;
let rosa: Family;

const add = async (firstName: string, lastName: string, startTime: string) => {
  const person = { firstName, lastName, address: '1905 S 5th St', zipCode: '78704' };
  const { id } = ok(await dana.post('/api/students', { ...person, paymentType: 'per_lesson', perLessonRate: 50 }));
  ok(await dana.post('/api/lessons', { teacherId: teacher, studentId: id, dayOfWeek: 2, startTime, duration: 45 }));
  return id;
};

/** The Lees, Ann on Tuesdays at 4 PM, and the Parks, Theo at 5 PM; now it is Monday, November 30, 2026. */
beforeEach(async () => {
  at('2026-11-30 09:00:00');
  teacher = await addTeacher(dana, 'Dana Whitfield', everyDay);
  ann = await add('Ann', 'Lee', '16:00');
  const theo = await add('Theo', 'Park', '17:00');
  const contacts = [
    { name: 'Lena Lee', gets: 'both' },
    { name: 'Tom Lee', gets: 'schedule' },
  ];
  const lees = ok(await dana.post('/api/households', { studentIds: [ann], contacts }));
  ok(await dana.patch('/api/settings', { familyPage: true, familyRequest: true }));
  [lena, tom] = await Promise.all(lees.contacts.map(({ id }: { id: string }) => opened(id)));
  rosa = await opened(theo);
});

/** Asks for the first times that are shown for a date. */
const ask = async (family: Family, date: string, count = 2, message?: string) => {
  const { ref } = await lessonOn(family, date);
  const times = (await timesOf(family, ref)).slice(0, count);
  const refs = times.map((one: { ref: string }) => one.ref);
  const asked = ok(await post(family, `lessons/${ref}/requests`, { times: refs, message }));
  return { ref, times, request: asked.request };
};

describe('a family that asks for another time', () => {
  test('is shown times on quarter hours from a day ahead, and nothing else', async () => {
    const { ref, can } = await lessonOn(lena, '2026-12-01');
    expect(can).toEqual({ cancel: false, request: true });
    const read = await lena.visitor.get(`/api/family/lessons/${ref}/times`);
    const { times, until } = ok(read);
    expect(until).toBe('2026-12-15');
    expect(times.length).toBeGreaterThan(0);
    for (const one of times) {
      expect(Object.keys(one).toSorted()).toEqual(['date', 'endTime', 'ref', 'startTime']);
      expect(Number(one.startTime.slice(3)) % 15).toBe(0);
      expect(`${one.date} ${one.startTime}` >= '2026-12-01 09:00').toBe(true);
      expect(one.date <= until).toBe(true);
    }
    expect(read.text).not.toMatch(/Park|drive|buffer/);
    expect(await timesOf(lena, ref)).toEqual(times);
    // What is taken meanwhile is shown no longer.
    const [{ date, startTime }] = times;
    ok(
      await dana.post('/api/lessons', {
        teacherId: teacher,
        eventTitle: 'Dentist',
        entryType: 'appointment',
        lessonDate: date,
        startTime,
        duration: 45,
      }),
    );
    expect(await timesOf(lena, ref)).not.toContainEqual(expect.objectContaining({ date, startTime }));
  });

  test('is refused what it may not ask', async () => {
    const { ref } = await lessonOn(lena, '2026-12-01');
    const path = `lessons/${ref}/requests`;
    const cases: readonly (readonly [object, number, string])[] = [
      [{ times: [] }, 400, 'Please choose a time or write a message.'],
      [{ times: [], message: ' \n\n ' }, 400, 'Please choose a time or write a message.'],
      [{ times: [], message: 'a'.repeat(301) }, 400, 'The message must be at most 300 characters long.'],
      [{ times: ['other'] }, 409, 'These times are no longer up to date. Please choose again.'],
    ];
    for (const [body, status, sentence] of cases)
      expect(refusal(await post(lena, path, body)), JSON.stringify(body)).toEqual([status, sentence]);
    const none = 'This is no longer on your page.';
    expect(refusal(await post(rosa, path, { times: [], message: 'Hello' }))).toEqual([404, none]);
    expect(refusal(await post(lena, 'requests/none/withdraw'))).toEqual([404, none]);
    ok(await dana.patch('/api/settings', { familyRequest: false }));
    expect(refusal(await post(tom, path, { times: [], message: 'Hello' }))).toEqual([
      403,
      'Please call or write to ask for another time.',
    ]);
  });

  test('asks once about a lesson, withdraws, and asks again', async () => {
    const { ref, request } = await ask(lena, '2026-12-08', 2, 'We are <b>traveling</b>.');
    expect(request).toMatchObject({ state: 'open', message: 'We are <b>traveling</b>.', answer: null });
    expect(await lessonOn(lena, '2026-12-08')).toMatchObject({
      startTime: '16:00',
      can: { request: false },
      request: { state: 'open', times: [{}, {}] },
    });
    // Who did not write the message does not read it.
    const ofTom = await lessonOn(tom, '2026-12-08');
    expect(ofTom.request).toMatchObject({ state: 'open', message: null });
    expect(refusal(await post(tom, `lessons/${ofTom.ref}/requests`, { times: [], message: 'Me too' }))).toEqual([
      409,
      'You have already asked about this lesson.',
    ]);
    const [bell] = ok(await dana.get('/api/notifications'));
    expect(bell).toMatchObject({ type: 'family_request', title: 'Lena Lee asks for another time' });
    expect(bell.message).toContain('We are <b>traveling</b>.');
    expect((await listed('?open=true'))[0]).toMatchObject({
      student: { name: 'Ann Lee' },
      family: { asked: 'Lena Lee' },
      lesson: { date: '2026-12-08', startTime: '16:00', owed: false },
      times: [{ free: true, reasoningText: expect.stringMatching(/./) }, { free: true }],
      state: 'open',
    });
    ok(await post(lena, `requests/${request.ref}/withdraw`));
    ok(await post(lena, `requests/${request.ref}/withdraw`));
    expect(await listed('?open=true')).toEqual([]);
    expect(await lessonOn(lena, '2026-12-08')).toMatchObject({ can: { request: true }, request: null });
    expect(ok(await post(lena, `lessons/${ref}/requests`, { times: [], message: 'Any Friday?' })).request.state).toBe(
      'open',
    );
    const entries = ok(await dana.get('/api/history?kind=families&limit=10')).entries;
    expect(entries[0]).toMatchObject({ by: { kind: 'family', name: 'Lena Lee' }, listed: 'request' });
  });
});

describe('the teacher', () => {
  test('moves the lesson in the same append, and undoes the move alone', async () => {
    const { times } = await ask(lena, '2026-12-08');
    const [{ id }] = await listed();
    const moved = await answer(id, { answer: 'yes', time: 1 });
    ok(moved);
    const { date, startTime } = times[1];
    expect(await lessonOn(lena, date)).toMatchObject({ startTime, request: { state: 'yes', times: [{ date }] } });
    expect(refusal(await answer(id, { answer: 'no' }))).toEqual([409, 'This request is closed: it was answered.']);
    ok(await dana.post('/api/undo', { batchId: batchOf(moved) }));
    expect(await lessonOn(lena, '2026-12-08')).toMatchObject({ startTime: '16:00', request: null });
    expect((await listed())[0]).toMatchObject({ id, state: 'yes' });
  });

  test('moves only one of two families to a time', async () => {
    const first = await ask(lena, '2026-12-08', 1);
    const [{ date, startTime }] = first.times;
    const { ref } = await lessonOn(rosa, '2026-12-08');
    const shown = await timesOf(rosa, ref);
    const same = shown.find(
      (one: { date: string; startTime: string }) => one.date === date && one.startTime === startTime,
    );
    ok(await post(rosa, `lessons/${ref}/requests`, { times: [(same ?? shown[0]).ref] }));
    const [a, b] = await listed();
    ok(await answer(a.id, { answer: 'yes', time: 0 }));
    const other = (await listed('?open=true'))[0];
    expect(other.id).toBe(b.id);
    if (!same) return;
    expect(other.times).toMatchObject([{ free: false, reasoningText: expect.stringContaining('Taken by Ann Lee') }]);
    const taken = await answer(b.id, { answer: 'yes', time: 0 });
    expect(taken.status).toBe(409);
    expect(taken.json.conflictingEvents).toMatchObject([{ title: 'Ann Lee' }]);
  });

  test('declines with a message, which the family reads', async () => {
    await ask(lena, '2026-12-08');
    const [{ id }] = await listed();
    expect(refusal(await answer(id, { answer: 'perhaps' }))).toEqual([400, 'The answer must be yes, no or offer.']);
    expect(refusal(await answer('nobody', { answer: 'no' }))).toEqual([404, 'There is no such request.']);
    ok(await answer(id, { answer: 'no', message: 'Not that week, I am sorry.' }));
    expect(await lessonOn(lena, '2026-12-08')).toMatchObject({
      can: { request: true },
      request: { state: 'no', answer: 'Not that week, I am sorry.' },
    });
  });

  test('offers times, of which the family takes one', async () => {
    await ask(lena, '2026-12-08');
    const [{ id, lesson: asked }] = await listed();
    const past = { answer: 'offer', times: [{ date: '2026-11-30', startTime: '08:00' }] };
    expect(refusal(await answer(id, past))).toEqual([400, 'Please offer times that are still ahead.']);
    // The lesson of the request leads to the free times around it.
    const { lessonId, originalDate } = asked.row;
    expect(originalDate).toBe('2026-12-08');
    const around = `startDate=2026-12-09&endDate=2026-12-11&originalDate=${originalDate}`;
    const { suggestions } = ok(await dana.get(`/api/lessons/${lessonId}/reschedule-suggestions?${around}`));
    expect(suggestions[0]).toMatchObject({ date: expect.stringMatching(/^2026-12-(09|10|11)$/) });
    const times = [
      { date: '2026-12-10', startTime: '10:00' },
      { date: '2026-12-11', startTime: '10:00' },
    ];
    ok(await answer(id, { answer: 'offer', times, message: 'One of these?' }));
    const { request } = await lessonOn(lena, '2026-12-08');
    expect(request).toMatchObject({ state: 'offered', answer: 'One of these?', times });
    const lesson = { teacherId: teacher, studentId: null, entryType: 'appointment', eventTitle: 'Dentist' };
    ok(await dana.post('/api/lessons', { ...lesson, lessonDate: '2026-12-10', startTime: '10:00', duration: 30 }));
    const taken = await post(lena, `requests/${request.ref}/take`, { time: request.times[0].ref });
    expect(refusal(taken)).toEqual([409, 'This time has just been taken.']);
    expect(taken.json.times).toMatchObject([times[1]]);
    expect(taken.text).not.toContain('Dentist');
    ok(await post(lena, `requests/${request.ref}/take`, { time: request.times[1].ref }));
    expect(await lessonOn(lena, '2026-12-11')).toMatchObject({ startTime: '10:00', request: { state: 'yes' } });
    expect(ok(await dana.get('/api/notifications'))[0]).toMatchObject({ type: 'family_answer' });
  });

  test.each<readonly [string, (weekly: string) => Promise<unknown>, string]>([
    [
      'moved',
      (id) =>
        dana.patch(`/api/lessons/${id}/edit`, { editScope: 'single', originalDate: '2026-12-08', startTime: '11:00' }),
      'the lesson has changed.',
    ],
    [
      'cancelled',
      (id) => dana.post(`/api/lessons/${id}/cancel`, { lessonDate: '2026-12-08' }),
      'the lesson has changed.',
    ],
    ['removed with its student', () => dana.delete(`/api/students/${ann}`), 'the lesson has changed.'],
    ['over', async () => at('2026-12-08 16:00:00'), 'its time has passed.'],
  ])('cannot answer once the lesson is %s', async (_, change, sentence) => {
    await ask(lena, '2026-12-08');
    const [{ id }] = await listed();
    const weekly = ok(await dana.get('/api/lessons')).find((one: { studentId: string }) => one.studentId === ann).id;
    await change(weekly);
    expect(refusal(await answer(id, { answer: 'yes', time: 0 }))).toEqual([409, `This request is closed: ${sentence}`]);
    expect((await listed())[0]).toMatchObject({ state: 'closed', times: [{ free: false }, {}] });
  });
});

test('a family finds a time for a lesson that is owed', async () => {
  ok(await dana.post('/api/policy', { from: '2026-11-30', tiers: [{ hours: 48, outcome: { owed: true } }] }));
  const weekly = ok(await dana.get('/api/lessons')).find((one: { studentId: string }) => one.studentId === ann).id;
  ok(await dana.post(`/api/lessons/${weekly}/cancel`, { lessonDate: '2026-12-08', by: 'family' }));
  const [owed] = ok(await lena.visitor.get('/api/family')).owed;
  expect(owed).toMatchObject({ date: '2026-12-08', can: { request: true }, request: null });
  const [time] = await timesOf(lena, owed.ref);
  ok(await post(lena, `lessons/${owed.ref}/requests`, { times: [time.ref] }));
  expect(ok(await lena.visitor.get('/api/family')).owed).toMatchObject([
    { can: { request: false }, request: { state: 'open' } },
  ]);
  const [{ id, lesson }] = await listed();
  expect(lesson.owed).toBe(true);
  ok(await answer(id, { answer: 'yes', time: 0 }));
  expect(ok(await lena.visitor.get('/api/family')).owed).toEqual([]);
  expect(ok(await dana.get('/api/owed'))).toMatchObject([{ state: 'booked', makeUp: { date: time.date } }]);
  expect(await lessonOn(lena, time.date)).toMatchObject({ startTime: time.startTime, request: { state: 'yes' } });
});

test('requests and their answers are in the studio’s file, and a restore leaves them alone', async () => {
  await ask(lena, '2026-12-08', 1, 'Any Friday?');
  const moment = instantAt(Date.now());
  const [{ id }] = await listed();
  ok(await answer(id, { answer: 'no', message: 'Not that week.' }));
  ok(await dana.put(`/api/students/${ann}`, { firstName: 'Anna' }));
  const before = await listed();
  expect(ok(await endOfRestore(dana, await dana.post('/api/restore', { asOf: moment })))).toMatchObject({
    status: 'completed',
  });
  expect(await listed()).toEqual(
    before.map((one: { student: object }) => ({ ...one, student: { ...one.student, name: 'Ann Lee' } })),
  );
  expect(await lessonOn(lena, '2026-12-08')).toMatchObject({ request: { state: 'no', answer: 'Not that week.' } });
  const { text } = await dana.get('/api/studio.jsonl');
  for (const type of ['TimeRequested', 'RequestAnswered']) expect(text).toContain(`"${type}"`);
  expect(text).not.toContain(lena.proof);
});
