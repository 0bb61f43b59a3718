import { createStudent, listStudents } from '@rondo/contracts/api/students.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { awaitedPosition, forgetPosition, whenCatchingUp } from './catching-up.ts';
import { ask, call, CatchingUp, command } from './client.ts';

type Sent = { readonly url: string; readonly position: string | null; readonly key: string | null };

const sent: Sent[] = [];
let answers: Response[] = [];
let announced = 0;

beforeEach(() => {
  sent.length = 0;
  announced = 0;
  forgetPosition();
  whenCatchingUp(() => (announced += 1));
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    sent.push({ url, position: headers.get('Rondo-Position'), key: headers.get('Idempotency-Key') });
    return Promise.resolve(answers.shift() ?? Response.json([]));
  });
});
afterEach(() => vi.unstubAllGlobals());

const late = (position: string) =>
  Response.json({ id: 'ava' }, { status: 202, headers: { 'Rondo-Position': position } });
const newcomer = { body: { firstName: 'Ava', lastName: 'Lindqvist', address: '1905 S 5th St' } } as const;
const saved = async () => (await command(createStudent, newcomer)).answer;

test('a write whose answer is delayed is saved, and later reads wait for its position until one is answered', async () => {
  answers = [late('42'), Response.json({ detail: 'Not yet.' }, { status: 503 })];
  expect(await saved()).toEqual(new CatchingUp('ava'));
  expect(announced).toBe(1);
  await expect(call(listStudents, {})).rejects.toThrow('Not yet.');
  expect(awaitedPosition()).toBe('42');
  await call(listStudents, {});
  expect(awaitedPosition()).toBeNull();
  await call(listStudents, {});
  expect(sent.map(({ position }) => position)).toEqual([null, '42', '42', null]);
});

test('a read that waited for an earlier position does not end the wait for a later one', async () => {
  answers = [late('42'), Response.json([]), late('43')];
  await saved();
  const reading = call(listStudents, {});
  await saved();
  await reading;
  await call(listStudents, {});
  expect(sent.map(({ position }) => position)).toEqual([null, '42', null, '43']);
});

test('a write that is answered in time returns its answer', async () => {
  answers = [Response.json({ id: 'ava', revision: '0' }, { status: 201 })];
  expect(await saved()).toEqual({ id: 'ava', revision: '0' });
  expect(awaitedPosition()).toBeNull();
});

test('a failure that is not a sentence, such as the page of a proxy, is put in our words', async () => {
  answers = [
    new Response('<html><body><h1>502 Bad Gateway</h1></body></html>', { status: 502 }),
    new Response('', { status: 503, statusText: 'Service Unavailable' }),
    new Response('The database is not answering.', { status: 503 }),
  ];
  await expect(call(listStudents, {})).rejects.toThrow('Rondo could not answer. Please try again in a moment. (502)');
  await expect(call(listStudents, {})).rejects.toThrow('Rondo could not answer. Please try again in a moment. (503)');
  await expect(call(listStudents, {})).rejects.toThrow('The database is not answering.');
});

test('a pending write is not sent again, and a later one is a new attempt', async () => {
  answers = [Response.json({ id: 'ava' }), Response.json({ id: 'eva' })];
  const [first, second] = await Promise.all([saved(), saved()]);
  expect([first, second]).toEqual([{ id: 'ava' }, { id: 'ava' }]);
  expect(await saved()).toEqual({ id: 'eva' });
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
});

test('the same write is sent once while it is pending, a preview each time', async () => {
  await Promise.all([call(createStudent, newcomer), call(createStudent, newcomer)]);
  expect(sent).toHaveLength(1);
  await Promise.all([ask(createStudent, newcomer), ask(createStudent, newcomer)]);
  expect(sent).toHaveLength(3);
});
