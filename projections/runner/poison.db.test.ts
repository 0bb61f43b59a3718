import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { erased } from '../testing/people-facts.ts';
import { reaches, runnersUnderTest, soon, statusOf } from '../testing/runner-under-test.ts';
import { counted, poison, tallyModel, tallyReactor } from '../testing/tally-model.ts';
import { testLog } from '../testing/test-log.ts';
import { deleteFromIdleGenerations } from './registry.ts';
import { TransientError, type SourceEvent } from './source.ts';

let site: Awaited<ReturnType<typeof runnersUnderTest>>;
beforeEach(async () => {
  site = await runnersUnderTest();
});
afterEach(() => site.close());

describe('a poison event', () => {
  test('parks its studio in that model with position and error; other studios continue', async () => {
    const log = testLog(2);
    const runner = site.start(log, { models: [tallyModel(), tallyModel({ name: 'sturdy', fixed: true })] });
    log.append(counted('studio'), poison('studio'), counted('other'), counted('studio'));
    expect(await reaches(runner, log.append(counted('other')), ['tally', 'sturdy'])).toBe(true);
    expect(await site.tallies(runner.schemaOf('tally'))).toEqual(['other scales 2', 'studio scales 1']);
    expect(await site.tallies(runner.schemaOf('sturdy'))).toEqual([
      'other scales 2',
      'studio arsenic 1',
      'studio scales 2',
    ]);
    expect(await site.parked()).toEqual([
      { schema_name: 'tally_1_1', studio_id: 'studio', position: '2', error: 'Error: arsenic is poison.' },
    ]);
    expect(statusOf(runner)).toMatchObject({ state: 'live', parked: 1 });
    expect(statusOf(runner, 'sturdy')).toMatchObject({ state: 'live', parked: 0 });
    expect(runner.problems).toMatchObject([{ model: 'tally', error: 'Error: arsenic is poison.' }]);
  });

  test('that cannot be parsed parks its studio too', async () => {
    const log = testLog();
    const runner = site.start(log);
    log.append({ ...counted('studio'), data: { item: 7 } }, counted('studio'));
    expect(await reaches(runner, log.append(counted('other')))).toBe(true);
    expect(await site.tallies(runner.schemaOf('tally'))).toEqual(['other scales 1']);
    expect(await site.parked()).toMatchObject([{ studio_id: 'studio', position: '1' }]);
  });

  test('keeps its studio parked in the next process', async () => {
    const log = testLog();
    const first = site.start(log);
    await reaches(first, log.append(counted('studio'), poison('studio')));
    await first.stop();
    const second = site.start(log);
    expect(await reaches(second, log.append(counted('studio'), counted('other')))).toBe(true);
    expect(await site.tallies(second.schemaOf('tally'))).toEqual(['other scales 1', 'studio scales 1']);
    expect(statusOf(second)).toMatchObject({ state: 'live', parked: 1 });
  });

  test('in three studios stops the model and reports it; other models continue, in the next process too', async () => {
    const log = testLog(1);
    const models = [tallyModel(), tallyModel({ name: 'sturdy', fixed: true })];
    const first = site.start(log, { models });
    log.append(counted('studio'), poison('a'), poison('b'));
    expect(await reaches(first, '3')).toBe(true);
    expect(statusOf(first)).toMatchObject({ state: 'live', parked: 2 });
    log.append(poison('c'));
    await vi.waitFor(() => expect(statusOf(first)).toMatchObject({ state: 'stopped', parked: 3 }), soon);
    expect(statusOf(first)?.lastError).toBe('3 studios are parked.');
    expect(await reaches(first, log.append(counted('studio')), ['sturdy'])).toBe(true);
    expect(await first.waitFor({ models: ['tally'], position: '5', milliseconds: 15_000 })).toBe(true);
    await first.stop();
    const second = site.start(log, { models });
    await vi.waitFor(() => expect(statusOf(second)).toMatchObject({ state: 'stopped', parked: 3 }), soon);
    expect(await reaches(second, '5', ['sturdy'])).toBe(true);
    expect(await site.tallies('tally_1_1')).toEqual(['studio scales 1']);
    expect(await site.tallies('sturdy_1_1')).toContain('studio scales 2');
  });
});

describe('an event that a reactor cannot react to', () => {
  const refusing = (done: string[]) =>
    tallyReactor(async (item, count, studioId) => {
      if (item === 'arsenic') throw new Error('No.');
      done.push(`${studioId} ${item} ${count}`);
    });

  test('parks its studio there and changes no row; other studios continue, in the next process too', async () => {
    const log = testLog(2);
    const done: string[] = [];
    const first = site.start(log, { models: [refusing(done)] });
    log.append(counted('studio'), poison('studio'), counted('other'), counted('studio'));
    expect(await reaches(first, log.append(counted('other')))).toBe(true);
    expect(done).toEqual(['studio scales 1', 'other scales 1', 'other scales 2']);
    expect(await site.tallies(first.schemaOf('tally'))).toEqual(['other scales 2', 'studio scales 1']);
    expect(await site.parked()).toEqual([
      { schema_name: 'tally_1_1', studio_id: 'studio', position: '2', error: 'Error: No.' },
    ]);
    expect(statusOf(first)).toMatchObject({ state: 'live', parked: 1 });
    expect(first.problems).toMatchObject([{ model: 'tally', error: 'Error: No.' }]);
    await first.stop();
    const second = site.start(log, { models: [refusing(done)] });
    expect(await reaches(second, log.append(counted('studio'), counted('other')))).toBe(true);
    expect(done.at(-1)).toBe('other scales 3');
  });

  test('never stops the reactor for other studios, no matter how many are parked', async () => {
    const log = testLog(1);
    const done: string[] = [];
    const runner = site.start(log, { models: [refusing(done)] });
    log.append(poison('a'), poison('b'), poison('c'), poison('d'));
    expect(await reaches(runner, log.append(counted('other')))).toBe(true);
    expect(done).toEqual(['other scales 1']);
    expect(statusOf(runner)).toMatchObject({ state: 'live', parked: 4 });
  });

  test('is reacted to by itself where several were to be reacted to together; only its studio is parked', async () => {
    const log = testLog(10);
    const done: string[] = [];
    const together: string[][] = [];
    const itemIn = ({ data }: { readonly data: unknown }) =>
      JSON.stringify(data).includes('arsenic') ? 'arsenic' : 'scales';
    const reactor = {
      ...refusing(done),
      tables: [],
      on: () => ({ reads: [], changes: () => [] }),
      reactTogether: async (events: readonly SourceEvent[]) => {
        together.push(events.map((event) => `${event.metadata.studioId} ${itemIn(event)}`));
        if (events.some((event) => itemIn(event) === 'arsenic')) throw new Error('Not together.');
      },
    };
    log.append(counted('studio'), counted('other'), counted('studio'));
    const first = site.start(log, { models: [reactor] });
    expect(await reaches(first, '3')).toBe(true);
    expect([together, done]).toEqual([[['studio scales', 'other scales', 'studio scales']], []]);
    await first.stop();
    log.append(counted('other'), poison('studio'), counted('studio'), counted('other'));
    const second = site.start(log, { models: [reactor] });
    expect(await reaches(second, '7')).toBe(true);
    expect(together).toHaveLength(2);
    expect(done).toEqual(['other scales 0', 'other scales 0']);
    expect(await site.parked()).toMatchObject([{ studio_id: 'studio', position: '5', error: 'Error: No.' }]);
  });

  test.each([
    ['a dependency does not answer', () => new TransientError('Away.')],
    ['an error has that as its cause', () => new Error('No.', { cause: new TransientError('Away.') })],
    ['the database is unavailable', () => Object.assign(new Error('terminating connection'), { code: '57P01' })],
    ['another transaction is in the way', () => Object.assign(new Error('deadlock detected'), { code: '40P01' })],
  ])('is retried until it succeeds when %s', async (_, trouble) => {
    const log = testLog();
    let tries = 0;
    const reactor = tallyReactor(async () => {
      tries += 1;
      if (tries < 3) throw trouble();
    });
    const runner = site.start(log, { models: [reactor] });
    expect(await reaches(runner, log.append(counted('studio')))).toBe(true);
    expect(tries).toBe(3);
    expect(await site.parked()).toEqual([]);
    expect(await site.tallies(runner.schemaOf('tally'))).toEqual(['studio scales 1']);
  });
});

describe('an erased studio', () => {
  test('has no rows, and later events are dropped, in the next process too', async () => {
    const log = testLog();
    const first = site.start(log);
    log.append(counted('studio'), counted('other'), erased('studio'), counted('studio'));
    await reaches(first, '4');
    await first.stop();
    const second = site.start(log);
    expect(await reaches(second, log.append(counted('studio'), poison('studio')))).toBe(true);
    expect(await site.tallies(second.schemaOf('tally'))).toEqual(['other scales 1']);
    expect(await site.parked()).toEqual([]);
  });

  test('is no longer parked, and does not count toward stopping the model', async () => {
    const log = testLog(1);
    const runner = site.start(log);
    log.append(counted('a'), poison('a'), poison('b'), erased('a'), poison('c'), counted('a'));
    expect(await reaches(runner, log.append(counted('other')))).toBe(true);
    expect(statusOf(runner)).toMatchObject({ state: 'live', parked: 2 });
    expect((await site.parked()).map(({ studio_id }) => studio_id)).toEqual(['b', 'c']);
    expect(await site.tallies(runner.schemaOf('tally'))).toEqual(['other scales 1']);
  });
});

test('an erased studio is also removed from a stopped model', async () => {
  const log = testLog(1);
  const runner = site.start(log);
  log.append(counted('a'), counted('studio'), poison('a'), poison('b'), poison('c'));
  await vi.waitFor(() => expect(statusOf(runner)).toMatchObject({ state: 'stopped' }), soon);
  await deleteFromIdleGenerations(site.db, 'a');
  expect(await site.tallies('tally_1_1')).toEqual(['studio scales 1']);
  expect((await site.parked()).map(({ studio_id }) => studio_id)).toEqual(['b', 'c']);
});
