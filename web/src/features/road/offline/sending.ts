import { newKey } from '../../../api/attempts.ts';
import { CallFailed } from '../../../api/call-failed.ts';
import { isReplaced, type Entry, type NewEntry } from './entries.ts';

// Entries are sent in their order, one at a time, each until its outcome is known.

/** Where entries are kept between visits. */
export type EntryStore = {
  /** In their order. */
  readonly all: () => Promise<readonly Entry[]>;
  readonly add: (entry: NewEntry) => Promise<Entry>;
  /** @returns false if there is no such entry any more */
  readonly update: (id: number, change: Partial<NewEntry>) => Promise<boolean>;
  readonly remove: (id: number) => Promise<void>;
};

/** The most entries that are kept. */
export const mostEntries = 200;
/** The server remembers keys for 30 days; what is older than this is not sent: milliseconds. */
const oldest = 28 * 86_400_000;

const tooMany = 'Too many entries wait. Connect first.';
const tooOld = 'This entry is too old to send. Please enter it again.';

export const waitsStill = ({ refused }: Pick<Entry, 'refused'>): boolean => refused === null;

/**
 * Keeps an entry, in place of a note that it replaces.
 * @throws CallFailed when too many wait
 */
export const keepEntry = async (store: EntryStore, entry: NewEntry): Promise<Entry> => {
  const all = await store.all();
  const replaced = all.filter((one) => isReplaced(one, entry));
  if (all.length - replaced.length >= mostEntries) throw new CallFailed(400, tooMany);
  for (const { id } of replaced) await store.remove(id);
  return store.add(entry);
};

/** Whether a failure is the server's decision, so that sending the same again is useless. */
export const isDecided = (error: unknown): error is CallFailed =>
  error instanceof CallFailed &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 401 &&
  error.status !== 429 &&
  error.refusal.kind !== 'temporary' &&
  error.refusal.kind !== 'other-user';

/** Why an answer did not record all of it; null if it did. */
const refusalIn = (answer: unknown): string | null => {
  if (!(answer instanceof Object) || !('failed' in answer) || !Array.isArray(answer.failed)) return null;
  const messages = answer.failed.map(({ message }) => String(message));
  return messages.length === 0 ? null : [...new Set(messages)].join(' ');
};

type Sending = {
  readonly store: EntryStore;
  /** Makes one attempt. @returns what the server answers @throws what `request` does */
  readonly send: (entry: Entry) => Promise<unknown>;
  readonly now: () => number;
};

const refuse = (store: EntryStore, { id }: Entry, refused: string, isTooOld = false): Promise<boolean> =>
  store.update(id, { refused, isTooOld });

/**
 * Sends one entry, and notes what became of it.
 * @returns null if its outcome is not known
 */
const sendEntry = async ({ store, send }: Sending, entry: Entry): Promise<'saved' | 'refused' | null> => {
  try {
    const refused = refusalIn(await send(entry));
    if (refused === null) await store.remove(entry.id);
    else await refuse(store, entry, refused);
    return refused === null ? 'saved' : 'refused';
  } catch (error) {
    if (!isDecided(error)) return null;
    await refuse(store, entry, error.message);
    return 'refused';
  }
};

/**
 * Sends what waits.
 * @param onSent hears of each entry whose outcome is known
 * @returns false if some still wait
 */
export const sendWaiting = async (
  sending: Sending,
  onSent: (entry: Entry, outcome: 'saved' | 'refused') => void,
): Promise<boolean> => {
  const { store, now } = sending;
  for (;;) {
    const entry = (await store.all()).find(waitsStill);
    if (!entry) return true;
    if (now() - entry.at > oldest) await refuse(store, entry, tooOld, true);
    else if (await store.update(entry.id, { isTried: true })) {
      const outcome = await sendEntry(sending, entry);
      if (outcome === null) return false;
      onSent(entry, outcome);
    }
  }
};

/** Has a refused entry sent once more: as a new attempt, because the outcome of the last one is known. */
export const tryAgain = async (store: EntryStore, { id }: Entry): Promise<void> => {
  await store.update(id, { refused: null, isTried: false, key: newKey() });
};

/** When to try again after an attempt without an outcome: milliseconds. */
export const nextPause = (pause: number): number => Math.min(2 * pause, 10 * 60_000);
