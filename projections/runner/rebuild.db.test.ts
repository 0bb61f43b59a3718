import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Fact } from '../testing/facts.ts';
import { erased } from '../testing/people-facts.ts';
import { reaches, runnersUnderTest, soon } from '../testing/runner-under-test.ts';
import { counted, poison, tallyModel } from '../testing/tally-model.ts';
import { testLog, type TestLog } from '../testing/test-log.ts';
import { rebuild } from './rebuild.ts';

let site: Awaited<ReturnType<typeof runnersUnderTest>>;
beforeEach(async () => {
  site = await runnersUnderTest();
});
afterEach(() => site.close());

const rebuildFrom = (source: TestLog, model = tallyModel()): Promise<void> =>
  rebuild({ db: site.db, source, say: () => undefined }, model);
const generations = async (): Promise<string[]> =>
  (await site.generations()).map(({ schema_name, state, position }) => `${schema_name} ${state} ${position}`);

/** The same events as read by two processes: one can be held while the other goes on. */
const twoViews = (batchSize?: number) => {
  const [served, rebuilt] = [testLog(batchSize), testLog(batchSize)];
  return {
    served,
    rebuilt,
    append: (...facts: readonly Fact[]): string => {
      rebuilt.append(...facts);
      return served.append(...facts);
    },
  };
};

describe('a rebuild with the server running', () => {
  test('allows reads and writes, and ends with every event in the new generation', async () => {
    const { served, rebuilt, append } = twoViews(2);
    const runner = site.start(served);
    expect(await reaches(runner, append(counted('studio'), counted('studio'), counted('other')))).toBe(true);
    rebuilt.holdAfter('2');
    const rebuilding = rebuildFrom(rebuilt);
    await vi.waitFor(async () => expect(await generations()).toContain('tally_1_2 building 2'), soon);
    expect(await reaches(runner, append(counted('studio')))).toBe(true);
    expect(runner.schemaOf('tally')).toBe('tally_1_1');
    expect(await site.tallies('tally_1_1')).toEqual(['other scales 1', 'studio scales 3']);
    rebuilt.release();
    await rebuilding;
    await vi.waitFor(() => expect(runner.schemaOf('tally')).toBe('tally_1_2'), soon);
    expect(await reaches(runner, append(counted('other')))).toBe(true);
    expect(await site.tallies('tally_1_2')).toEqual(['other scales 2', 'studio scales 3']);
    expect(await generations()).toEqual(['tally_1_1 retired 4', 'tally_1_2 live 5']);
  });

  test('switches in one transaction: exactly one generation is live at any time and has everything the previous one had', async () => {
    const { served, rebuilt, append } = twoViews();
    const runner = site.start(served);
    await reaches(runner, append(...Array.from({ length: 20 }, () => counted('studio'))));
    const done = new AbortController();
    const watch = async (): Promise<void> => {
      let before = 20;
      while (!done.signal.aborted) {
        const live = (await site.generations()).filter(({ state }) => state === 'live');
        expect(live).toHaveLength(1);
        const position = Number(live[0]?.position);
        expect(position).toBeGreaterThanOrEqual(before);
        before = position;
      }
    };
    const watching = watch();
    const writing = (async () => {
      while (!done.signal.aborted) await reaches(runner, append(counted('studio')));
    })();
    try {
      for (let i = 0; i < 3; i += 1) await rebuildFrom(rebuilt);
    } finally {
      done.abort();
      await Promise.all([watching, writing]);
    }
    const last = append(counted('other'));
    await vi.waitFor(() => expect(runner.schemaOf('tally')).toBe('tally_1_4'), soon);
    expect(await reaches(runner, last)).toBe(true);
    expect(await site.tallies('tally_1_4')).toEqual(['other scales 1', `studio scales ${Number(last) - 1}`]);
  });

  test('does not resolve a wait for events that the new generation has not handled yet', async () => {
    const { served, rebuilt, append } = twoViews();
    const runner = site.start(served, { deaf: true });
    await reaches(runner, append(counted('studio')));
    await rebuildFrom(rebuilt);
    // Until it hears of the switch, the runner keeps following the previous generation, which is further along than the new one.
    const position = append(counted('studio'));
    expect(await reaches(runner, position)).toBe(true);
    served.holdAfter('1');
    runner.hear('tally');
    await vi.waitFor(() => expect(runner.schemaOf('tally')).toBe('tally_1_2'), soon);
    expect(await runner.waitFor({ models: ['tally'], position, milliseconds: 20 })).toBe(false);
    served.release();
    expect(await reaches(runner, position)).toBe(true);
    expect(await site.tallies('tally_1_2')).toEqual(['studio scales 2']);
  });
});

describe('an interrupted rebuild', () => {
  test('resumes where it stopped, and counts nothing twice', async () => {
    const { served, rebuilt, append } = twoViews(1);
    const runner = site.start(served);
    await reaches(runner, append(counted('studio'), counted('studio'), counted('other')));
    const killed: TestLog = {
      ...rebuilt,
      async *subscribe(from) {
        for await (const delivery of rebuilt.subscribe(from)) {
          if (delivery.upTo === '3') throw new Error('Killed.');
          yield delivery;
        }
      },
    };
    await expect(rebuildFrom(killed)).rejects.toThrow('Killed.');
    expect(await generations()).toEqual(['tally_1_1 live 3', 'tally_1_2 building 2']);
    expect(runner.schemaOf('tally')).toBe('tally_1_1');
    await rebuildFrom(rebuilt);
    expect(rebuilt.subscribedAfter.slice(0, 2)).toEqual([null, '2']);
    expect(await generations()).toEqual(['tally_1_1 retired 3', 'tally_1_2 live 3']);
    expect(await site.tallies('tally_1_2')).toEqual(['other scales 1', 'studio scales 2']);
  });

  test('during its switch leaves the old generation live, and the next rebuild finishes it', async () => {
    const { served, rebuilt, append } = twoViews();
    const runner = site.start(served);
    await reaches(runner, append(counted('studio')));
    await reaches(runner, served.append(counted('studio')));
    let subscriptions = 0;
    const killed: TestLog = {
      ...rebuilt,
      subscribe: (from) => {
        subscriptions += 1;
        if (subscriptions === 2) throw new Error('Killed inside the switch.');
        return rebuilt.subscribe(from);
      },
    };
    await expect(rebuildFrom(killed)).rejects.toThrow('Killed inside the switch.');
    expect(await generations()).toEqual(['tally_1_1 live 2', 'tally_1_2 building 1']);
    rebuilt.append(counted('studio'));
    await rebuildFrom(rebuilt);
    expect(await generations()).toEqual(['tally_1_1 retired 2', 'tally_1_2 live 2']);
    expect(await site.tallies('tally_1_2')).toEqual(['studio scales 2']);
  });
});

describe('a rebuild', () => {
  test('releases parked studios once the model can handle them', async () => {
    const log = testLog();
    const before = site.start(log);
    await reaches(before, log.append(counted('studio'), poison('studio'), counted('studio')));
    await before.stop();
    const fixed = tallyModel({ fixed: true });
    await rebuildFrom(log, fixed);
    const runner = site.start(log, { models: [fixed] });
    expect(await reaches(runner, log.append(counted('studio')))).toBe(true);
    expect(await site.tallies(runner.schemaOf('tally'))).toEqual(['studio arsenic 1', 'studio scales 3']);
    expect(runner.status()).toMatchObject([{ state: 'live', parked: 0 }]);
  });

  test('of a model that never ran makes it live', async () => {
    const log = testLog();
    log.append(counted('studio'), erased('studio'), counted('other'));
    await rebuildFrom(log);
    expect(await generations()).toEqual(['tally_1_1 live 3']);
    expect(await site.tallies('tally_1_1')).toEqual(['other scales 1']);
  });

  test('of an empty log makes an empty generation live', async () => {
    await rebuildFrom(testLog());
    expect(await generations()).toEqual(['tally_1_1 live 0']);
  });
});
