import { localTimeZone } from '@rondo/contracts/calendar/zones.ts';
import { useSyncExternalStore } from 'react';
import { newKey } from '../../../api/attempts.ts';
import { trueTime } from './true-time.ts';
import type { CallName } from '../../../api/calls.ts';
import { commandAnswered, type Answer, type Attempt, type Sender } from '../../../api/client.ts';
import { refetchAfter } from '../../../api/queries.ts';
import { shownUserId } from '../../../api/session/session.ts';
import { listedNames } from '../../../lib/texts.ts';
import { entryStore } from './entry-store.ts';
import { mayWait, subjectsOf, type Entry, type NewEntry, type WaitingCall } from './entries.ts';
import { isDecided, keepEntry, nextPause, sendWaiting, tryAgain, waitsStill } from './sending.ts';
import { loadedDays } from './kept-day.ts';

// What was entered without a network, in this tab and in all others of the user: what waits, and when it is sent.

/** Held while something is sent, so that one tab does. */
const lockName = 'rondo.entries';
/** How often what waits is sent, and how long a tap waits for its answer: milliseconds. */
const shortest = 30_000;
const patience = 10_000;

const none: readonly Entry[] = [];
let current: { readonly userId: string; readonly entries: readonly Entry[] } = { userId: '', entries: none };
const listeners = new Set<() => void>();

/** Entries whose tap waits for the answer. */
const inFlight = new Set<number>();
/** Entries that the server has, until the page shows it. */
let saved: readonly Entry[] = [];

/** What the other tabs hear: the calls of which entries were sent. */
let others: BroadcastChannel | undefined;
const tellOthers = (calls: readonly CallName[]): void => others?.postMessage(calls);

const show = async (userId: string): Promise<void> => {
  const stored = await entryStore(userId)
    .all()
    .catch(() => none);
  const rest = stored.filter(({ id }) => !inFlight.has(id) && !saved.some((one) => one.id === id));
  current = { userId, entries: [...saved, ...rest] };
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What waits or was refused of this user, in its order. */
export const entriesNow = (): readonly Entry[] => (current.userId === shownUserId() ? current.entries : none);

/** The same, for a component. */
export const useEntries = (): readonly Entry[] => useSyncExternalStore(subscribe, entriesNow);

/** The page asks again for what was sent, and shows it from then on instead of the entries. */
const settle = async (userId: string, calls: readonly CallName[]): Promise<void> => {
  if (calls.length > 0) await refetchAfter([...new Set(calls)]).catch(() => undefined);
  saved = [];
  await show(userId);
  tellOthers(calls);
};

let pause = shortest;
let timer: ReturnType<typeof setTimeout> | undefined;

const later = (): void => {
  clearTimeout(timer);
  timer = setTimeout(() => void sendNow(), pause);
  pause = nextPause(pause);
};

const sendAll = async (userId: string): Promise<void> => {
  const store = entryStore(userId);
  if (!(await store.all()).some(waitsStill)) return;
  if (!navigator.onLine) return later();
  const calls: CallName[] = [];
  const send = (entry: Entry): Promise<unknown> => {
    if (shownUserId() !== userId) throw new Error('Someone else is signed in.');
    return commandAnswered(entry.call.name, entry.call.input, entry.key);
  };
  const isEmpty = await sendWaiting({ store, send, now: trueTime }, (entry, outcome) => {
    calls.push(entry.call.name);
    if (outcome === 'saved') saved = [...saved, entry];
  });
  if (isEmpty) pause = shortest;
  else later();
  await settle(userId, calls);
};

let running: Promise<void> | undefined;
let isAskedAgain = false;

/** Sends what waits of the user, unless another tab does. */
export const sendNow = async (): Promise<void> => {
  const userId = shownUserId();
  if (typeof userId !== 'string' || !('locks' in navigator)) return;
  isAskedAgain = running !== undefined;
  await (running ??= navigator.locks
    .request(lockName, () => sendAll(userId))
    .catch(later)
    .finally(() => (running = undefined)));
  if (!isAskedAgain) return;
  isAskedAgain = false;
  await sendNow();
};

const comeBack = (): void => {
  pause = shortest;
  void sendNow();
};

let isBegun = false;

/** Shows and sends what waits: now, on return, and whenever there is a connection. */
export const begin = async (): Promise<void> => {
  const userId = shownUserId();
  if (typeof userId !== 'string') return;
  if (!isBegun) {
    isBegun = true;
    addEventListener('online', comeBack);
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && comeBack());
    others = new BroadcastChannel(lockName);
    others.addEventListener('message', ({ data }: MessageEvent<readonly CallName[]>) => {
      const user = shownUserId();
      if (typeof user === 'string') void refetchAfter(data).then(() => show(user));
    });
  }
  await show(userId);
  await sendNow();
};

const waitingAnswer: Answer = { status: 0, position: null, batchId: null, body: { recorded: [], failed: [] } };

const entryOf = (call: WaitingCall, isTried: boolean): NewEntry => {
  const { lessonIds, studentId } = subjectsOf(call);
  const days = loadedDays();
  const stops = days
    .flatMap((day) => day.stops)
    .filter((stop) => lessonIds.includes(stop.lessonId) || (studentId !== null && stop.studentId === studentId));
  return {
    call,
    key: newKey(),
    at: trueTime(),
    title: stops.length === 0 ? 'a lesson' : listedNames([...new Set(stops.map(({ title }) => title))]),
    timeZone: days[0]?.timeZone ?? localTimeZone(),
    isTried,
    refused: null,
    isTooOld: false,
  };
};

/** Sends an entry that has just been kept. It waits if there is no answer, and if that takes too long. */
const sendKept = async (userId: string, entry: Entry, attempt: Attempt): Promise<Answer> => {
  const store = entryStore(userId);
  let isLeft = false;
  const sending = async (): Promise<Answer> => {
    try {
      const answer = await attempt(entry.key);
      await store.remove(entry.id);
      return answer;
    } catch (error) {
      if (!isDecided(error)) return waitingAnswer;
      if (isLeft) await store.update(entry.id, { refused: error.message });
      else await store.remove(entry.id);
      throw error;
    }
  };
  inFlight.add(entry.id);
  const answered = navigator.locks.request(lockName, { ifAvailable: true }, (lock) =>
    lock ? sending() : waitingAnswer,
  );
  const tooLong = new Promise<Answer>((resolve) => {
    setTimeout(() => resolve(waitingAnswer), patience);
  });
  const answer = await Promise.race([answered, tooLong]).finally(() => inFlight.delete(entry.id));
  if (answer !== waitingAnswer) return answer;
  isLeft = true;
  void answered.catch(() => undefined).then(() => settle(userId, [entry.call.name]));
  later();
  await show(userId);
  return waitingAnswer;
};

/** Sends the calls that may wait: each is kept before, so that nothing is lost with the page. */
export const sendOrKeep: Sender = async (name, input, attempt) => {
  const call = { name, input };
  const userId = shownUserId();
  if (typeof userId !== 'string' || !mayWait(call) || !('locks' in navigator)) return attempt();
  const store = entryStore(userId);
  const isInTurn = navigator.onLine && !(await store.all().catch(() => none)).some(waitsStill);
  const entry = await keepEntry(store, entryOf(call, isInTurn)).catch((error: unknown) => {
    if (isDecided(error)) throw error;
    return null;
  });
  // A browser that keeps nothing sends it as every other call.
  if (entry === null) return attempt();
  if (isInTurn) return sendKept(userId, entry, attempt);
  await show(userId);
  tellOthers([]);
  void sendNow();
  return waitingAnswer;
};

const act = async (run: (store: ReturnType<typeof entryStore>) => Promise<void>): Promise<void> => {
  const userId = shownUserId();
  if (typeof userId !== 'string') return;
  await run(entryStore(userId));
  await show(userId);
  tellOthers([]);
};

/** Has a refused entry sent once more. */
export const sendAgain = async (entry: Entry): Promise<void> => {
  await act((store) => tryAgain(store, entry));
  comeBack();
};

/** Forgets a refused entry. */
export const discard = ({ id }: Entry): Promise<void> => act((store) => store.remove(id));

/** How many entries a user would lose by signing out. */
export const countEntries = async (userId: string): Promise<number> => (await entryStore(userId).all()).length;
