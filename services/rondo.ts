import { createServer, type Server } from 'node:http';
import { startRunner } from '@rondo/projections/runner/runner.ts';
import { catalogueSchema } from '@rondo/projections/runner/catalogue.ts';
import { Kysely, PostgresDialect } from 'kysely';
import { pino } from 'pino';
import { accountRoutes } from './accounts/api.ts';
import { sessions, sessionSecret } from './accounts/sessions.ts';
import { accountsSchema, type AccountsDb } from './accounts/tables.ts';
import { users } from './accounts/users.ts';
import type { Config } from './config.ts';
import { postgresEventStore } from './event-store/postgres/postgres-event-store.ts';
import { createApp } from './http/app.ts';
import { operationRoutes } from './http/operation.ts';
import { startEmbeddedPostgres } from './postgres/embedded/embedded-postgres.ts';
import { listen } from './postgres/listen.ts';
import { connectionPool } from './postgres/pool.ts';
import { applySchema } from './postgres/schema.ts';
import { allReadModels, readModels } from './read-models.ts';
import { studioClock } from './studio/clock.ts';
import { studioCommands } from './studio/commands.ts';

export type Rondo = { readonly port: number; stop(): Promise<void> };

/** Wires the parts together and starts them: the one place that knows them all. */
export const startRondo = async (config: Config): Promise<Rondo> => {
  const log = pino({ level: config.LOG_LEVEL });
  const endings: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of endings.toReversed()) await end();
    endings.length = 0;
  };
  try {
    const embedded =
      config.DATABASE_URL === undefined
        ? await startEmbeddedPostgres({ dataDir: config.DATA_DIR, say: (line) => process.stdout.write(`${line}\n`) })
        : undefined;
    if (embedded) endings.push(() => embedded.stop());
    const connectionString = config.DATABASE_URL ?? embedded?.connectionString ?? '';

    const pool = connectionPool({ connectionString, max: 12, name: 'rondo' });
    endings.push(() => pool.end());
    const projecting = connectionPool({
      connectionString,
      max: 8,
      name: 'rondo projector',
      asynchronousCommit: true,
    });
    endings.push(() => projecting.end());
    await applySchema(pool, accountsSchema);
    await applySchema(pool, catalogueSchema);

    const store = await postgresEventStore({ connectionString });
    endings.push(() => store.close());
    const headAtStart = await store.head();

    const liveChanged = new Set<(model: string) => void>();
    const listening = await listen({
      connectionString,
      channel: 'read_model_live',
      name: 'rondo projector',
      onNotice: (model) => liveChanged.forEach((callback) => callback(model)),
    });
    endings.push(() => listening.stop());
    const runner = startRunner({
      db: new Kysely<unknown>({ dialect: new PostgresDialect({ pool: projecting }) }),
      source: store,
      models: allReadModels,
      onLiveChanged: (callback) => liveChanged.add(callback),
      report: ({ model, error }) => log.error({ model, err: error }, 'read model in trouble'),
    });
    endings.push(() => runner.stop());

    const db = new Kysely<AccountsDb>({ dialect: new PostgresDialect({ pool }) });
    const models = readModels(new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }), runner);
    const registry = {
      register: async (studioId: string, stream: string): Promise<void> => {
        await db
          .insertInto('accounts.streams')
          .values({ studio_id: studioId, stream })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      },
    };
    const parts = { store, registry };
    const studios = studioCommands(parts, models);
    const clock = studioClock(models, config.now);

    const readiness = async () => {
      const behind = runner
        .status()
        .filter(
          ({ state, position }) =>
            state !== 'live' ||
            (headAtStart !== null && (position === null || store.compare(position, headAtStart) < 0)),
        );
      return {
        ready: behind.length === 0,
        parts: Object.fromEntries(runner.status().map(({ model, state }) => [model, state])),
      };
    };

    const app = createApp({
      log,
      publicUrl: config.PUBLIC_URL,
      sessions: sessions({
        pool,
        secret: await sessionSecret(config.SESSION_SECRET, config.DATA_DIR),
        secure: config.PUBLIC_URL?.startsWith('https:') === true,
      }),
      operation: operationRoutes(readiness),
      routes: accountRoutes({ users: users(db), studios, clock, guestEnded: async () => undefined }),
    });
    const server = createServer(app);
    endings.push(() => closeServer(server));
    await listenOn(server, config);
    const address = server.address();
    return { port: typeof address === 'object' && address !== null ? address.port : config.PORT, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const listenOn = (server: Server, config: Config): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: config.PORT, ...(config.HOST === undefined ? {} : { host: config.HOST }) }, resolve);
  });

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 5000).unref();
  });
