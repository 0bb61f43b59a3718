import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { connectionPool } from '../postgres/pool.ts';
import { applySchema } from '../postgres/schema.ts';
import { scratchDatabase, type ScratchDatabase } from '../testing/scratch-database.ts';
import { applyBatch, CheckpointMoved, prepareBatch, rowsInSql, writePrepared } from './apply.ts';
import { registrySchema, createGeneration, exclusions, liveGeneration, type Generation } from './registry.ts';
import { KnownRows } from './fold.ts';
import { parkedStudios, retryParked } from './parked.ts';
import { defineTable, put, reading, type ReadModel } from './read-model.ts';
import type { EventSource, SourceEvent } from './source.ts';

const sums = defineTable({
  name: 'sums',
  row: z.object({ studio_id: z.string(), sum: z.number() }),
  key: ['studio_id'],
});
const added = z.object({ amount: z.number() });

let canHandleSeven = false;
/** Sums amounts per studio; cannot handle a seven until allowed to. */
const addingAs = (name: string): ReadModel => ({
  name,
  version: 1,
  categories: ['studio'],
  tables: [sums],
  on: ({ data, metadata: { studioId } }) =>
    reading(sums, [[studioId]], (rows) => {
      const { amount } = added.parse(data);
      if (amount === 7 && !canHandleSeven) throw new Error('seven');
      return [put(sums, { studio_id: studioId, sum: (rows.get(sums, [studioId])?.sum ?? 0) + amount })];
    }),
});

const log: SourceEvent[] = [
  ['a', 1],
  ['b', 2],
  ['a', 7],
  ['b', 4],
  ['a', 5],
  ['a', 6],
].map(([studioId, amount], i) => ({
  position: String(i + 1),
  stream: `studio-${studioId}`,
  revision: i,
  eventId: `event ${i}`,
  type: 'Added',
  data: { amount },
  recordedAt: '2026-11-23T15:00:00.000000Z',
  metadata: {
    commandId: '',
    inputHash: '',
    correlationId: '',
    causationId: '',
    batchId: '',
    studioId: String(studioId),
    actor: '',
    schemaVersion: 1,
  },
}));

const source: EventSource = {
  async *subscribe({ after }) {
    const events = log.slice(Number(after ?? 0));
    for (let i = 0; i < events.length; i += 2) {
      const two = events.slice(i, i + 2);
      yield { events: two, upTo: two.at(-1)?.position ?? '0', caughtUp: i + 2 >= events.length };
    }
  },
  head: async () => String(log.length),
  compare: (a, b) => Number(a) - Number(b),
  isPosition: (text) => /^\d+$/.test(text),
};

let database: ScratchDatabase;
let db: Kysely<unknown>;
beforeAll(async () => {
  database = await scratchDatabase();
  const pool = connectionPool({ connectionString: database.connectionString, max: 3, name: 'test' });
  await applySchema(pool, registrySchema);
  db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** Follows the log as the runner does: from the checkpoint, two events per batch. */
const follow = async (adding: ReadModel, from: Generation, until = log.length): Promise<Generation> => {
  let generation = from;
  for (let i = Number(from.position ?? 0); i < until; i += 2) {
    const upTo = String(i + 2);
    const batch = { events: log.slice(i, i + 2), after: generation.position, upTo };
    const { written } = await applyBatch(db, adding, generation, batch, await exclusions(db, generation));
    if (written) generation = { ...generation, position: upTo };
  }
  return generation;
};

const liveOf = async (model: ReadModel): Promise<Generation> => {
  const live = await liveGeneration(db, model);
  if (!live) throw new Error('No generation is live.');
  return live;
};

const sumsIn = (generation: Generation) =>
  db
    .withSchema(generation.schema)
    .withTables<{ sums: { studio_id: string; sum: number } }>()
    .selectFrom('sums')
    .selectAll()
    .orderBy('studio_id')
    .execute();

test('a parked studio resumes at the event it failed on once that can be handled', async () => {
  canHandleSeven = false;
  const adding = addingAs('adding');
  const generation = await follow(adding, await createGeneration(db, adding, 'live'));
  const sumsNow = () => sumsIn(generation);
  expect(await sumsNow()).toEqual([
    { studio_id: 'a', sum: 1 },
    { studio_id: 'b', sum: 6 },
  ]);
  const [parked] = await parkedStudios(db, generation);
  expect(parked).toMatchObject({ studioId: 'a', position: '3', after: '2', error: 'Error: seven' });

  const inVain = await retryParked({ db, source }, adding);
  expect(inVain.stillParked).toMatchObject([{ studioId: 'a', position: '3', after: '2' }]);
  expect((await sumsNow())[0]).toEqual({ studio_id: 'a', sum: 1 });

  canHandleSeven = true;
  const { released, stillParked } = await retryParked({ db, source }, adding);
  expect([released.map(({ studioId }) => studioId), stillParked]).toEqual([['a'], []]);
  await follow(adding, await liveOf(adding));
  expect(await sumsNow()).toEqual([
    { studio_id: 'a', sum: 19 },
    { studio_id: 'b', sum: 6 },
  ]);
});

test('a batch prepared without a parked studio is not written once that studio is released', async () => {
  canHandleSeven = false;
  const adding = addingAs('racing');
  const generation = await follow(adding, await createGeneration(db, adding, 'live'), 4);
  const batch = { events: log.slice(4), after: '4', upTo: '6', evenIfEmpty: true };
  const storage = rowsInSql(db);
  const known = new KnownRows();
  const prepared = await prepareBatch(storage, adding, generation, batch, await exclusions(db, generation), known);
  if (!prepared) throw new Error('Nothing was prepared.');

  canHandleSeven = true;
  expect((await retryParked({ db, source }, adding)).released).toMatchObject([{ studioId: 'a' }]);
  await expect(writePrepared(storage, adding, generation, batch, prepared, known)).rejects.toThrow(CheckpointMoved);
  const live = await liveOf(adding);
  await follow(adding, live);
  expect(await sumsIn(live)).toEqual([
    { studio_id: 'a', sum: 19 },
    { studio_id: 'b', sum: 6 },
  ]);
});
