import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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
const saved = async () => (await command('POST /api/students', newcomer)).answer;

test('a write whose answer is delayed is saved, and later reads wait for its position until one is answered', async () => {
  answers = [late('42'), Response.json({ detail: 'Not yet.' }, { status: 503 })];
  expect(await saved()).toEqual(new CatchingUp('ava'));
  expect(announced).toBe(1);
  await expect(call('GET /api/students', {})).rejects.toThrow('Not yet.');
  expect(awaitedPosition()).toBe('42');
  await call('GET /api/students', {});
  expect(awaitedPosition()).toBeNull();
  await call('GET /api/students', {});
  expect(sent.map(({ position }) => position)).toEqual([null, '42', '42', null]);
});

test('a read that waited for an earlier position does not end the wait for a later one', async () => {
  answers = [late('42'), Response.json([]), late('43')];
  await saved();
  const reading = call('GET /api/students', {});
  await saved();
  await reading;
  await call('GET /api/students', {});
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
  await expect(call('GET /api/students', {})).rejects.toThrow(
    'Rondo could not answer. Please try again in a moment. (502)',
  );
  await expect(call('GET /api/students', {})).rejects.toThrow(
    'Rondo could not answer. Please try again in a moment. (503)',
  );
  await expect(call('GET /api/students', {})).rejects.toThrow('The database is not answering.');
});

test('a pending write is not sent again, and a later one is a new attempt', async () => {
  answers = [Response.json({ id: 'ava' }), Response.json({ id: 'eva' })];
  const [first, second] = await Promise.all([saved(), saved()]);
  expect([first, second]).toEqual([{ id: 'ava' }, { id: 'ava' }]);
  expect(await saved()).toEqual({ id: 'eva' });
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
});

test('the same write is sent once while it is pending, a preview each time', async () => {
  await Promise.all([call('POST /api/students', newcomer), call('POST /api/students', newcomer)]);
  expect(sent).toHaveLength(1);
  await Promise.all([ask('POST /api/students', newcomer), ask('POST /api/students', newcomer)]);
  expect(sent).toHaveLength(3);
});

describe('a call without an answer', () => {
  const silence = (): void => {
    vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
      sent.push({ url: '', position: null, key: new Headers(init.headers).get('Idempotency-Key') });
      return new Promise(() => undefined);
    });
  };
  /** How a call fails when this many milliseconds go by. */
  const after = async (milliseconds: number, made: () => Promise<unknown>): Promise<unknown> => {
    const failure = made().then(
      () => 'answered',
      ({ message }: Error) => message,
    );
    await vi.advanceTimersByTimeAsync(milliseconds);
    return Promise.race([failure, Promise.resolve('still waiting')]);
  };
  beforeEach(() => {
    vi.useFakeTimers();
    silence();
  });
  afterEach(() => vi.useRealTimers());

  test('fails after 30 seconds, and a read can simply be repeated', async () => {
    expect(await after(29_999, () => call('GET /api/students', {}))).toBe('still waiting');
    expect(await after(30_000, () => call('GET /api/students', {}))).toBe(
      'Rondo has not answered for 30 seconds. Please try again.',
    );
    expect(await after(30_000, () => ask('POST /api/students', newcomer))).toMatch(/Please try again\.$/);
  });

  test('is repeated as the same attempt if it writes, and says so', async () => {
    const said =
      'Rondo has not answered for 30 seconds. It may have been carried out all the same. Trying again is safe: it is not carried out twice.';
    expect(await after(30_000, saved)).toBe(said);
    expect(await after(30_000, saved)).toBe(said);
    expect(sent).toHaveLength(2);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  });

  test('promises nothing where the server keeps no key', async () => {
    expect(await after(30_000, () => call('POST /api/guest-login', { body: {} }))).toBe(
      'Rondo has not answered for 30 seconds. It may have been carried out all the same. Please look before you try again.',
    );
  });

  test('has five minutes if its answer may take long', async () => {
    const optimize = () =>
      command('POST /api/students/optimize', {
        body: { studentId: crypto.randomUUID(), optimizationType: 'reoptimize' },
      });
    expect(await after(299_999, optimize)).toBe('still waiting');
    expect(await after(1, optimize)).toBe('still waiting');
    expect(await after(300_000, optimize)).toMatch(/^Rondo has not answered for 5 minutes\./);
  });

  test('fails as well when the answer stops in the middle', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(new ReadableStream({}))));
    expect(await after(60_000, () => call('GET /api/students', {}))).toBe(
      'Rondo has not answered for 30 seconds. Please try again.',
    );
  });

  test('that the caller gives up fails with the caller’s reason', async () => {
    const leaving = new AbortController();
    const asked = call('GET /api/students', {}, leaving.signal);
    leaving.abort(new Error('The page was left.'));
    await expect(asked).rejects.toThrow('The page was left.');
  });
});

test('an answer that is no JSON, such as the page of a hotel’s network, is put in our words', async () => {
  answers = [new Response('<html>Sign in to the network</html>')];
  await expect(call('GET /api/students', {})).rejects.toThrow('Rondo could not answer. Please try again in a moment.');
});

test('a call that saves nothing leaves the attempts of other calls open, and a save ends them', async () => {
  const lost = (): Response => new Response('', { status: 503 });
  const add = async () => saved().catch(() => null);
  answers = [lost(), Response.json({ success: true }), lost(), Response.json({ id: 'eva' }, { status: 201 })];
  await add();
  await call('POST /api/maps/geocode', { body: { address: '1905 S 5th St' } });
  await add();
  await command('POST /api/students', { body: { ...newcomer.body, firstName: 'Eva' } });
  await add();
  const [first, , again, , after] = sent.map(({ key }) => key);
  expect(again).toBe(first);
  expect(after).not.toBe(first);
});
