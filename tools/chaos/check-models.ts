import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { z } from 'zod';
import type { RondoProcess } from './processes.ts';

const run = promisify(execFile);
const rebuildTool = path.resolve(import.meta.dirname, '../../services/cli/rebuild.ts');

/** Rows and SHA-256 of one table of a live read model. */
type Digest = { readonly table: string; readonly rows: number; readonly sha256: string };

const tableRow = z.object({ model: z.string(), schema: z.string(), name: z.string() });
const digestRow = z.object({ rows: z.number(), sha256: z.string() });

/** Digests of every table that a live generation has, in an order that the rows alone decide. */
const digests = async (connectionString: string, models: readonly string[]): Promise<Digest[]> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const tables = await client.query(
      `select m.model, m.schema_name as schema, t.table_name as name from projections.read_models m
         join information_schema.tables t on t.table_schema = m.schema_name
        where m.state = 'live' and m.model = any($1) order by m.model, t.table_name`,
      [models],
    );
    const found: Digest[] = [];
    for (const { model, schema, name } of z.array(tableRow).parse(tables.rows)) {
      const table = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
      const { rows } = await client.query(
        `select count(*)::int as rows, encode(sha256(convert_to(coalesce(
           string_agg(t::text, E'\\n' order by t::text collate "C"), ''), 'UTF8')), 'hex') as sha256 from ${table} t`,
      );
      found.push({ table: `${model}.${name}`, ...digestRow.parse(rows[0]) });
    }
    return found;
  } finally {
    await client.end();
  }
};

export type ModelFindings = {
  readonly tables: number;
  readonly rows: number;
  /** Tables that differ from a fresh rebuild. */
  readonly drifted: readonly string[];
};

/**
 * Compares every read model with one rebuilt from the log. Nothing may be written in the meantime.
 * @param environment how the rebuild tool finds the database
 */
export const checkModels = async (
  connectionString: string,
  models: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<ModelFindings> => {
  const before = await digests(connectionString, models);
  const { PATH = '', HOME = '' } = process.env;
  await run(process.execPath, [rebuildTool, 'all'], { env: { PATH, HOME, ...environment } });
  const after = new Map((await digests(connectionString, models)).map((digest) => [digest.table, digest]));
  const drifted = before.flatMap(({ table, rows, sha256 }) => {
    const fresh = after.get(table);
    return fresh?.rows === rows && fresh.sha256 === sha256
      ? []
      : [`${table}: ${rows} rows ${sha256.slice(0, 12)}, rebuilt ${fresh?.rows} rows ${fresh?.sha256.slice(0, 12)}`];
  });
  const missing = models.filter((model) => !before.some(({ table }) => table.startsWith(`${model}.`)));
  return {
    tables: before.length,
    rows: before.reduce((sum, { rows }) => sum + rows, 0),
    drifted: [...drifted, ...missing.map((model) => `${model}: no live generation`)],
  };
};

/** What a reactor has not finished yet: a table of its live generation. */
export type Unfinished = { readonly model: 'restores' | 'mails'; readonly table: 'running' | 'queued' };

/** Resolves true once the table is empty; false when that takes longer than `patience`. */
export const untilFinished = async (
  connectionString: string,
  { model, table }: Unfinished,
  patience: number,
): Promise<boolean> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const found = await client.query(
      "select model, schema_name as schema, $2 as name from projections.read_models where model = $1 and state = 'live'",
      [model, table],
    );
    const [live] = z.array(tableRow).parse(found.rows);
    if (!live) return false;
    for (const deadline = performance.now() + patience; performance.now() < deadline; await delay(200)) {
      const left = await client.query(
        `select 1 from ${pg.escapeIdentifier(live.schema)}.${pg.escapeIdentifier(live.name)}`,
      );
      if (left.rowCount === 0) return true;
    }
    return false;
  } finally {
    await client.end();
  }
};

/** How far the read models of a process are behind the log, by its own figures. */
const lagOf = async ({ url }: RondoProcess): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(5000) })).text();
  return [...text.matchAll(/^rondo_projection_lag\{[^}]*\} (\S+)$/gm)].reduce((sum, [, lag]) => sum + Number(lag), 0);
};

/** Resolves true once every process has caught up with the log, twice in a row; false when that takes longer than `patience`. */
export const untilCaughtUp = async (processes: readonly RondoProcess[], patience: number): Promise<boolean> => {
  const deadline = performance.now() + patience;
  for (let still = 0; still < 2;) {
    const lags = await Promise.all(processes.map((one) => lagOf(one).catch(() => Infinity)));
    still = lags.every((lag) => lag === 0) ? still + 1 : 0;
    if (performance.now() > deadline) return false;
    await delay(300);
  }
  return true;
};
