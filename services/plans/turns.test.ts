import { expect, test } from 'vitest';
import { openTurns, type Turns } from './turns.ts';

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
const call = (turns: Turns, studio: string, runs: readonly (() => Promise<string>)[], signal = never) =>
  turns.admit(studio, signal, (turn) => Promise.all(runs.map((run) => turn(run))));

test('one studio’s hundred runs delay another’s by at most one run', async () => {
  const turns = openTurns({ places: 1 });
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
  const turns = openTurns({ places: 3 });
  const { begun, job, end } = jobs();
  void call(turns, 'a', ['a1', 'a2', 'a3', 'a4'].map(job));
  void call(turns, 'b', ['b1', 'b2'].map(job));
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'a3']);
  end('a1');
  await expect.poll(() => begun.at(-1)).toBe('b1');
  // One run each: the studio served longest ago is next.
  end('a2');
  await expect.poll(() => begun.at(-1)).toBe('a4');
  end('a3');
  await expect.poll(() => begun.at(-1)).toBe('b2');
});

test('a call over the limit is rejected, and admitted once another has ended', async () => {
  const turns = openTurns({ places: 1, callsOfAStudio: 2, calls: 3 });
  const { begun, job, end } = jobs();
  const first = call(turns, 'a', [job('a1')]);
  void call(turns, 'a', [job('a2')]);
  await expect(call(turns, 'a', [job('a3')])).rejects.toMatchObject({
    kind: 'too-many',
    message: 'Other plans are already being made for this studio. Please wait until one of them is finished.',
  });
  void call(turns, 'b', [job('b1')]);
  await expect(call(turns, 'c', [job('c1')])).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'The planner is busy right now. Please try again in a minute.',
  });
  end('a1');
  await first;
  const next = call(turns, 'c', [job('c1')]);
  for (const name of ['b1', 'c1']) {
    await expect.poll(() => begun).toContain(name);
    end(name);
    end('a2');
  }
  await expect(next).resolves.toEqual(['c1']);
});

test('pending runs are dropped when the caller disconnects, and a failed run frees its slot', async () => {
  const turns = openTurns({ places: 1 });
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
