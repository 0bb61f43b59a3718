import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { reaches, runnersUnderTest, soon, statusOf } from '../testing/runner-under-test.ts';
import { counted, tallyModel, unrelated } from '../testing/tally-model.ts';
import { testLog } from '../testing/test-log.ts';
import { applyBatch, CheckpointMoved } from './apply.ts';
import { liveGeneration } from './registry.ts';
import { ModelNotReady } from './model-progress.ts';

let site: Awaited<ReturnType<typeof runnersUnderTest>>;
beforeEach(async () => {
  site = await runnersUnderTest();
});
afterEach(() => site.close());

describe('a runner', () => {
  test('applies each event once, and resumes where the previous one stopped', async () => {
    const log = testLog();
    const first = site.start(log);
    expect(await reaches(first, log.append(counted('studio'), counted('studio'), unrelated(), counted('other')))).toBe(
      true,
    );
    await first.stop();
    log.append(counted('studio'), unrelated());
    const second = site.start(log);
    expect(await reaches(second, log.append(counted('other')))).toBe(true);
    expect(await site.tallies(second.schemaOf('tally'))).toEqual(['other scales 2', 'studio scales 3']);
    expect(log.subscribedAfter.slice(1)).not.toContain(null);
  });

  test('whose database crashed and lost its last commits reports that until they are restored', async () => {
    const log = testLog();
    const runner = site.start(log);
    expect(await reaches(runner, log.append(counted('studio')))).toBe(true);
    expect(await reaches(runner, log.append(counted('studio')))).toBe(true);
    log.holdAfter('1');
    await sql`update tally_1_1.tallies set count = 1`.execute(site.db);
    await sql`update projections.read_models set position = '1'`.execute(site.db);
    runner.lose();
    expect(await runner.waitFor({ models: ['tally'], position: '2', milliseconds: 50 })).toBe(false);
    log.release();
    expect(await reaches(runner, '2')).toBe(true);
    expect(await site.tallies('tally_1_1')).toEqual(['studio scales 2']);
  });

  test('does not serve a model before it has caught up', async () => {
    const log = testLog();
    log.append(counted('studio'), counted('studio'));
    log.holdAfter('1');
    const runner = site.start(log);
    await vi.waitFor(() => expect(statusOf(runner)).toMatchObject({ state: 'building', position: '1' }), soon);
    expect(() => runner.schemaOf('tally')).toThrow(ModelNotReady);
    log.release();
    expect(await reaches(runner, '2')).toBe(true);
    expect(await site.tallies(runner.schemaOf('tally'))).toEqual(['studio scales 2']);
  });

  test('that was stopped during a build resumes the same generation', async () => {
    const log = testLog(1);
    log.append(counted('studio'), counted('studio'));
    log.holdAfter('1');
    const killed = site.start(log);
    await vi.waitFor(() => expect(statusOf(killed)).toMatchObject({ position: '1' }), soon);
    await killed.stop();
    log.release();
    const runner = site.start(log);
    expect(await reaches(runner, '2')).toBe(true);
    expect(await site.generations()).toMatchObject([{ schema_name: 'tally_1_1', state: 'live', position: '2' }]);
    expect(await site.tallies('tally_1_1')).toEqual(['studio scales 2']);
    expect(log.subscribedAfter.slice(0, 2)).toEqual([null, '1']);
  });
});

describe('two runners on one generation', () => {
  test('apply each event once between them', async () => {
    const log = testLog(2);
    await reaches(site.start(log), log.append(counted('studio')));
    const [one, other] = [site.start(log), site.start(log)];
    for (let i = 0; i < 60; i += 1) log.append(counted(i % 3 === 0 ? 'other' : 'studio'), unrelated());
    const last = log.append(counted('studio'));
    expect(await reaches(one, last)).toBe(true);
    expect(await reaches(other, last)).toBe(true);
    expect(await site.tallies('tally_1_1')).toEqual(['other scales 20', 'studio scales 42']);
    expect([...one.problems, ...other.problems]).toEqual([]);
  });

  test('cannot apply from a checkpoint that the other one has moved', async () => {
    const log = testLog();
    const model = tallyModel();
    const runner = site.start(log, { models: [model] });
    await reaches(runner, log.append(counted('studio')));
    const revived = await liveGeneration(site.db, model);
    const excluded = { erased: new Set<string>(), parked: new Set<string>() };
    const events = [];
    for await (const delivery of log.subscribe({
      after: null,
      prefixes: ['tally-'],
      signal: AbortSignal.timeout(15_000),
    })) {
      events.push(...delivery.events);
      break;
    }
    await reaches(runner, log.append(counted('studio')));
    if (!revived) throw new Error('No generation is live.');
    const late = applyBatch(site.db, model, revived, { events, upTo: '2', after: revived.position }, excluded);
    await expect(late).rejects.toBeInstanceOf(CheckpointMoved);
    expect(await site.tallies(revived.schema)).toEqual(['studio scales 2']);
  });
});

describe('waiting', () => {
  test('resolves true when the models have handled the position, false on timeout', async () => {
    const log = testLog(1);
    const runner = site.start(log);
    await reaches(runner, log.append(counted('studio')));
    expect(await runner.waitFor({ models: ['tally'], position: '1', milliseconds: 0 })).toBe(true);
    log.holdAfter('1');
    const position = log.append(counted('studio'));
    const started = performance.now();
    expect(await runner.waitFor({ models: ['tally'], position, milliseconds: 50 })).toBe(false);
    expect(performance.now() - started).toBeGreaterThanOrEqual(49);
    const waiting = reaches(runner, position);
    log.release();
    expect(await waiting).toBe(true);
    expect(await site.tallies(runner.schemaOf('tally'))).toEqual(['studio scales 2']);
  });

  test('ends at once for models that do not follow the category', async () => {
    const log = testLog();
    const runner = site.start(log);
    log.holdAfter('0');
    const position = log.append(counted('studio'));
    const wait = { models: ['tally'], position, milliseconds: 0 };
    expect(await runner.waitFor({ ...wait, category: 'weather' })).toBe(true);
    expect(await runner.waitFor({ ...wait, category: 'tally' })).toBe(false);
  });

  test('for an unknown model is an error', async () => {
    const runner = site.start(testLog());
    const wait = runner.waitFor({ models: ['tallies'], position: '1', milliseconds: 0 });
    await expect(wait).rejects.toThrow('There is no read model tallies.');
  });

  test('passes events that concern no model', async () => {
    const log = testLog();
    const runner = site.start(log);
    expect(await reaches(runner, log.append(unrelated()))).toBe(true);
  });
});

test('a database that fails for a while only delays a model', async () => {
  const log = testLog();
  const runner = site.start(log);
  await reaches(runner, log.append(counted('studio')));
  await sql`alter table tally_1_1.tallies rename to hidden`.execute(site.db);
  const position = log.append(counted('studio'));
  await vi.waitFor(() => expect(statusOf(runner)?.lastError).toContain('tallies'), soon);
  await sql`alter table tally_1_1.hidden rename to tallies`.execute(site.db);
  expect(await reaches(runner, position)).toBe(true);
  expect(await site.tallies('tally_1_1')).toEqual(['studio scales 2']);
  expect(statusOf(runner)).toMatchObject({ state: 'live', lastError: null });
});
