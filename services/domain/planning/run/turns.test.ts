import { expect, test } from 'vitest';
import fc from 'fast-check';
import { openTurns, type Planner, type TurnLimits, type Turns } from './turns.ts';

const never = new AbortController().signal;

/** Work that ends when its promise is resolved. */
const jobs = () => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const job = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name);
      ends.set(name, () => resolve(name));
    });
  return { begun, job, end: (name: string): void => ends.get(name)?.() };
};

/** A call with one run per name. */
const call = (turns: Turns, who: string | Planner, runs: readonly (() => Promise<string>)[], signal = never) =>
  turns.admit(typeof who === 'string' ? account(who) : who, signal, (turn) =>
    Promise.all(runs.map((run) => turn(run))),
  );

const account = (studioId: string, place = `home of ${studioId}`): Planner => ({ studioId, isGuest: false, place });
const guest = (studioId: string): Planner => ({ ...account(studioId), isGuest: true });

const turnsOf = (limits: Partial<TurnLimits> = {}): Turns =>
  openTurns({ threads: 1, callsOfAStudio: 4, callsOfAPlace: 8, callsOfGuests: 32, calls: 64, ...limits });

test('one studio’s hundred runs delay another’s by at most one run', async () => {
  const turns = turnsOf();
  const { begun, job, end } = jobs();
  const names = Array.from({ length: 100 }, (_, i) => `a${i}`);
  const many = call(turns, 'a', names.map(job));
  const one = call(turns, 'b', [job('b')]);
  await expect.poll(() => begun).toEqual(['a0']);
  end('a0');
  await expect.poll(() => begun).toEqual(['a0', 'b']);
  end('b');
  await expect(one).resolves.toEqual(['b']);
  for (const name of names.slice(1)) {
    await expect.poll(() => begun, { interval: 1 }).toContain(name);
    end(name);
  }
  await expect(many).resolves.toEqual(names);
});

test('a free slot goes to the studio with the fewest active runs', async () => {
  const turns = turnsOf({ threads: 3 });
  const { begun, job, end } = jobs();
  void call(turns, 'a', ['a1', 'a2', 'a3', 'a4'].map(job));
  void call(turns, 'b', ['b1', 'b2'].map(job));
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'a3']);
  end('a1');
  await expect.poll(() => begun.at(-1)).toBe('b1');
  // One run each: the studio served longest ago is next.
  end('a2');
  await expect.poll(() => begun.at(-1)).toBe('b2');
  end('a3');
  await expect.poll(() => begun.at(-1)).toBe('a4');
});

const studioLimit = { kind: 'too-many', message: 'You are planning already. Wait for that plan or stop it.' };
const placeLimit = {
  kind: 'too-many',
  message: 'Other plans are being made from your network. Please try again in a minute.',
};
const busy = {
  kind: 'unavailable',
  message: 'The planner is busy right now. Please try again in a minute.',
  retryAfter: 60,
};

test('a studio has four calls, and another once one has ended', async () => {
  const turns = turnsOf({ threads: 4 });
  const { begun, job, end } = jobs();
  const calls = ['a1', 'a2', 'a3', 'a4'].map((name) => call(turns, 'a', [job(name)]));
  await expect(call(turns, 'a', [job('a5')])).rejects.toMatchObject(studioLimit);
  end('a2');
  await calls[1];
  void call(turns, 'a', [job('a5')]);
  await expect.poll(() => begun.at(-1)).toBe('a5');
});

test('a place has eight calls, of whichever studios', async () => {
  const turns = turnsOf();
  const { job } = jobs();
  for (let i = 0; i < 8; i += 1) void call(turns, account(`studio ${i}`, '203.0.113.1'), [job(`${i}`)]);
  await expect(call(turns, account('studio 9', '203.0.113.1'), [job('9')])).rejects.toMatchObject(placeLimit);
  void call(turns, account('studio 9', '203.0.113.2'), [job('9')]);
});

test('guests together have half of the calls, and an account gets the next thread', async () => {
  const turns = turnsOf();
  const { begun, job, end } = jobs();
  for (let i = 0; i < 32; i += 1) void call(turns, guest(`guest ${i}`), [job(`g${i}`)]);
  await expect(call(turns, guest('one more'), [job('more')])).rejects.toMatchObject(busy);
  const calls = Array.from({ length: 32 }, (_, i) => call(turns, `studio ${i}`, [job(`a${i}`)]));
  await expect(call(turns, 'one more', [job('more')])).rejects.toMatchObject(busy);
  await expect.poll(() => begun).toEqual(['g0']);
  end('g0');
  for (const [i, one] of calls.entries()) {
    await expect.poll(() => begun.at(-1)).toBe(`a${i}`);
    end(`a${i}`);
    await one;
  }
  await expect.poll(() => begun.at(-1)).toBe('g1');
});

test('a studio that comes back after each run does not go before one that has waited', async () => {
  const turns = turnsOf();
  const { begun, job, end } = jobs();
  const first = call(turns, 'a', [job('a1')]);
  void call(turns, 'b', ['b1', 'b2'].map(job));
  await expect.poll(() => begun).toEqual(['a1']);
  end('a1');
  await first;
  await expect.poll(() => begun.at(-1)).toBe('b1');
  void call(turns, 'a', [job('a2')]);
  void call(turns, 'c', [job('c1')]);
  end('b1');
  await expect.poll(() => begun.at(-1)).toBe('c1');
  end('c1');
  await expect.poll(() => begun.at(-1)).toBe('a2');
});

test('an account’s run waits for guests’ runs that have begun and at most one run of each other account', async () => {
  const studios = ['a', 'b', 'c', 'd', 'guest 1', 'guest 2'].map((name) =>
    name.startsWith('guest') ? guest(name) : account(name),
  );
  const step = fc.oneof(
    fc.record({ studio: fc.integer({ min: 0, max: studios.length - 1 }), runs: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ ends: fc.nat() }),
  );
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 3 }), fc.array(step, { maxLength: 60 }), async (threads, steps) => {
      const turns = turnsOf({ threads, callsOfAStudio: 1000, callsOfAPlace: 1000, calls: 1000 });
      const running: { studioId: string; end: () => void }[] = [];
      /** By account that waits and runs nothing: who began since. */
      const passedBy = new Map<string, Planner[]>();
      const waiting = new Map<string, number>();
      const isRunning = (studioId: string): boolean => running.some((one) => one.studioId === studioId);
      const begin = (planner: Planner): Promise<void> => {
        const { studioId } = planner;
        for (const [waits, others] of passedBy) if (waits !== studioId) others.push(planner);
        passedBy.delete(studioId);
        waiting.set(studioId, (waiting.get(studioId) ?? 0) - 1);
        return new Promise((resolve) => void running.push({ studioId, end: resolve }));
      };
      const look = (): void => {
        for (const { studioId, isGuest } of studios)
          if (!isGuest && (waiting.get(studioId) ?? 0) > 0 && !isRunning(studioId) && !passedBy.has(studioId))
            passedBy.set(studioId, []);
        for (const others of passedBy.values()) {
          expect(others.filter(({ isGuest }) => isGuest)).toEqual([]);
          const names = others.map(({ studioId }) => studioId);
          expect(new Set(names).size).toBe(names.length);
        }
      };
      for (const one of steps) {
        if ('ends' in one) {
          const [ended] = running.splice(running.length === 0 ? 0 : one.ends % running.length, 1);
          ended?.end();
        } else {
          const planner = studios[one.studio] ?? account('a');
          waiting.set(planner.studioId, (waiting.get(planner.studioId) ?? 0) + one.runs);
          void turns.admit(planner, never, (turn) =>
            Promise.all(Array.from({ length: one.runs }, () => turn(() => begin(planner)))),
          );
        }
        look();
        // What has ended gives its thread on in a few turns of the microtask queue.
        await new Promise((resolve) => setImmediate(resolve));
        look();
      }
    }),
    { seed: 28, numRuns: 300 },
  );
});

test('pending runs are dropped when the caller disconnects, and a failed run frees its slot', async () => {
  const turns = turnsOf();
  const { begun, job, end } = jobs();
  const first = call(turns, 'a', [job('a')]);
  const leave = new AbortController();
  const left = call(turns, 'b', [job('b')], leave.signal);
  leave.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await expect(call(turns, 'b', [job('b')], leave.signal)).rejects.toThrow('gone');
  end('a');
  await first;
  await expect(call(turns, 'c', [() => Promise.reject(new Error('failed'))])).rejects.toThrow('failed');
  const last = call(turns, 'd', [job('d')]);
  await expect.poll(() => begun).toEqual(['a', 'd']);
  end('d');
  await expect(last).resolves.toEqual(['d']);
});
