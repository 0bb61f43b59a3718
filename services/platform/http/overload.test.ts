import { afterEach, expect, test, vi } from 'vitest';
import { overload } from './overload.ts';

afterEach(() => vi.useRealTimers());

/** Longer than any test. */
const longest = 3_600_000;

/** Calls by name, such as `a read 1` of the studio `a`, which last until they are ended. */
const heldCalls = (limits: Partial<Parameters<typeof overload>[0]> = {}) => {
  const calls = overload({ atOnce: 4, waiting: 3, longest, ...limits });
  const begun: string[] = [];
  const refused: string[] = [];
  const ends = new Map<string, () => void>();
  const leaves = new Map<string, () => void>();
  const ask = (name: string, isGuest = false): void => {
    const [studioId = '', kind] = name.split(' ');
    calls
      .turnOf({ studioId, isGuest }, kind === 'read', (leave) => void leaves.set(name, leave))
      .then(
        (end) => {
          ends.set(name, end);
          begun.push(name);
        },
        () => refused.push(name),
      );
  };
  const end = async (name: string): Promise<void> => {
    await expect.poll(() => begun).toContain(name);
    ends.get(name)?.();
  };
  return { calls, begun, refused, ask, end, leave: (name: string) => leaves.get(name)?.() };
};

test('when too many wait, reads are refused before commands, and first those of the studio that waits most', async () => {
  const { calls, begun, refused, ask } = heldCalls({ waiting: 3 });
  for (const name of ['a read 1', 'a read 2', 'b read 1', 'b read 2']) ask(name);
  for (const name of ['c read 1', 'a read 3', 'a read 4', 'c command']) ask(name);
  await expect.poll(() => refused).toEqual(['a read 4']);
  for (const name of ['b command', 'a command', 'd command']) ask(name);
  await expect.poll(() => refused).toEqual(['a read 4', 'c read 1', 'a read 3', 'd command']);
  expect(begun).toEqual(['a read 1', 'a read 2', 'b read 1', 'b read 2']);
  expect(calls.figures()).toEqual({ carriedOut: 4, waiting: 3, refused: 4 });
});

test('commands begin before reads, and each studio in turn', async () => {
  const { begun, ask, end } = heldCalls({ atOnce: 2, waiting: 9 });
  for (const name of ['a read 1', 'b read 1', 'a read 2', 'a read 3', 'b read 2', 'a command']) ask(name);
  for (const name of ['a read 1', 'b read 1', 'a command', 'b read 2', 'a read 2']) await end(name);
  await expect.poll(() => begun).toEqual(['a read 1', 'b read 1', 'a command', 'b read 2', 'a read 2', 'a read 3']);
});

test('one studio has half of the calls at a time, and all guests three quarters', async () => {
  const { begun, ask } = heldCalls({ atOnce: 4, waiting: 9 });
  for (const name of ['a read 1', 'a read 2', 'a read 3']) ask(name);
  await expect.poll(() => begun).toEqual(['a read 1', 'a read 2']);
  const guests = heldCalls({ atOnce: 4, waiting: 9 });
  for (const name of ['g read', 'h read', 'i read', 'j read']) guests.ask(name, true);
  guests.ask('b read');
  await expect.poll(() => guests.begun).toEqual(['g read', 'h read', 'i read', 'b read']);
});

test('guests are refused before accounts, and a caller who leaves waits no longer', async () => {
  const { calls, refused, ask, leave } = heldCalls({ atOnce: 1, waiting: 2 });
  ask('a read 1');
  ask('g read', true);
  ask('a read 2');
  ask('a read 3');
  await expect.poll(() => refused).toEqual(['g read']);
  leave('a read 2');
  expect(calls.figures()).toEqual({ carriedOut: 1, waiting: 1, refused: 1 });
});

test('a call that takes too long counts no more, and one that waits too long is refused', async () => {
  vi.useFakeTimers();
  const { calls, begun, refused, ask } = heldCalls({ atOnce: 1, longest: 20 });
  for (const name of ['a command', 'b read', 'c command']) ask(name);
  await vi.advanceTimersByTimeAsync(20);
  expect([begun, refused]).toEqual([['a command', 'c command'], ['b read']]);
  await vi.advanceTimersByTimeAsync(20);
  expect(calls.figures()).toEqual({ carriedOut: 0, waiting: 0, refused: 1 });
});
