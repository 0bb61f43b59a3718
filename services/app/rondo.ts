import { createServer, type Server } from 'node:http';
import { pino, type Logger } from 'pino';
import { isHttps } from '../platform/http/callers/same-origin.ts';
import { sessions, sessionSecret } from '../platform/http/callers/sessions.ts';
import { serveFeeds } from '../domain/calendars/out/serve.ts';
import { serveMailStops } from '../domain/calendars/families/messages/stops/serve.ts';
import { startSweeper } from '../domain/accounts/erasure/sweeper.ts';
import type { Config } from './config/config.ts';
import { WrongConfiguration } from '../platform/kit/errors.ts';
import { createApp, createOperationApp } from '../platform/http/app.ts';
import { metrics } from '../platform/http/operations/metrics.ts';
import { operationRoutes } from '../platform/http/operations/routes.ts';
import { openCalendarReading, openMailing, openMessages, openNights, type Mailing } from './background.ts';
import { openRestorer, type Restorer } from '../domain/history/restores/reactor.ts';
import { ShutdownHooks, startInfrastructure } from './infrastructure.ts';
import { ownLog } from './own-log.ts';
import { readiness } from './readiness.ts';
import type { Begins } from './reactors.ts';
import { allRoutes } from './routes.ts';
import { openServices } from './services.ts';
import { streamRegistry } from '../platform/postgres/stream-registry.ts';
import { guestLogs } from '../platform/commands/guest-logs.ts';

export type Rondo = { readonly port: number; stop(): Promise<void> };

/**
 * Wires the dependencies together and starts them: the only place that knows them all.
 * @param evicted called when the log was moved away while this process could not see it: it must end
 */
export const startRondo = async (
  config: Config,
  evicted?: (why: Error) => void,
  log = pino({ level: config.LOG_LEVEL }),
): Promise<Rondo> => {
  const shutdown = new ShutdownHooks();
  try {
    const port = await start(config, log, shutdown, evicted);
    return { port, stop: () => shutdown.run() };
  } catch (error) {
    await shutdown.run();
    throw error;
  }
};

const start = async (
  config: Config,
  log: Logger,
  shutdown: ShutdownHooks,
  evicted?: (why: Error) => void,
): Promise<number> => {
  requireSharedDatabase(config);
  const figures = metrics();
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const started = await startInfrastructure(config, shutdown, { say, evicted });
  const guests = guestLogs({
    store: started.store,
    streamsOf: (studioId) => streamRegistry(started.db).of(studioId),
    most: config.MAX_GUEST_EVENTS,
  });
  const infrastructure = { ...started, store: guests.counting(figures.timeAppends(started.store)) };
  const own = await ownLog({ db: started.db, store: started.store, address: config.EVENTSTORE_URL });
  // Known once the server listens.
  let port = config.PORT;
  const headAtStart = await infrastructure.store.head();
  // Reactors begin restores and deliveries, which wait for reactors and read models.
  let restorer: Restorer | undefined;
  let mailing: Mailing | undefined;
  const begins: Begins = {
    beginRestore: (studioId) => restorer?.begin(studioId),
    beginMail: (mail) => mailing?.begin(mail),
  };
  const services = await openServices(infrastructure, {
    config,
    log,
    shutdown,
    begins,
    address: () => serverAddress(config, port),
  });
  const { runner } = services;
  const { connectionString } = infrastructure;
  const failing =
    (what: string, level: 'error' | 'warn' = 'warn') =>
    (error: unknown): void =>
      log[level]({ err: error }, what);
  restorer = openRestorer(services, failing('restoring failed', 'error'));
  shutdown.add(restorer.stop);
  mailing = openMailing(services, connectionString, failing('an email could not be delivered yet'));
  shutdown.add(mailing.stop);
  const calendars = openCalendarReading(services, connectionString, failing('a calendar feed could not be read'));
  shutdown.add(calendars.stop);
  const drives = openNights(services, connectionString, failing('the drives of a day could not be kept'));
  shutdown.add(drives.stop);
  const messages = openMessages(services, connectionString, failing('a mail to a family could not be sent yet'));
  shutdown.add(messages.stop);
  if (config.ROLES.includes('projector')) {
    restorer.watch();
    mailing.watch();
    calendars.watch();
    drives.watch();
    messages.watch();
  }
  figures.watchCalls(services.overload.figures);
  figures.watchProjections(runner, infrastructure.store);
  if (config.ROLES.includes('projector')) shutdown.add(startSweeper(services, log));

  const operation = operationRoutes(config, figures, () => readiness({ ...infrastructure, runner }, own, headAtStart));
  const app = config.ROLES.includes('api')
    ? createApp(services, log, {
        sessions: sessions({
          pool: infrastructure.pool,
          secret: await sessionSecret(config.SESSION_SECRET, config.DATA_DIR),
          secure: isHttps(config.PUBLIC_URL),
          longestDays: config.SESSION_DAYS,
        }),
        operation,
        timeRequests: figures.timeRequests(),
        feeds: serveFeeds(services),
        mailStops: serveMailStops(services),
        families: services.families,
        refuseFull: guests.refuseFull,
        routes: allRoutes(services, failing('request failed after its answer began', 'error')),
      })
    : createOperationApp(log, config, operation);
  const server = createServer({ keepAliveTimeout }, app);
  shutdown.add(() => closeServer(server));
  port = await listenOn(server, config);
  return port;
};

/** Rejects settings that do not go together. @throws WrongConfiguration */
const requireSharedDatabase = ({ ROLES, DATABASE_URL }: Config): void => {
  if (ROLES.length < 2 && DATABASE_URL === undefined)
    throw new WrongConfiguration(
      'ROLES: processes that share the work need one database; set DATABASE_URL, or leave ROLES out to run everything in one process.',
    );
};

/** Where people open this server: the public address, else the one that it listens on. Never what a request names. */
const serverAddress = ({ PUBLIC_URL, HOST }: Pick<Config, 'PUBLIC_URL' | 'HOST'>, port: number): string => {
  if (PUBLIC_URL !== undefined) return PUBLIC_URL.replace(/\/+$/, '');
  const everywhere = HOST === undefined || HOST === '0.0.0.0' || HOST === '::';
  const host = everywhere ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST;
  return `http://${host}:${port}`;
};

/**
 * Milliseconds without a request until a connection is closed: longer than clients and proxies keep one, so that no request meets a
 * connection which is just being closed.
 */
const keepAliveTimeout = 75_000;

const listenOn = async (server: Server, { PORT, HOST }: Config): Promise<number> => {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: PORT, ...(HOST === undefined ? {} : { host: HOST }) }, resolve);
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : PORT;
};

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 5000).unref();
  });
