import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CallFailed } from '../../../api/call-failed.ts';
import type { Entry, NewEntry, WaitingCall } from './entries.ts';
import { mayWait, textOf } from './entries.ts';
import { keepEntry, mostEntries, nextPause, sendWaiting, tryAgain, type EntryStore } from './sending.ts';

/** Entries in memory: what IndexedDB keeps, for tests. */
const memoryStore = (): EntryStore => {
  let entries: readonly Entry[] = [];
  let ids = 0;
  return {
    all: () => Promise.resolve(entries),
    add: (entry) => {
      ids += 1;
      const added = { ...entry, id: ids };
      entries = [...entries, added];
      return Promise.resolve(added);
    },
    update: (id, change) => {
      const isThere = entries.some((one) => one.id === id);
      entries = entries.map((one) => (one.id === id ? { ...one, ...change } : one));
      return Promise.resolve(isThere);
    },
    remove: (id) => {
      entries = entries.filter((one) => one.id !== id);
      return Promise.resolve();
    },
  };
};

const noon = Date.parse('2026-12-01T18:00:00Z');
const days = 86_400_000;

const stamp = (lessonId: string): WaitingCall => ({
  name: 'POST /api/day/stamps',
  input: { body: { lessonId, date: '2026-12-01', kind: 'arrived', at: '2026-12-01T21:44:00Z' } },
});
const note = (text: string): WaitingCall => ({
  name: 'PUT /api/students/:id/private-notes/:date',
  input: { params: { id: 'ben', date: '2026-12-01' }, body: { text, revision: '0' } },
});
const attendance: WaitingCall = {
  name: 'POST /api/attendance',
  input: { body: { entries: [{ lessonId: 'one', date: '2026-12-01', attendance: 'taught' }] } },
};

const entryOf = (call: WaitingCall, key: string): NewEntry => ({
  call,
  key,
  at: noon,
  title: 'Ben Ito',
  timeZone: 'America/Chicago',
  isTried: false,
  refused: null,
  isTooOld: false,
});

const keysIn = async (store: EntryStore): Promise<string[]> => (await store.all()).map(({ key }) => key);

test('entries are sent in their order, and a lost answer stops them until the same key is answered', async () => {
  const store = memoryStore();
  for (const key of ['a', 'b', 'c']) await keepEntry(store, entryOf(stamp(key), key));
  const sent: string[] = [];
  let isLost = true;
  const sending = {
    store,
    now: () => noon,
    send: ({ key }: Entry) => {
      sent.push(key);
      if (key === 'b' && isLost) return Promise.reject(new CallFailed(0, 'Rondo cannot be reached.'));
      return Promise.resolve({});
    },
  };
  const outcomes: string[] = [];
  expect(await sendWaiting(sending, ({ key }, outcome) => outcomes.push(`${key} ${outcome}`))).toBe(false);
  expect(await keysIn(store)).toEqual(['b', 'c']);
  isLost = false;
  expect(await sendWaiting(sending, ({ key }, outcome) => outcomes.push(`${key} ${outcome}`))).toBe(true);
  expect(sent).toEqual(['a', 'b', 'b', 'c']);
  expect(outcomes).toEqual(['a saved', 'b saved', 'c saved']);
  expect(await store.all()).toEqual([]);
});

test.each([401, 429, 500, 503])('after %i everything waits', async (status) => {
  const store = memoryStore();
  await keepEntry(store, entryOf(stamp('one'), 'a'));
  const send = () => Promise.reject(new CallFailed(status, 'Later.'));
  expect(await sendWaiting({ store, send, now: () => noon }, () => undefined)).toBe(false);
  expect(await store.all()).toEqual([expect.objectContaining({ refused: null, isTried: true })]);
});

test('another user’s session and what is still running are no refusals', async () => {
  for (const body of [
    { detail: 'Someone else.', isOtherUser: true },
    { detail: 'A restore is running.', isTemporary: true },
  ]) {
    const store = memoryStore();
    await keepEntry(store, entryOf(stamp('one'), 'a'));
    const send = () => Promise.reject(new CallFailed(409, body.detail, { body }));
    expect(await sendWaiting({ store, send, now: () => noon }, () => undefined)).toBe(false);
    expect(await keysIn(store)).toEqual(['a']);
  }
});

test('a refused entry keeps the server’s sentence, the next goes on, and trying again is a new attempt', async () => {
  const store = memoryStore();
  await keepEntry(store, entryOf(stamp('moved'), 'a'));
  await keepEntry(store, entryOf(stamp('here'), 'b'));
  const sentence = 'This lesson is not on Tue, Dec 1 any more.';
  const send = ({ key }: Entry) => (key === 'a' ? Promise.reject(new CallFailed(409, sentence)) : Promise.resolve({}));
  expect(await sendWaiting({ store, send, now: () => noon }, () => undefined)).toBe(true);
  const [refused] = await store.all();
  expect(refused).toMatchObject({ key: 'a', refused: sentence, isTooOld: false });
  if (!refused) throw new Error('It is gone.');
  await tryAgain(store, refused);
  const [again] = await store.all();
  expect(again).toMatchObject({ refused: null });
  expect(again?.key).not.toBe('a');
});

test('attendance that the server lists as refused was not saved', async () => {
  const store = memoryStore();
  await keepEntry(store, entryOf(attendance, 'a'));
  const send = () => Promise.resolve({ recorded: [], failed: [{ message: 'This lesson has not begun.' }] });
  await sendWaiting({ store, send, now: () => noon }, () => undefined);
  expect(await store.all()).toEqual([expect.objectContaining({ refused: 'This lesson has not begun.' })]);
});

test('an entry of more than 28 days is never sent', async () => {
  const store = memoryStore();
  await keepEntry(store, entryOf(stamp('one'), 'a'));
  const sent: string[] = [];
  const send = ({ key }: Entry) => Promise.resolve(sent.push(key));
  await sendWaiting({ store, send, now: () => noon + 28 * days + 1 }, () => undefined);
  expect(sent).toEqual([]);
  expect(await store.all()).toEqual([
    expect.objectContaining({ isTooOld: true, refused: 'This entry is too old to send. Please enter it again.' }),
  ]);
  await store.update(1, { refused: null });
  await sendWaiting({ store, send, now: () => noon + 28 * days }, () => undefined);
  expect(sent).toEqual(['a']);
});

test('200 entries wait at most', async () => {
  const store = memoryStore();
  for (let i = 0; i < mostEntries; i += 1) await keepEntry(store, entryOf(stamp(`${i}`), `${i}`));
  await expect(keepEntry(store, entryOf(stamp('more'), 'more'))).rejects.toThrow(
    'Too many entries wait. Connect first.',
  );
  expect(await store.all()).toHaveLength(200);
});

test('a note replaces the one that waits, but not one that the server may have', async () => {
  const store = memoryStore();
  await keepEntry(store, entryOf(note('First.'), 'a'));
  await keepEntry(store, entryOf(note('Second.'), 'b'));
  expect(await keysIn(store)).toEqual(['b']);
  await store.update(2, { isTried: true });
  await keepEntry(store, entryOf(note('Third.'), 'c'));
  expect(await keysIn(store)).toEqual(['b', 'c']);
});

test('a note that goes to a family needs a connection', () => {
  const params = { id: 'ben', date: '2026-12-01' };
  const name = 'PUT /api/students/:id/family-notes/:date';
  expect(mayWait({ name, input: { params, body: { text: 'Well done.' } } })).toBe(true);
  expect(mayWait({ name, input: { params, body: { text: 'Well done.', share: true } } })).toBe(false);
  expect(mayWait({ name: 'POST /api/day/delays', input: {} })).toBe(false);
});

test('an entry says what was entered', () => {
  expect(textOf(entryOf(stamp('one'), 'a'))).toBe('Arrived at Ben Ito, 3:44\u00a0PM');
  expect(textOf(entryOf(attendance, 'a'))).toBe('Ben Ito: taught');
  expect(textOf(entryOf(note('Scales.'), 'a'))).toBe('Your note on Ben Ito: Scales.');
});

test('the pauses between attempts grow to ten minutes', () => {
  expect(nextPause(30_000)).toBe(60_000);
  expect(nextPause(400_000)).toBe(600_000);
});

test('whatever is lost, refused or killed on the way, each entry has one effect or a sentence, in order', async () => {
  const fate = fc.constantFrom('carried out', 'answer lost', 'request lost', 'refused', 'killed after');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(fate, { minLength: 1, maxLength: 4 }), { maxLength: 12 }), async (fates) => {
      const store = memoryStore();
      for (const [i] of fates.entries()) await keepEntry(store, entryOf(stamp(`${i}`), `key ${i}`));
      /** The server's memory of keys, and what it did. */
      const done: string[] = [];
      const attempts = new Map<string, number>();
      class Killed extends Error {}
      const send = ({ key }: Entry): Promise<unknown> => {
        const attempt = attempts.get(key) ?? 0;
        attempts.set(key, attempt + 1);
        const what = fates[Number(key.slice(4))]?.[attempt] ?? 'carried out';
        if (what === 'request lost') return Promise.reject(new CallFailed(0, 'Lost.'));
        if (what === 'refused' && !done.includes(key)) return Promise.reject(new CallFailed(409, 'No.'));
        if (!done.includes(key)) done.push(key);
        if (what === 'answer lost') return Promise.reject(new CallFailed(0, 'Lost.'));
        if (what === 'killed after') return Promise.reject(new Killed());
        return Promise.resolve({});
      };
      for (let visits = 0; visits < 60; visits += 1)
        if (await sendWaiting({ store, send, now: () => noon }, () => undefined)) break;
      const refused = await keysIn(store);
      expect((await store.all()).every((entry) => entry.refused === 'No.')).toBe(true);
      const keys = fates.map((_, i) => `key ${i}`);
      expect(done).toEqual(keys.filter((key) => !refused.includes(key)));
      expect(new Set(done).size).toBe(done.length);
    }),
  );
});
