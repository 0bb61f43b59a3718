import { scratchDatabase, type ScratchDatabase } from '@rondo/projections/testing/scratch-database.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventStore } from '../platform/log/event-store.ts';
import { startTestServer, type TestServer } from '@rondo/tools/eventstoredb-server/test-server.ts';
import { testRondo } from '../testing/test-rondo.ts';
import { ok } from '../testing/visitor.ts';
import { mover } from './testing/moving.ts';

const patience = 180_000;
const account = { email: 'dana@example.com', password: 'six-strings' };

let database: ScratchDatabase;
let server: TestServer;
beforeAll(async () => {
  [database, server] = [await scratchDatabase(), await startTestServer()];
  const rondo = await testRondo(undefined, inPostgres());
  const dana = await rondo.visitor().register(account.email);
  ok(await dana.post('/api/sample-studio'));
  await rondo.stop();
}, patience);
afterAll(async () => {
  await server.stop();
  await database.drop();
});

const inPostgres = () => ({ DATABASE_URL: database.connectionString });

const query = async (text: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};

const move = async (to = server, watched?: (store: EventStore, side: 'source' | 'target') => EventStore) =>
  (await mover(inPostgres())(to.connectionString, watched)).result;

/** Why a move stopped; the database still belongs to the log in PostgreSQL. */
const refusal = async (moving: Promise<unknown>): Promise<string> => {
  const why = await moving.then(
    () => 'not refused',
    (error: unknown) => String(error),
  );
  expect(await query("select engine from logs.known where state = 'current'")).toEqual([{ engine: 'postgres' }]);
  return why;
};

/** What a start on the old log shows. */
const students = async (): Promise<string> => {
  const rondo = await testRondo(undefined, inPostgres());
  const dana = rondo.visitor();
  ok(await dana.post('/api/login', account));
  const { text } = await dana.get('/api/students');
  await rondo.stop();
  return text;
};

const raising = (name: string, code: string, message: string, returns: string) =>
  query(`create function public.${name}() returns ${returns} language plpgsql as $$
    begin raise exception '${message}' using errcode = '${code}'; end $$`);

test(
  'a full disk, or a failure inside the switch: the old log stays valid, and the same call goes on',
  async () => {
    const before = await students();
    await raising('full', '53100', 'could not extend file: No space left on device', 'event_trigger');
    await query(`create event trigger full_disk on ddl_command_start when tag in ('CREATE SCHEMA')
      execute function public.full()`);
    expect(await refusal(move())).toContain(
      'The move was interrupted: could not extend file: No space left on device. Free space on the disk of the database. The database still belongs to the log that it had. Run the same command again',
    );
    await query('drop event trigger full_disk');

    await raising('broken', '57P01', 'terminating connection', 'trigger');
    await query(`create trigger switching before update on logs.known for each row
      when (new.state = 'current') execute function public.broken()`);
    expect(await refusal(move())).toContain('terminating connection. See that the database runs.');
    expect(await students()).toBe(before);
    await query('drop trigger switching on logs.known');
  },
  patience,
);

/** The calls to the logs between which the move copies, reads the target's end, and builds the read models. */
const steps: readonly [string, (store: EventStore, breaks: () => Promise<unknown>) => Partial<EventStore>][] = [
  [
    'copies',
    (store, breaks) => ({
      append: async (...given) => {
        await breaks();
        return store.append(...given);
      },
    }),
  ],
  [
    'reads where the new log ends',
    (store, breaks) => ({
      head: async () => {
        await breaks();
        return store.head();
      },
    }),
  ],
  [
    'builds the read models',
    (store, breaks) => ({
      async *subscribe(from) {
        for await (const delivery of store.subscribe(from)) {
          yield delivery;
          await breaks();
        }
      },
    }),
  ],
];

test(
  'the database ends every connection in the middle of the move: the old log stays valid, and the same call goes on',
  async () => {
    const before = await students();
    for (const [step, breaking] of steps) {
      let ended: Promise<unknown> | undefined;
      const breaks = () =>
        (ended ??= query(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`));
      const server = await startTestServer();
      const why = await refusal(
        move(server, (store, side) => (side === 'target' ? { ...store, ...breaking(store, breaks) } : store)),
      );
      expect(ended, step).toBeDefined();
      expect(why, step).toContain('Run the same command again');
      await server.stop();
    }
    expect(await students()).toBe(before);
    expect(await move()).toMatchObject({ leftOut: [] });
  },
  patience,
);
