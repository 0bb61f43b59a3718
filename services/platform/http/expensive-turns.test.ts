import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Unavailable } from '../kit/errors.ts';
import { expensiveTurns } from './expensive-turns.ts';

/** Longer than any test: who still waits when a test ends is not refused during another. */
const patience = 3_600_000;

/** Work that runs until released, by name. */
const heldWork = (limits: Parameters<typeof expensiveTurns>[0] = {}) => {
  const turns = expensiveTurns({ patience, ...limits });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, isGuest = false): Promise<unknown> =>
    turns.asked({ studioId: name.split(' ')[0] ?? '', isGuest }, () =>
      turns.inTurn(() =>
        // A part of the work that would wait for a turn by itself.
        turns.inTurn(async () => {
          begun.push(name);
          await new Promise<void>((resolve) => ends.set(name, resolve));
        }),
      ),
    );
  const end = async (name: string): Promise<void> => {
    await expect.poll(() => begun).toContain(name);
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { turns, begun, ask, end };
};

test('a studio has two turns at a time, guests together four, and all eight', async () => {
  const { begun, ask } = heldWork();
  for (const name of ['a 1', 'a 2', 'a 3']) void ask(name);
  for (const name of ['g', 'h', 'i', 'j', 'k']) void ask(name, true);
  for (const name of ['b', 'c', 'd']) void ask(name);
  await expect.poll(() => begun).toEqual(['a 1', 'a 2', 'g', 'h', 'i', 'j', 'b', 'c']);
});

test('a free turn goes to accounts before guests, then to whoever was served longest ago', async () => {
  const { begun, ask, end } = heldWork({ all: 1 });
  for (const name of ['a 1', 'a 2', 'a 3', 'b 1', 'b 2']) void ask(name);
  void ask('g', true);
  void ask('c 1');
  for (const name of ['a 1', 'b 1', 'c 1', 'a 2', 'b 2', 'a 3']) await end(name);
  await expect.poll(() => begun).toEqual(['a 1', 'b 1', 'c 1', 'a 2', 'b 2', 'a 3', 'g']);
});

test('a studio that asks for one after another waits for one that was served longer ago', async () => {
  const { begun, ask, end } = heldWork({ all: 1 });
  void ask('b 1');
  void ask('a 1');
  for (const name of ['b 1', 'a 1']) await end(name);
  void ask('c 1');
  void ask('a 2');
  void ask('b 2');
  for (const name of ['c 1', 'b 2']) await end(name);
  await expect.poll(() => begun).toEqual(['b 1', 'a 1', 'c 1', 'b 2', 'a 2']);
});

test('with many waiting, accounts come before guests, and no studio twice before another once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 9 }), { minLength: 20, maxLength: 120 }), async (askers) => {
      const { begun, ask, end } = heldWork({ all: 1, waiting: askers.length });
      void ask('first');
      // The studios 7 to 9 are guests'.
      const names = askers.map((studio, i) => `${studio} ${i}`);
      for (const [i, name] of names.entries()) void ask(name, (askers[i] ?? 0) > 6);
      await end('first');
      for (let i = 1; i <= names.length; i += 1) await end(begun[i] ?? 'none');
      const served = begun.slice(1).map((name) => Number(name.split(' ')[0]));
      const rounds = (studios: readonly number[]) =>
        studios.map((studio, i) => studios.slice(0, i).filter((other) => other === studio).length);
      const guestsFrom = served.findIndex((studio) => studio > 6);
      const accounts = guestsFrom === -1 ? served : served.slice(0, guestsFrom);
      const guests = served.slice(accounts.length);
      expect(served.toSorted((a, b) => a - b)).toEqual(askers.toSorted((a, b) => a - b));
      expect(guests.every((studio) => studio > 6)).toBe(true);
      for (const kind of [accounts, guests]) expect(rounds(kind)).toEqual(rounds(kind).toSorted((a, b) => a - b));
    }),
    { seed: 80, numRuns: 30 },
  );
});

test('when too many wait, guests are refused first, then the studio that waits most', async () => {
  const { ask, begun, end } = heldWork({ all: 1, waiting: 3 });
  const refusedOf: string[] = [];
  const asking = (name: string, isGuest = false) =>
    ask(name, isGuest).catch((error: unknown) => {
      if (error instanceof Unavailable && error.limit === 'expensive calls') refusedOf.push(name);
    });
  for (const name of ['a 1', 'a 2', 'a 3']) void asking(name);
  void asking('g', true);
  void asking('b 1');
  await expect.poll(() => refusedOf).toEqual(['g']);
  void asking('c 1');
  void asking('d 1');
  await expect.poll(() => refusedOf).toEqual(['g', 'a 3', 'd 1']);
  for (const name of ['a 1', 'b 1', 'c 1', 'a 2']) await end(name);
  expect(begun).toEqual(['a 1', 'b 1', 'c 1', 'a 2']);
});

test('what goes on for a caller without a request takes turns too, and is never refused', async () => {
  const { turns, ask, end } = heldWork({ all: 1, waiting: 1, patience: 5 });
  void ask('a');
  const rest = turns.inTurnOf({ studioId: 'b', isGuest: false }, async () => 'restored');
  await expect(ask('c')).rejects.toThrow('The server is busy');
  await end('a');
  expect(await rest).toBe('restored');
});

test('who waits too long is refused and no longer waits', async () => {
  const { begun, ask, end } = heldWork({ all: 1, patience: 5 });
  const first = ask('a');
  await expect(ask('b')).rejects.toThrow('The server is busy right now. Please try again in a moment.');
  await end('a');
  await first;
  void ask('c');
  await expect.poll(() => begun).toEqual(['a', 'c']);
});

test('an answer that has begun is not refused', async () => {
  const { turns, ask, end } = heldWork({ all: 1, patience: 5 });
  void ask('a');
  const asked = { studioId: 'b', isGuest: false };
  const second = turns.asked(asked, () => turns.inTurn(async () => 'the rest', true));
  await expect(ask('c')).rejects.toThrow('The server is busy');
  await end('a');
  expect(await second).toBe('the rest');
});

test('work that no request asked for waits for nobody', async () => {
  const { turns, ask } = heldWork({ all: 1 });
  void ask('a');
  expect(await turns.inTurn(async () => 'done')).toBe('done');
});
