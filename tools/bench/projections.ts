import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import { preparedDialect } from '@rondo/projections/postgres/prepared.ts';
import { applySchema } from '@rondo/projections/postgres/schema.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { lessonsTable } from '@rondo/projections/lessons/table.ts';
import { registrySchema, createGeneration, liveGeneration } from '@rondo/projections/runner/registry.ts';
import { startRunner } from '@rondo/projections/runner/runner.ts';
import type { EventStore } from '@rondo/services/platform/log/event-store.ts';
import { Kysely } from 'kysely';
import type pg from 'pg';
import { postgresEventStore } from '@rondo/services/platform/log/postgres/postgres-event-store.ts';
import { benchDatabase } from './bench-database.ts';
import { fillLog } from './long-log.ts';
import { median, type Row } from './measure.ts';

const events = 50_000;
const rounds = 3;
const batchSize = 500;

/** Seconds in which a runner brings the model up to the end of a full log. */
const catchUp = async (pool: pg.Pool, source: EventStore): Promise<number> => {
  const db = new Kysely<unknown>({ dialect: preparedDialect(pool) });
  const position = await source.head();
  const started = performance.now();
  const runner = startRunner({
    db,
    source,
    models: [lessonsModel],
    follows: true,
    notices: {
      onLiveChanged: () => undefined,
      onLost: () => undefined,
      onProgress: () => undefined,
      announce: () => undefined,
    },
    report: ({ error }) => console.error(error),
  });
  const reached = await runner.waitFor({ models: ['lessons'], position: position ?? '0', milliseconds: 600_000 });
  const seconds = (performance.now() - started) / 1000;
  if (!reached) throw new Error('The model did not reach the end of the log.');
  await runner.stop();
  return seconds;
};

/** Seconds to insert rows from memory in batches, into tables and indexes like the model's. */
const bareInsert = async (pool: pg.Pool, schema: string, rows: readonly unknown[]): Promise<number> => {
  const columns = Object.entries(lessonsTable.columns).map(([name, type]) => `${name} ${type}`);
  const started = performance.now();
  for (let at = 0; at < rows.length; at += batchSize)
    await pool.query({
      name: `bare insert ${schema}`,
      text: `insert into "${schema}".lessons select * from jsonb_to_recordset($1::jsonb) as r(${columns.join(', ')})`,
      values: [JSON.stringify(rows.slice(at, at + batchSize))],
    });
  return (performance.now() - started) / 1000;
};

/** The lessons model from the first event to the last, alternating with a bare batched INSERT of the resulting rows. */
export const benchProjections = async (): Promise<Row[]> => {
  const { connectionString, stop } = await benchDatabase();
  const source = await postgresEventStore({ connectionString });
  const pool = connectionPool({
    connectionString,
    max: 4,
    name: 'rondo bench',
    asynchronousCommit: true,
    byIndexes: true,
  });
  const db = new Kysely<unknown>({ dialect: preparedDialect(pool) });
  await applySchema(pool, registrySchema);
  await fillLog(source, events);
  const ours: number[] = [];
  const theirs: number[] = [];
  let count = 0;
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await catchUp(pool, source));
    const live = await liveGeneration(db, lessonsModel);
    if (!live) throw new Error('The lessons model is not live.');
    const { rows } = await pool.query(`select * from "${live.schema}".lessons`);
    count = rows.length;
    await pool.query(`update projections.read_models set state = 'retired' where schema_name = $1`, [live.schema]);
    const bare = await createGeneration(db, lessonsModel, 'building');
    theirs.push(await bareInsert(pool, bare.schema, rows));
    for (const { schema } of [live, bare]) {
      await pool.query(`drop schema "${schema}" cascade`);
      await pool.query('delete from projections.read_models where schema_name = $1', [schema]);
    }
  }
  await pool.end();
  await source.close();
  await stop();
  const [catching, inserting] = [median(ours), median(theirs)];
  return [
    {
      what: `catch-up of the lessons model, ${events} events that leave ${count} rows`,
      figures: { s: catching, 'events/s': events / catching },
      aim: '10,000 events/s',
    },
    {
      what: `bare INSERT of these rows, ${batchSize} at a time`,
      figures: { s: inserting, 'rows/s': count / inserting },
    },
    {
      what: 'rate of the catch-up to that of the INSERT',
      figures: { share: events / catching / (count / inserting), 'time to time': inserting / catching },
      aim: 'at least 0.33',
    },
  ];
};
