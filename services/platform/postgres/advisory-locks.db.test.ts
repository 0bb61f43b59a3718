import { scratchDatabase, type ScratchDatabase } from '@rondo/projections/testing/scratch-database.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Unavailable } from '../kit/errors.ts';
import { advisoryLocks, type Locks } from './advisory-locks.ts';

let database: ScratchDatabase;
const opened: Locks[] = [];
beforeAll(async () => {
  database = await scratchDatabase();
});
afterEach(async () => {
  for (const locks of opened.splice(0)) await locks.close();
});
afterAll(() => database.drop());

/** The locks of one process. */
const aProcess = (options: { patience?: number; connections?: number } = {}): Locks => {
  const locks = advisoryLocks({ connectionString: database.connectionString, patience: 25_000, ...options });
  opened.push(locks);
  return locks;
};

/** Counts the concurrent holders; each stays for a round trip to the database. */
const room = (locks: Locks) => {
  let inside = 0;
  let most = 0;
  return {
    enter: (keys: string[], through: Locks) =>
      through.hold(keys, async () => {
        inside += 1;
        most = Math.max(most, inside);
        await locks.hold([`visit ${Math.random()}`], () => Promise.resolve());
        inside -= 1;
      }),
    most: () => most,
  };
};

test('a key has one holder at a time, in one process and across several', async () => {
  const [one, two] = [aProcess(), aProcess()];
  const { enter, most } = room(aProcess());
  await Promise.all(Array.from({ length: 40 }, (_, i) => enter(['Ann'], i % 2 === 0 ? one : two)));
  expect(most()).toBe(1);
});

test('other keys can be held at the same time', async () => {
  const locks = aProcess();
  const inner = await locks.hold(['Ann'], () => locks.hold(['Ben'], () => Promise.resolve('both')));
  expect(inner).toBe('both');
});

test('callers with overlapping keys all succeed, with fewer connections than callers', async () => {
  const [one, two] = [aProcess({ connections: 2 }), aProcess({ connections: 2 })];
  const { enter, most } = room(aProcess());
  const keys = ['Ann', 'Ben', 'Cy'];
  await Promise.all(
    Array.from({ length: 60 }, (_, i) => enter([keys[i % 3] ?? '', keys[(i + 1) % 3] ?? ''], i % 2 === 0 ? one : two)),
  );
  // Any two of them have a key in common.
  expect(most()).toBe(1);
});

test.each([
  ['in the same process', true],
  ['in another process', false],
])(
  'waiting for a key that is held %s fails with a sentence, and the key is available once released',
  async (_, same) => {
    const locks = aProcess({ patience: 2000 });
    const holder = same ? locks : aProcess();
    const { promise: done, resolve: finish } = Promise.withResolvers<void>();
    const { promise: held, resolve: holds } = Promise.withResolvers<void>();
    const holding = holder.hold(['Ann'], () => {
      holds();
      return done;
    });
    await Promise.race([held, holding]);
    const entered = locks.hold(['Ann'], () => Promise.resolve('in'));
    await expect(entered).rejects.toThrow(Unavailable);
    await expect(locks.hold(['Ann', 'Ben'], () => Promise.resolve('in'))).rejects.toThrow(
      'Please try again in a moment.',
    );
    finish();
    await holding;
    expect(await locks.hold(['Ann', 'Ben'], () => Promise.resolve('in'))).toBe('in');
  },
);

test('a task that fails releases its keys', async () => {
  const locks = aProcess();
  await expect(locks.hold(['Ann'], () => Promise.reject(new Error('Refused.')))).rejects.toThrow('Refused.');
  expect(await aProcess().hold(['Ann'], () => Promise.resolve('in'))).toBe('in');
});
