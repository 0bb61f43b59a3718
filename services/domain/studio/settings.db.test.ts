import { decimalsOf } from '@rondo/contracts/money/money.ts';
import { expect, test } from 'vitest';
import { dana, inOwnStudio, rondo } from '../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../testing/studio-fixture.ts';
import { batchOf, ok, refused } from '../../testing/visitor.ts';

inOwnStudio();

const read = async () => ok(await dana.get('/api/settings'));
const change = (changes: unknown) => dana.patch('/api/settings', changes);

const opening = {
  timeZone: 'America/Chicago',
  startGrid: 5,
  minutesBetween: 0,
  optimizerSeconds: 5,
  studioName: null,
  studioAddress: null,
  studioPhone: null,
  studioEmail: null,
  paymentTermsDays: 14,
  paymentInstructions: null,
  payLink: null,
  currency: 'USD',
  familyPage: false,
  familyCancel: false,
  familyRequest: false,
  sendReminders: false,
  sendChanges: false,
  sendPastDue: false,
  reminderTime: '17:00',
  ownDriveTimes: false,
  mileage: null,
  askForm: null,
  revision: expect.any(String),
};

test('settings have defaults, change one by one, are cleared by null and empty text, and changes are undone', async () => {
  expect(await read()).toEqual(opening);
  const profile = {
    studioName: ' Whitfield Strings ',
    studioEmail: 'dana@example.com',
    studioPhone: '1',
    currency: 'EUR',
  };
  const profiled = { ...opening, ...profile, studioName: 'Whitfield Strings' };
  expect(ok(await change(profile))).toEqual(profiled);
  expect(ok(await change({ studioEmail: '', studioPhone: null, optimizerSeconds: 0.5 }))).toEqual({
    ...opening,
    studioName: 'Whitfield Strings',
    currency: 'EUR',
    optimizerSeconds: 0.5,
  });
  ok(await change({ studioEmail: 'dana@example.com', studioPhone: '1', optimizerSeconds: null }));
  expect(batchOf(await change(profile))).toBe('');
  expect(await read()).toMatchObject(profiled);
  const last = await change({ paymentTermsDays: 30 });
  ok(await dana.post('/api/undo', { batchId: batchOf(last) }));
  expect(await read()).toMatchObject(profiled);
});

test('drives are kept from a date on, and what cannot be is refused in its sentences', async () => {
  const year = new Date().getUTCFullYear();
  const mileage = { from: `${year}-01-01`, country: 'US', unit: 'mi', rates: [] };
  const turnedOn = await change({ mileage: { from: mileage.from, country: 'US' } });
  expect(ok(turnedOn).mileage).toEqual(mileage);
  expect(batchOf(await change({ mileage }))).toBe('');
  const rate = { from: '2026-01-01', rate: 0.6 };
  for (const [wrong, message] of [
    [{ ...mileage, from: `${year - 3}-12-31` }, 'Drives can be kept from Jan'],
    [{ ...mileage, country: 'FR' }, 'The country must be US, GB, DE or other.'],
    [{ ...mileage, unit: 'km' }, 'The rates of this country are by the mile.'],
    [{ from: mileage.from, country: 'other' }, 'Choose miles or kilometers.'],
    [{ ...mileage, rates: [{ ...rate, rate: 0.7255 }] }, 'A rate must be a number from 0 to 1,000'],
    [{ ...mileage, rates: [rate, rate] }, 'Two rates begin on the same date.'],
    [{ ...mileage, rates: Array.from({ length: 51 }, () => rate) }, 'At most 50 own rates can be entered.'],
  ] as const)
    expect(refused(await change({ mileage: wrong })), message).toEqual([400, expect.stringContaining(message)]);
  const off = await change({ mileage: null });
  expect(ok(off).mileage).toBeNull();
  ok(await dana.post('/api/undo', { batchId: batchOf(off) }));
  expect((await read()).mileage).toEqual(mileage);
  ok(await dana.post('/api/undo', { batchId: batchOf(turnedOn) }));
});

test('a change to settings that were changed in the meantime is refused, and other events of the studio are no change', async () => {
  const { revision } = await read();
  ok(await change({ studioName: 'Whitfield Strings', revision }));
  expect(refused(await change({ studioName: 'Strings', revision }))).toEqual([
    412,
    'This studio profile was changed somewhere else in the meantime.',
  ]);
  const { revision: newest, studioName } = await read();
  expect(studioName).toBe('Whitfield Strings');
  ok(await dana.post('/api/sample-studio'));
  ok(await change({ studioName: 'Strings', revision: newest }));
});

test('preferences are the user’s own, change one by one, and are no events', async () => {
  const none = { defaultTeacherId: null, theme: 'system', firstHour: null };
  expect(ok(await dana.get('/api/user-preferences'))).toEqual(none);
  const teacherId = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const set = (preferences: unknown) => dana.post('/api/user-preferences', preferences);
  expect(ok(await set({ defaultTeacherId: teacherId }))).toEqual({ ...none, defaultTeacherId: teacherId });
  const dark = await set({ theme: 'dark', firstHour: 7 });
  expect([ok(dark), batchOf(dark)]).toEqual([{ defaultTeacherId: teacherId, theme: 'dark', firstHour: 7 }, '']);
  expect(ok(await set({}))).toEqual(ok(dark));
  expect(ok(await set({ defaultTeacherId: null, firstHour: null }))).toEqual({ ...none, theme: 'dark' });
  expect(refused(await set({ theme: 'sepia' }))).toEqual([400, 'The theme must be system, light or dark.']);
  for (const firstHour of [-1, 19, 7.5, '7'])
    expect(refused(await set({ firstHour }))).toEqual([400, 'The first hour must be a whole number from 0 to 18.']);
  expect(
    ok(
      await rondo
        .visitor()
        .register('preferences@example.com')
        .then((eve) => eve.get('/api/user-preferences')),
    ),
  ).toEqual(none);
});

test('unknown settings and values are refused with one sentence, and nothing changes', async () => {
  const cases: [object, string][] = [
    [{ theme: 'dark' }, '"theme" is not known here.'],
    [{ timeZone: 'Austin' }, 'The time zone must be an IANA name such as America/Chicago.'],
    [{ startGrid: 7 }, 'The start times must be 1, 5, 10 or 15 minutes apart.'],
    ...[-1, 31, 2.5, 'five', null].map((minutesBetween): [object, string] => [
      { minutesBetween },
      'The time between lessons must be a whole number of minutes from 0 to 30.',
    ]),
    [{ optimizerSeconds: 600 }, 'The planning time must be a number of seconds from 0.1 to 120.'],
    [{ studioName: 'Dana\nBcc: eve@example.com' }, '"studioName" must be a single line.'],
    [{ studioName: 'x'.repeat(121) }, '"studioName" must be at most 120 characters long.'],
    [{ studioEmail: 'dana' }, 'Please enter a valid email address.'],
    [{ paymentTermsDays: 1.5 }, 'The payment terms must be a whole number of days from 0 to 365.'],
    [{ paymentTermsDays: 366 }, 'The payment terms must be a whole number of days from 0 to 365.'],
    [{ paymentTermsDays: null }, 'The payment terms must be a whole number of days from 0 to 365.'],
    ...['http://paypal.me/dana', 'javascript:alert(1)', ' ftp://pay.example', 'paypal.me/dana'].map(
      (payLink): [object, string] => [{ payLink }, 'The pay link must begin with https://.'],
    ),
    [{ payLink: 'https://pay.example/\nBcc: eve@example.com' }, '"payLink" must be a single line.'],
    [{ payLink: `https://pay.example/${'x'.repeat(481)}` }, '"payLink" must be at most 500 characters long.'],
    ...['https://', 'https://pay .example', 'https://pay.example/a b', 'https://{amount}/'].map(
      (payLink): [object, string] => [{ payLink }, 'The pay link must be a web address without spaces.'],
    ),
    [{ currency: 'BTC' }, 'The currency must be an ISO 4217 code such as USD or EUR.'],
  ];
  for (const [changes, sentence] of cases)
    expect(refused(await change({ studioPhone: '1', ...changes }))).toEqual([400, sentence]);
  expect(await read()).toEqual(opening);
});

test('a new time zone moves no lesson, and today is the day there', async () => {
  const teacherId = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const studentId = await addStudent(dana, 'Ann Lee', everyDay, { teacherId });
  const entry = { teacherId, studentId, startTime: '16:00', duration: 45, lessonDate: '', dayOfWeek: 2 };
  ok(await dana.post('/api/lessons', entry));
  const lessons = ok(await dana.get('/api/lessons'));
  ok(await change({ timeZone: 'Pacific/Auckland' }));
  expect(ok(await dana.get('/api/user'))).toMatchObject({ timeZone: 'Pacific/Auckland', today: '2026-11-24' });
  expect(ok(await dana.get('/api/lessons'))).toEqual(lessons);
});

test('a run starts lessons on the studio’s grid, in the studio’s planning time', async () => {
  const teacherId = await addTeacher(dana, 'Dana Whitfield', [{ day: 1, from: '14:00', to: '20:00' }]);
  const oddly = [{ day: 1, from: '14:20', to: '15:10' }];
  const studentId = await addStudent(dana, 'Ann Lee', oddly, { teacherId });
  ok(await change({ startGrid: 15, optimizerSeconds: 0.2 }));
  ok(await dana.post('/api/schedule/generate', { teacherIds: [teacherId], studentIds: [studentId] }));
  expect(ok(await dana.get('/api/lessons'))).toEqual([]);
  ok(await change({ startGrid: 5 }));
  ok(await dana.post('/api/schedule/generate', { teacherIds: [teacherId], studentIds: [studentId] }));
  expect(ok(await dana.get('/api/lessons'))).toMatchObject([
    { dayOfWeek: 1, startTime: expect.stringMatching(/^14:2[05]$/) },
  ]);
});

test('rates have no more decimals than the currency, and a currency that they do not fit is refused', async () => {
  const teacherId = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const ann = await addStudent(dana, 'Ann Lee', everyDay, { teacherId });
  const pay = (rates: object) => dana.put(`/api/students/${ann}`, rates);
  expect(refused(await change({ currency: 'KWD' }))).toEqual([
    400,
    'Rondo cannot bill in this currency, because its amounts have more than two decimals.',
  ]);
  ok(await pay({ perLessonRate: 40.5, monthlyRate: 120.25 }));
  expect(refused(await change({ currency: 'JPY' }))).toEqual([
    409,
    'JPY has no decimals, but 2 rates have some. Change them to whole numbers first.',
  ]);
  ok(await pay({ perLessonRate: 5000, monthlyRate: 18_000 }));
  ok(await change({ currency: 'JPY' }));
  expect(refused(await pay({ perLessonRate: 5000.5 }))).toEqual([
    400,
    'The rate must be a whole number: JPY has no decimals.',
  ]);
  expect(ok(await pay({ perLessonRate: 5000, phone: '1' }))).toMatchObject({ perLessonRate: 5000 });
});

test('every currency with three decimals is refused, and each one without them while a rate has some', async () => {
  const teacherId = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const ann = await addStudent(dana, 'Ann Lee', everyDay, { teacherId });
  ok(await dana.put(`/api/students/${ann}`, { perLessonRate: 40.5 }));
  const codes = Intl.supportedValuesOf('currency');
  const [finer, whole] = [codes.filter((code) => decimalsOf(code) > 2), codes.filter((code) => decimalsOf(code) === 0)];
  expect([finer, whole]).toEqual([expect.arrayContaining(['BHD', 'KWD']), expect.arrayContaining(['JPY', 'KRW'])]);
  for (const currency of finer)
    expect(refused(await change({ currency }))).toEqual([
      400,
      'Rondo cannot bill in this currency, because its amounts have more than two decimals.',
    ]);
  for (const currency of whole)
    expect(refused(await change({ currency }))).toEqual([
      409,
      `${currency} has no decimals, but 1 rate has some. Change it to whole numbers first.`,
    ]);
  expect((await read()).currency).toBe('USD');
});

test('a new student’s rates have no more decimals than the currency', async () => {
  const add = (rates: object) =>
    dana.post('/api/students', { firstName: 'Ann', lastName: 'Lee', address: '78704', ...rates });
  for (const name of ['perLessonRate', 'monthlyRate']) {
    ok(await add({ [name]: 40.55 }));
    expect(refused(await add({ [name]: 40.555 }))).toEqual([400, 'The rate must have at most two decimals.']);
  }
  for (const { id } of ok(await dana.get('/api/students'))) ok(await dana.delete(`/api/students/${id}`));
  ok(await change({ currency: 'JPY' }));
  for (const name of ['perLessonRate', 'monthlyRate']) {
    ok(await add({ [name]: 4000 }));
    expect(refused(await add({ [name]: 4000.5 }))).toEqual([
      400,
      'The rate must be a whole number: JPY has no decimals.',
    ]);
  }
});

test('an undo brings back neither a rate nor a currency that the other does not fit', async () => {
  const teacherId = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const ann = await addStudent(dana, 'Ann Lee', everyDay, { teacherId });
  const pay = (rates: object) => dana.put(`/api/students/${ann}`, rates);
  const undo = (batchId: string) => dana.post('/api/undo', { batchId });
  ok(await pay({ perLessonRate: 40.5 }));
  const rounded = batchOf(await pay({ perLessonRate: 4000 }));
  const toYen = batchOf(await change({ currency: 'JPY' }));
  expect(refused(await undo(rounded))).toEqual([
    409,
    'A rate of Ann Lee would have decimals again. JPY has none, so this can no longer be undone.',
  ]);
  expect(ok(await dana.get('/api/students'))).toMatchObject([{ perLessonRate: 4000 }]);
  const toDollars = batchOf(await undo(toYen));
  const exact = batchOf(await undo(rounded));
  expect(refused(await undo(toDollars))).toEqual([
    409,
    'JPY has no decimals, but 1 rate has some. Change it to whole numbers first.',
  ]);
  expect((await read()).currency).toBe('USD');
  ok(await undo(exact));
  ok(await undo(toDollars));
  expect((await read()).currency).toBe('JPY');
});
