import { beforeEach, describe, expect, test } from 'vitest';
import { addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { dana, inOwnStudio, rondo } from '../../../testing/own-studio.ts';
import { batchOf, ok, refused } from '../../../testing/visitor.ts';

inOwnStudio();

const tiers = [
  { hours: 48, outcome: { owed: true } },
  { hours: 24, outcome: { charge: 50 } },
];
let teacher: string;
let kim: string;
let weekly: string;

/** A time of the studio's clock in Chicago, in winter. */
const at = (text: string): void => rondo.setNow(Date.parse(`${text.replace(' ', 'T')}:00-06:00`));
const agree = async (more: object = {}) => ok(await dana.post('/api/policy', { from: '2026-11-30', tiers, ...more }));
const cancel = (lessonDate: string, body: object = { by: 'family' }) =>
  dana.post(`/api/lessons/${weekly}/cancel`, { lessonDate, ...body });
const cancelled = async (lessonDate: string, body?: object) => ok(await cancel(lessonDate, body));
const would = async (lessonDate: string) =>
  ok(await dana.get(`/api/lessons/${weekly}/cancellation?lessonDate=${lessonDate}`));

/** Kim, Tuesdays at 4 PM at 50.00; now it is Monday, November 30, 2026. */
beforeEach(async () => {
  at('2026-11-30 09:00');
  teacher = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const person = { firstName: 'Kim', lastName: 'Oh', address: '1905 S 5th St', zipCode: '78704' };
  kim = ok(await dana.post('/api/students', { ...person, paymentType: 'per_lesson', perLessonRate: 50 })).id;
  const lesson = { teacherId: teacher, studentId: kim, dayOfWeek: 2, startTime: '16:00', duration: 45 };
  weekly = ok(await dana.post('/api/lessons', lesson)).id;
});

describe('what a cancellation comes to', () => {
  test('follows the policy, is kept, and is decided once', async () => {
    const { id: policyId } = await agree();
    at('2026-12-06 16:00');
    expect(await would('2026-12-08')).toMatchObject({
      rate: 50,
      billedOn: null,
      noticeMinutes: 2880,
      family: { charge: 50, text: '$50.00 is charged, and a lesson is owed until Thu, Jan 7.' },
      teacher: { outcome: { charge: 0 }, charge: 0, text: 'Nothing is charged.' },
      deadlines: [
        { at: '2026-12-06T22:00:00.000000Z', hours: 48, dayBefore: null, outcome: { owed: true } },
        { at: '2026-12-07T22:00:00.000000Z', hours: 24, dayBefore: null, outcome: { charge: 50 } },
      ],
      currency: 'USD',
      monthly: false,
      late: 100,
      tier: 0,
      owedUntil: '2027-01-07',
    });
    const { cancellation } = await cancelled('2026-12-08');
    expect(cancellation).toMatchObject({
      by: 'family',
      noticeMinutes: 2880,
      outcome: { owed: true, until: '2027-01-07' },
      tier: 0,
      policyId,
      chosen: false,
    });
    at('2026-12-08 12:00');
    expect((await cancelled('2026-12-08')).cancellation).toEqual(cancellation);
    await dana.post('/api/policy', { from: '2026-12-08', off: true });
    expect((await cancelled('2026-12-08')).cancellation).toEqual(cancellation);
    expect((await cancelled('2026-12-15')).cancellation).toMatchObject({ by: 'family', outcome: null, policyId: null });
  });

  test('by others than the family is never a charge', async () => {
    await agree();
    const said = [
      ['2026-12-08', { by: 'teacher' }, 'teacher'],
      ['2026-12-15', {}, null],
    ] as const;
    for (const [date, body, by] of said)
      expect((await cancelled(date, body)).cancellation).toMatchObject({ by, outcome: { charge: 0 }, noticeAt: null });
  });

  test('is refused when it is not what was shown', async () => {
    await agree();
    at('2026-12-07 16:01');
    const expected = { by: 'family', expected: { charge: 50 } };
    expect(refused(await cancel('2026-12-08', expected))).toEqual([
      409,
      'The outcome has changed: $50.00 is charged in full.',
    ]);
    expect(ok(await dana.get('/api/lessons?from=2026-12-08&to=2026-12-08'))).toHaveLength(1);
    expect((await cancelled('2026-12-08', { ...expected, expected: { charge: 100 } })).status).toBe('cancelled');
  });

  test('is that of the policy or none when both are entered at once, and is kept', async () => {
    const [entered, row] = await Promise.all([agree(), cancelled('2026-12-08')]);
    const { policyId, outcome } = row.cancellation;
    expect([
      [null, null],
      [entered.id, { owed: true, until: '2027-01-07' }],
    ]).toContainEqual([policyId, outcome]);
    expect((await cancelled('2026-12-08')).cancellation).toEqual(row.cancellation);
  });

  test('is refused when the zone has changed since it was shown', async () => {
    await agree();
    at('2026-12-06 16:00');
    const { outcome } = (await would('2026-12-08')).family;
    expect(outcome).toMatchObject({ owed: true });
    ok(await dana.patch('/api/settings', { timeZone: 'America/New_York' }));
    // Four o’clock begins an hour earlier there.
    expect(refused(await cancel('2026-12-08', { by: 'family', expected: outcome }))).toEqual([
      409,
      'The outcome has changed: $25.00 of $50.00 is charged.',
    ]);
    expect((await would('2026-12-08')).noticeMinutes).toBe(47 * 60);
  });

  test('is waived once by two who see the same', async () => {
    await agree();
    at('2026-12-08 12:00');
    const { id, revision } = await cancelled('2026-12-08');
    const waive = (reason: string) =>
      dana.patch(`/api/lessons/${id}/cancellation`, { outcome: { charge: 0 }, reason, revision });
    const answers = await Promise.all(['Flu', 'Snow'].map(waive));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
    const first = answers.find(({ status }) => status === 200);
    expect((await cancelled('2026-12-08')).cancellation).toEqual(first?.json.cancellation);
  });

  test('is chosen by hand, with a reason while a policy is in force', async () => {
    const free = { by: 'family', outcome: { charge: 0 } };
    expect((await cancelled('2026-12-01', free)).cancellation).toMatchObject({ outcome: { charge: 0 }, chosen: true });
    await agree();
    expect(refused(await cancel('2026-12-08', free))).toEqual([400, 'Please say why.']);
    const { id } = await cancelled('2026-12-08', { ...free, reason: 'Flu' });
    const change = (body: object) => dana.patch(`/api/lessons/${id}/cancellation`, { reason: 'Anyway', ...body });
    const changed = await change({ outcome: { owed: true, until: '2027-02-01' } });
    expect(ok(changed).cancellation).toMatchObject({ outcome: { owed: true, until: '2027-02-01' }, reason: 'Anyway' });
    at('2026-12-07 20:00');
    const late = await change({ noticeAt: '2026-12-07T23:00:00Z' });
    expect(ok(late).cancellation).toMatchObject({ tier: 'late', outcome: { charge: 100 }, chosen: false });
    const ours = await change({ by: 'teacher' });
    expect(ok(ours).cancellation).toMatchObject({ noticeAt: null, outcome: { charge: 0 } });
    ok(await dana.post('/api/undo', { batchId: batchOf(ours) }));
    expect((await cancelled('2026-12-08')).cancellation).toEqual(ok(late).cancellation);
    expect(refused(await dana.patch(`/api/lessons/${weekly}/cancellation`, { reason: 'Flu' }))).toEqual([
      409,
      'This lesson is not cancelled.',
    ]);
    expect(refused(await change({ reason: '' }))).toEqual([400, 'Please say why.']);
  });
});

test('a lesson that is owed is made up for, and a make-up that the family cancels is owed no longer than before', async () => {
  await agree();
  const { id } = await cancelled('2026-12-08');
  const move = (lessonDate: string) => dana.patch(`/api/lessons/${id}/reschedule`, { startTime: '10:00', lessonDate });
  const makesUp = { date: '2026-12-08', until: '2027-01-07', by: 'family' };
  const owed = async (query = '') => ok(await dana.get(`/api/owed${query}`));
  const open = {
    studentName: 'Kim Oh',
    date: '2026-12-08',
    until: '2027-01-07',
    daysLeft: 38,
    by: 'family',
    amount: 50,
  };
  const notice = { at: '2026-11-30T15:00:00.000000Z', minutes: 8 * 24 * 60 + 7 * 60 };
  expect(await owed()).toMatchObject([{ ...open, notice, lessonId: id, state: 'owed', billedOn: null, makeUp: null }]);
  expect(ok(await move('2026-12-19'))).toMatchObject({ status: 'scheduled', cancellation: null, makesUp });
  expect(await owed(`?studentId=${kim}`)).toMatchObject([{ ...open, state: 'booked', makeUp: { date: '2026-12-19' } }]);
  const again = ok(await dana.post(`/api/lessons/${id}/cancel`, { by: 'family' }));
  expect(again).toMatchObject({ makesUp, cancellation: { outcome: { owed: true, until: '2027-01-07' } } });
  expect(ok(await dana.patch(`/api/lessons/${id}`, { status: 'scheduled' }))).toMatchObject({
    makesUp,
    cancellation: null,
  });
  at('2026-12-18 10:00');
  const ours = ok(await dana.post(`/api/lessons/${id}/cancel`, { by: 'teacher' }));
  expect(ours.cancellation.outcome).toEqual({ owed: true, until: '2027-01-17' });
  at('2027-01-18 10:00');
  expect([await owed(), await owed('?state=all')]).toMatchObject([[], [{ state: 'lapsed', by: 'teacher' }]]);
});

test('a lesson that is closed is owed as the policy was when the closure was entered or its money chosen', async () => {
  await agree();
  const closure = ok(
    await dana.post('/api/closures', { from: '2026-12-21', to: '2027-01-03', kind: 'holiday', money: 'owed' }),
  );
  type Owed = { date: string; until: string; lessonId: string };
  expect(ok(await dana.get('/api/owed?state=all'))[0]).toMatchObject({
    by: 'closure',
    notice: null,
    closure: { id: closure.id, kind: 'holiday', reason: null },
  });
  const untils = async () => ok(await dana.get('/api/owed?state=all')).map(({ date, until }: Owed) => [date, until]);
  const first = ['2026-12-22', '2027-01-21'];
  const second = ['2026-12-29', '2027-01-28'];
  expect(await untils()).toEqual([first, second]);
  await agree({ owedDays: 10 });
  expect(await untils()).toEqual([first, second]);
  const change = async (body: object) => ok(await dana.patch(`/api/closures/${closure.id}`, body));
  await change({ reason: 'Break' });
  expect(await untils()).toEqual([first, second]);
  await change({ money: 'refund' });
  expect(await untils()).toEqual([]);
  const again = await dana.patch(`/api/closures/${closure.id}`, { money: 'owed' });
  const shorter = [
    ['2026-12-22', '2027-01-01'],
    ['2026-12-29', '2027-01-08'],
  ];
  expect(await untils()).toEqual(shorter);
  ok(await dana.post('/api/undo', { batchId: batchOf(again) }));
  await change({ money: 'owed' });
  await agree({ owedDays: null });
  const [closed]: Owed[] = ok(await dana.get('/api/owed'));
  at('2027-01-02 10:00');
  const states = async () => ok(await dana.get('/api/owed?state=all')).map(({ state }: { state: string }) => state);
  expect(await states()).toEqual(['lapsed', 'owed']);
  const moved = { startTime: '10:00', lessonDate: '2027-01-16' };
  expect(ok(await dana.patch(`/api/lessons/${closed?.lessonId}/reschedule`, moved)).makesUp).toMatchObject({
    date: '2026-12-22',
    until: '2027-01-01',
    by: 'closure',
  });
  expect(await states()).toEqual(['booked', 'owed']);
});

test('a closed make-up is owed until its first end, or 30 days from when it was closed if that is later', async () => {
  await agree();
  const { id } = await cancelled('2026-12-08');
  const move = async (lessonDate: string) =>
    ok(await dana.patch(`/api/lessons/${id}/reschedule`, { startTime: '10:00', lessonDate }));
  await move('2026-12-19');
  const close = async (day: string) =>
    ok(await dana.post('/api/closures', { from: day, to: day, kind: 'sick', money: 'refund' }));
  const owed = async () => ok(await dana.get('/api/owed'));
  await close('2026-12-19');
  expect(await owed()).toMatchObject([
    { date: '2026-12-08', until: '2027-01-07', by: 'closure', state: 'owed', makeUp: null },
  ]);
  expect((await move('2026-12-21')).makesUp).toMatchObject({ date: '2026-12-08', until: '2027-01-07', by: 'closure' });
  at('2026-12-18 10:00');
  await close('2026-12-21');
  expect(await owed()).toMatchObject([{ date: '2026-12-08', until: '2027-01-17', state: 'owed' }]);
  expect((await move('2026-12-23')).makesUp).toMatchObject({ date: '2026-12-08', until: '2027-01-17' });
});

test('a term has so many lessons that are owed, with all teachers', async () => {
  await agree({ owedPerTerm: 1, beyond: 80 });
  const marcus = await addTeacher(dana, 'Marcus Bell', everyDay);
  const body = { teacherId: marcus, studentId: kim, startTime: '10:00', duration: 45, lessonDate: '2026-12-17' };
  const other = ok(await dana.post('/api/lessons', body)).id;
  const owed = { owed: true, until: '2027-01-16' };
  const family = { by: 'family' };
  const first = await dana.post(`/api/lessons/${other}/cancel`, family);
  expect(ok(first).cancellation.outcome).toEqual(owed);
  const inTerm = { owed: 1, most: 1, beyond: 80 };
  expect(ok(await dana.get('/api/owed'))).toMatchObject([{ inTerm }]);
  expect((await cancelled('2026-12-15')).cancellation.outcome).toEqual({ charge: 80 });
  expect(ok(await dana.get('/api/owed'))).toMatchObject([{ inTerm }]);
  expect((await cancelled('2027-01-05')).cancellation.outcome).toEqual({ owed: true, until: '2027-02-04' });
  ok(await dana.post('/api/terms', { name: 'Winter', from: '2026-12-16', to: '2027-01-31' }));
  expect((await cancelled('2027-01-19')).cancellation.outcome).toEqual({ charge: 80 });
});

test.each([
  ["The notice can't be later than now.", { by: 'family', noticeAt: '2026-12-08T22:00:00Z' }],
  ['The notice can be at most 366 days back.', { by: 'family', noticeAt: '2025-11-01T22:00:00Z' }],
  ['Only a family gives notice.', { by: 'teacher', noticeAt: '2026-11-01T22:00:00Z' }],
])('refuses a notice: %s', async (sentence, body) => {
  expect(refused(await cancel('2026-12-08', body))).toEqual([400, sentence]);
});

test('the cancellation of a closed date is the closure’s', async () => {
  await agree();
  ok(await dana.post('/api/closures', { from: '2026-12-08', to: '2026-12-08', kind: 'away' }));
  expect(refused(await dana.patch(`/api/lessons/${weekly}_20261208/cancellation`, { reason: 'Flu' }))).toEqual([
    409,
    'This lesson is closed. Change the closure or keep the lesson.',
  ]);
});

test('a lesson that a closure owes is made up for out of it', async () => {
  ok(await dana.post('/api/closures', { from: '2026-12-08', to: '2026-12-08', kind: 'away', money: 'owed' }));
  const id = `${weekly}_20261208`;
  const lesson = { date: '2026-12-08', by: 'closure', until: null, daysLeft: null };
  const [first] = ok(await dana.get('/api/owed'));
  expect(first).toMatchObject({ ...lesson, lessonId: id, state: 'owed', amount: 50, inTerm: null });
  const move = { startTime: '10:00', lessonDate: '2026-12-12' };
  const row = ok(await dana.patch(`/api/lessons/${id}/reschedule`, move));
  expect(row.makesUp).toEqual({ date: '2026-12-08', until: null, by: 'closure' });
  expect(ok(await dana.get('/api/owed'))).toMatchObject([{ ...lesson, state: 'booked', makeUp: { lessonId: row.id } }]);
});
