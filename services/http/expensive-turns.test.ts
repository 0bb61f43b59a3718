import { expect, test } from 'vitest';
import { expensiveTurns } from './expensive-turns.ts';

/** Work that runs until released, by name. */
const heldWork = (limits: Parameters<typeof expensiveTurns>[0] = {}) => {
  const turns = expensiveTurns(limits);
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
