import { afterAll, beforeAll, expect, test } from 'vitest';
import { addStudent, addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { ok, refused, type Visitor } from '../../../testing/visitor.ts';
import { AskingStudio } from './testing/asking-studio.ts';

// Sunday, November 29, 2026, at noon in Austin.
const noon = Date.parse('2026-11-29T12:00:00-06:00');
const hour = 60 * 60 * 1000;
const at = (hours: number): string => new Date(noon + hours * hour).toISOString();
const always = {
  availability: [1, 2, 3, 4, 5].map((dayOfWeek) => ({ dayOfWeek, startTime: '06:00', endTime: '22:00' })),
};
const oldLink = [404, 'This link no longer works. Please ask again.'];

let studio: AskingStudio;
let dana: Visitor;

/** A fresh day, in which no question has been asked. */
let days = 0;
const nextDay = (): number => {
  days += 2;
  studio.at(at(24 * days));
  return 24 * days;
};

/** Asks a question: the answer says that a mail is on its way. */
const sent = async (...question: Parameters<AskingStudio['send']>): Promise<string> => {
  const { status, text } = await studio.send(...question);
  expect([status, text]).toEqual([202, expect.stringContaining('Check your mail')]);
  return text;
};

beforeAll(async () => {
  studio = await AskingStudio.open(at(0));
  ({ dana } = studio);
});
afterAll(() => studio.stop());

test('one ZIP code gets one answer, wherever in theirs the family, the teacher and the students live', async () => {
  nextDay();
  const addPupil = async (name: string, address: string, weekdays: readonly number[]): Promise<string> => {
    const studentId = await addStudent(dana, name, everyDay, { teacherId: studio.teacher, address });
    for (const dayOfWeek of weekdays)
      ok(await dana.post('/api/lessons', { studentId, teacherId: studio.teacher, dayOfWeek, startTime: '16:00' }));
    return studentId;
  };
  const north = await addPupil('Ann Lee', '9800 Research Blvd, Austin, TX 78759', [1, 2, 3]);
  const south = await addPupil('Ben Ito', '5000 S 1st St, Austin, TX 78745', [4, 5]);
  const answers: string[] = [];
  const ask = async (email: string, more: object = {}): Promise<void> => {
    const { bands } = await studio.asked({ email, ...always, zipCode: '78759', ...more });
    answers.push(JSON.stringify(bands));
  };
  await ask('one@example.com');
  await ask('two@example.com', { address: '11800 Jollyville Rd' });
  ok(await dana.put(`/api/teachers/${studio.teacher}`, { address: '500 S Lamar Blvd, Austin, TX 78704' }));
  await ask('three@example.com', { address: '4200 Duval Rd' });
  ok(await dana.put(`/api/students/${north}`, { address: '10500 Jollyville Rd, Austin, TX 78759' }));
  ok(await dana.put(`/api/students/${south}`, { address: '700 W Stassney Ln, Austin, TX 78745' }));
  // The same whole hours, although other minutes.
  const halves = always.availability.flatMap((window) => [
    { ...window, endTime: '15:30' },
    { ...window, startTime: '15:30', endTime: '22:45' },
  ]);
  await ask('four@example.com', { availability: halves.slice(0, 10) });
  expect(JSON.parse(answers[0] ?? '')).toMatchObject([{ dayOfWeek: 1 }, { dayOfWeek: 2 }, { dayOfWeek: 3 }]);
  expect(new Set(answers).size).toBe(1);
  // Another ZIP code is nearer to other days.
  await ask('south@example.com', { zipCode: '78745' });
  expect(JSON.parse(answers.at(-1) ?? '')).toMatchObject([{}, { dayOfWeek: 4 }, { dayOfWeek: 5 }]);
  await ask('unknown@example.com', { zipCode: '00000' });
  expect(answers.at(-1)).toBe('[]');
  for (const student of [north, south]) ok(await dana.delete(`/api/students/${student}`));
});

test('a search that takes more than a second shows no hours, as one that finds none', async () => {
  const hours = nextDay();
  const second = await addTeacher(dana, 'Marcus Bell', everyDay);
  const form = { slug: 'whitfield', teacherIds: [studio.teacher, second], lengths: [45], note: null };
  ok(await dana.patch('/api/settings', { askForm: form }));
  await sent({ email: 'slow@example.com' });
  const slow = await studio.tokenFor('slow@example.com');
  await sent({ email: 'quick@example.com' });
  const quick = await studio.tokenFor('quick@example.com');
  // Each time that it is asked, the clock has gone on by more than a second.
  let looks = 0;
  studio.rondo.setNow(() => noon + (hours + 1) * hour + (looks += 1) * 1001);
  expect(ok(await studio.confirm(slow))).toMatchObject({ bands: [], message: 'We will write to you.' });
  studio.at(at(hours + 3));
  expect(ok(await studio.confirm(quick)).bands).not.toEqual([]);
  ok(await dana.patch('/api/settings', { askForm: { ...form, teacherIds: [studio.teacher], lengths: [30, 45, 60] } }));
});

test('a link works for a day from asking and a day from its first opening, with its own studio', async () => {
  const hours = nextDay();
  await sent({ email: 'link@example.com' });
  const token = await studio.tokenFor('link@example.com');
  await sent({ email: 'late@example.com' });
  const late = await studio.tokenFor('late@example.com');
  const bell = await studio.rondo.visitor().register('bell@example.com');
  await studio.rondo.query('update accounts.users set email_confirmed_at = now()');
  const teacherIds = [await addTeacher(bell, 'Ole Bell', everyDay)];
  const askForm = { slug: 'bell', teacherIds, lengths: [45], note: null };
  ok(await bell.patch('/api/settings', { studioName: 'Bell Cellos', askForm }));
  expect(refused(await studio.rondo.visitor().post('/api/ask/bell/confirm', { token }))).toEqual(oldLink);
  // A mail program that follows the link makes nothing.
  for (const path of ['/ask/whitfield', '/api/ask/whitfield']) expect((await bell.get(path)).status).toBe(200);
  expect(ok(await dana.get('/api/inquiries')).map(({ email }: { readonly email: string }) => email)).not.toContain(
    'link@example.com',
  );
  studio.at(at(hours + 23));
  const shown = ok(await studio.confirm(token));
  studio.at(at(hours + 24.5));
  expect(refused(await studio.confirm(late))).toEqual(oldLink);
  studio.at(at(hours + 46.9));
  expect(ok(await studio.confirm(token))).toEqual(shown);
  studio.at(at(hours + 47.1));
  expect(refused(await studio.confirm(token))).toEqual(oldLink);
});

test('a mail address gets three mails a day, and its fourth question is answered the same', async () => {
  nextDay();
  const answers: unknown[] = [];
  for (let nth = 0; nth < 4; nth += 1) answers.push(await sent({ email: 'often@example.com' }));
  expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
  await sent({ email: 'other@example.com' });
  await studio.tokenFor('other@example.com');
  await studio.tokenFor('often@example.com', 3);
});

test('a place asks five times an hour, and what is discarded counts towards no limit', async () => {
  nextDay();
  const place = '192.0.2.7';
  for (let nth = 0; nth < 3; nth += 1) await sent({ email: 'spam@example.com', website: 'x' }, place);
  for (let nth = 0; nth < 5; nth += 1) await sent({ email: `place${nth}@example.com` }, place);
  const sixth = await studio.send({ email: 'place6@example.com' }, place);
  expect(refused(sixth)).toEqual([429, 'That was a lot for one hour. Please try again later.']);
  expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(0);
  await sent({ email: 'elsewhere@example.com' });
  // Questions count from when they are kept, which is after their answers.
  for (const name of ['place0', 'place1', 'place2', 'place3', 'place4', 'elsewhere'])
    await studio.tokenFor(`${name}@example.com`);
});

test('a studio is asked thirty times a day, and unknown links twenty times a minute', async () => {
  nextDay();
  for (let nth = 0; nth < 30; nth += 1) {
    await sent({ email: `many${nth}@example.com` });
    await studio.tokenFor(`many${nth}@example.com`);
  }
  const refusal = await studio.send({ email: 'last@example.com' });
  expect(refused(refusal)).toEqual([429, 'Too many questions today. Please try again tomorrow.']);
  const unknown = 'x'.repeat(43);
  const place = '192.0.2.8';
  for (let tries = 0; tries < 20; tries += 1) expect(refused(await studio.confirm(unknown, place))).toEqual(oldLink);
  expect(refused(await studio.confirm(unknown, place))).toEqual([429, 'Too many requests. Please wait a minute.']);
  expect(refused(await studio.confirm(unknown))).toEqual(oldLink);
  nextDay();
  await sent({ email: 'tomorrow@example.com' });
});
