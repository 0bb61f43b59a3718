import { z } from 'zod';
import type { FixedDatabase } from './fixed-database.ts';
import type { Names } from './names.ts';
import { printed } from './printed.ts';

/** Texts by file. */
export type Texts = ReadonlyMap<string, string>;

const metadata = z.looseObject({ studioId: z.string(), commandId: z.string() }).nullable();
const event = z.object({
  stream: z.string(),
  revision: z.number(),
  type: z.string(),
  data: z.unknown(),
  metadata,
  recorded_at: z.date(),
});
type Event = z.infer<typeof event>;

/** Fields that are made up for each command: their names only say which events share them. */
const madeUp = ['correlationId', 'inputHash'] as const;

/**
 * Metadata without what can be seen from the rest: the studio of the stream, that a command is its own batch and cause, and what this event is the first
 * to have.
 */
const shortMetadata = ({ stream, metadata: all }: Event, names: Names): unknown => {
  if (all === null) return null;
  const usual: Readonly<Record<string, boolean>> = {
    studioId: stream.includes(`-${all.studioId}`),
    batchId: all['batchId'] === all.commandId,
    causationId: all['causationId'] === all.commandId,
  };
  const known = z.looseObject({}).parse(names.knownInJson(all));
  const named = z.looseObject({}).parse(names.inJson(all));
  const isLeftOut = (field: string): boolean =>
    usual[field] === true || (madeUp.some((one) => one === field) && known[field] === '<?>');
  const missing = madeUp.filter((field) => all[field] === undefined || all[field] === '');
  return Object.fromEntries([
    ...Object.entries(named).filter(([field]) => !isLeftOut(field)),
    ...missing.map((field) => [field, 'missing']),
  ]);
};

/** Every event of the log, in its order. */
export const eventsOf = async ({ client }: FixedDatabase, names: Names): Promise<Texts> => {
  const { rows } = await client.query(
    'select stream, revision, type, data, metadata, recorded_at from event_log.events order by position',
  );
  const byCategory = new Map<string, string[]>();
  const lines = rows.map((row) => {
    const one = event.parse(row);
    const { stream, revision, type, data } = one;
    // What only the log shows is named after its command, so that one event more changes no other name.
    names.enter('log');
    const command = one.metadata ? names.inText(one.metadata.commandId) : 'log';
    names.enter(`of ${command.replaceAll(/[<>]/g, '')}`);
    const category = type === '$erased' ? 'erased' : (/^[a-z]+/.exec(stream)?.[0] ?? 'other');
    const text = [
      `${names.inText(stream)} ${revision} ${type} ${one.recorded_at.toISOString()}`,
      printed(names.inJson(data)),
      `${printed(shortMetadata(one, names))}\n`,
    ].join('\n');
    byCategory.set(category, [...(byCategory.get(category) ?? []), text]);
    return `${category} ${type}`;
  });
  return new Map([
    ['events/order.txt', `${lines.join('\n')}\n`],
    ...[...byCategory].map(([category, texts]) => {
      // Of what is erased only the names are left. The streams of a sample studio are written side by side, on a slow machine in another order.
      const all = category === 'erased' ? texts.toSorted() : texts;
      return [`events/${category}.txt`, all.join('')] as const;
    }),
  ]);
};

/**
 * Tables that say nothing about what Rondo does: how far others have come, copies that are made again when they are missing, and secrets. A
 * pattern of a table's whole name.
 */
const leftOut: readonly RegExp[] = [
  /^fixed\./,
  // The events have files of their own.
  /^event_log\./,
  /^logs\./,
  // How far models are, and which process follows them.
  /^projections\./,
  // States of streams and rows at moments: caches of the log.
  /^commands\.snapshots$/,
  /^moments\./,
  // First answers, which the calls show.
  /^commands\.command_keys$/,
  // By a hash of their addresses.
  /^maps\.(drives|answers)$/,
  /^planner\./,
  // A server on a free port.
  /^calendar_feeds\.hosts$/,
];

type Table = { readonly schema: string; readonly name: string };

const tablesOf = async ({ client }: FixedDatabase): Promise<Table[]> => {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`,
  );
  return rows.filter(({ schema, name }) => !leftOut.some((pattern) => pattern.test(`${schema}.${name}`)));
};

/** `lessons_4_1` is the model lessons, version 4, in its first generation. */
const placeOf = ({ schema }: Table): { file: string; title: string } => {
  const [, model = schema, version] = /^(.*)_(\d+)_\d+$/.exec(schema) ?? [];
  return { file: `rows/${model}.txt`, title: version === undefined ? model : `${model}, version ${version}` };
};

const ordered = <One>(all: readonly One[], textOf: (one: One) => string): One[] => {
  const texts = new Map(all.map((one) => [one, textOf(one)]));
  return all.toSorted((a, b) => ((texts.get(a) ?? '') < (texts.get(b) ?? '') ? -1 : 1));
};

/** The rows of all read models and of Rondo's other tables, with all their columns. */
export const rowsOf = async (database: FixedDatabase, names: Names): Promise<Texts> => {
  const texts = new Map<string, string>();
  for (const table of ordered(await tablesOf(database), ({ schema, name }) => `${schema}.${name}`)) {
    const { file, title } = placeOf(table);
    const { rows } = await database.client.query<{ row: unknown }>(
      `select to_jsonb(t) as row from ${table.schema}.${table.name} t`,
    );
    names.enter(`${title.split(',', 1)[0]}.${table.name}`);
    const lines = ordered(
      rows.map(({ row }) => row),
      (row) => JSON.stringify(names.knownInJson(row)),
    ).map((row) => `${printed(names.inJson(row))}\n`);
    texts.set(file, `${texts.get(file) ?? ''}--- ${title}: ${table.name}, ${lines.length} rows\n${lines.join('')}`);
  }
  return texts;
};
