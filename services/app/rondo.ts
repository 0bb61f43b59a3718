import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { startRunner, type Runner } from '@rondo/projections/runner/runner.ts';
import type { Express, RequestHandler } from 'express';
import { pino, type Logger } from 'pino';
import { signInPlaces } from '../domain/accounts/places.ts';
import { isHttps } from '../platform/http/callers/same-origin.ts';
import { sessions, sessionSecret } from '../platform/http/callers/sessions.ts';
import { startSweeper } from '../domain/accounts/erasure/sweeper.ts';
import { serverAddress } from './accounts.ts';
import { openCalendarReading, type CalendarReading } from './calendar-reading.ts';
import type { Config } from './config/config.ts';
import { WrongConfiguration } from '../platform/kit/wrong-configuration.ts';
import { domainServices, type DomainServices } from './domain-services.ts';
import { expensiveTurns, type ExpensiveTurns } from '../platform/http/expensive-turns.ts';
import { createApp, createOperationApp } from '../platform/http/app.ts';
import { metrics, type Metrics } from '../platform/http/operations/metrics.ts';
import { openMaps, type OpenedMaps } from '../platform/maps/open-maps.ts';
import { paceRefusal } from '../platform/http/paced-refusals.ts';
import { isOperator } from '../platform/http/operations/operators.ts';
import { operationRoutes } from '../platform/http/operations/routes.ts';
import { openMailer } from '../platform/mail/open-mailer.ts';
import { tracedMailer } from '../platform/mail/traced-mailer.ts';
import { tracesIn } from '../platform/http/traces.ts';
import { openMailing, type Mailing } from './mailing.ts';
import { openRestoring, type Restoring } from './restoring.ts';
import { openSharing } from './sharing.ts';
import { ShutdownHooks, startInfrastructure, type Infrastructure } from './infrastructure.ts';
import { progressNotices } from '../platform/models/notices.ts';
import { ownLog } from './own-log.ts';
import { isOfSomeLog } from '../platform/log/event-store.ts';
import { isPositionHere } from '../platform/log/position-here.ts';
import { readiness } from './readiness.ts';
import { allReactors } from './reactors.ts';
import { allReadModels, showsUpTo } from './read-models.ts';
import { allRoutes } from './routes.ts';
import { openSizes } from './sizes.ts';
import { turnFigures } from './config/turn-settings.ts';
import { streamsOf } from '../platform/postgres/stream-registry.ts';
import { guestLogs, type GuestLogs } from '../platform/commands/guest-logs.ts';
import type { StudioSizes } from '../platform/commands/studio-sizes.ts';

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
  refuseLonely(config);
  const figures = metrics();
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const started = await startInfrastructure(config, shutdown, { say, evicted });
  const guests = guestLogs({
    store: started.store,
    streamsOf: streamsOf(started.db),
    most: config.MAX_GUEST_EVENTS,
  });
  const infrastructure = { ...started, store: guests.counting(figures.timeAppends(started.store)) };
  const opened = openMailer({
    url: config.SMTP_URL,
    tls: config.SMTP_TLS,
    from: config.MAIL_FROM,
    publicUrl: config.PUBLIC_URL,
    directory: path.join(config.DATA_DIR, 'mail'),
    say: (line) => log.info(line),
  });
  const mailer = tracedMailer(opened, tracesIn(log));
  const report = (error: Error): void => log.warn({ err: error }, error.message);
  const maps = openMaps(config, infrastructure.pool, report);
  const turns = expensiveTurns(turnFigures(config));
  const services = domainServices(infrastructure, {
    mailer,
    inTurn: turns.inTurn,
    maps: maps.cache,
    report,
    undelivered: (what) => log.warn(`an email about an account was not delivered: ${what}`),
  });
  shutdown.add(services.waitingMails.stop);
  shutdown.add(() => services.snapshots.settled());
  shutdown.add(() => services.maps.settled());
  shutdown.add(() => services.moments.close());
  shutdown.add(() => services.optimizer.close());
  shutdown.add(() => services.printer.close());
  const own = await ownLog({ db: started.db, store: started.store, address: config.EVENTSTORE_URL });
  // Known once the server listens.
  let port = config.PORT;
  const headAtStart = await infrastructure.store.head();
  // Reactors begin restores and deliveries, which wait for reactors and read models.
  let restoring: Restoring | undefined;
  let mailing: Mailing | undefined;
  const begins: Begins = {
    beginRestore: (studioId) => restoring?.restorer.begin(studioId),
    beginMail: (mail) => mailing?.begin(mail),
  };
  const runner = await startProjecting(config, infrastructure, services, begins, log, shutdown);
  const sizes = openSizes({ infrastructure, runner, config });
  const background = { infrastructure, services, runner, config };
  restoring = openRestoring({
    ...background,
    turns,
    report: (error) => log.error({ err: error }, 'restoring failed'),
  });
  shutdown.add(restoring.restorer.stop);
  mailing = openMailing({
    ...background,
    report: (error) => log.warn({ err: error }, 'an email could not be delivered yet'),
  });
  shutdown.add(mailing.stop);
  const calendars = openCalendarReading({
    ...background,
    sizes,
    report: (error) => log.warn({ err: error }, 'a calendar feed could not be read'),
  });
  shutdown.add(calendars.stop);
  if (config.ROLES.includes('projector')) {
    restoring.watch();
    mailing.watch();
    calendars.automatic.watch();
  }
  figures.watchProjections(runner, infrastructure.store);
  if (config.ROLES.includes('projector'))
    startSweeper({
      erasure: services.erasure,
      maps: services.maps,
      keys: infrastructure.keys,
      places: signInPlaces(infrastructure.db),
      feedHosts: calendars.hosts,
      db: infrastructure.projecting,
      log,
      onShutdown: (hook) => shutdown.add(hook),
    });

  const operation = operationRoutes({
    readiness: () => readiness({ infrastructure, runner, ownLog: own, headAtStart }),
    metrics: figures,
    isOperator: isOperator({ token: config.METRICS_TOKEN, publicUrl: config.PUBLIC_URL }),
    paceRefusal,
  });
  const app = config.ROLES.includes('api')
    ? await openApp({
        config,
        infrastructure,
        services,
        maps,
        runner,
        restoring,
        sizes,
        refuseFull: guests.refuseFull,
        turns,
        calendars,
        figures,
        operation,
        address: () => serverAddress(config, port),
        log,
        shutdown,
      })
    : createOperationApp({ log, operation, trustProxy: config.TRUST_PROXY });
  const server = createServer(app);
  shutdown.add(() => closeServer(server));
  port = await listenOn(server, config);
  return port;
};

/** The web server of a process with the API role. */
const openApp = async (parts: {
  config: Config;
  infrastructure: Infrastructure;
  services: DomainServices;
  maps: OpenedMaps;
  runner: Runner;
  restoring: Restoring;
  sizes: StudioSizes;
  refuseFull: GuestLogs['refuseFull'];
  turns: ExpensiveTurns;
  calendars: CalendarReading;
  figures: Metrics;
  operation: RequestHandler;
  address: () => string;
  log: Logger;
  shutdown: ShutdownHooks;
}): Promise<Express> => {
  const {
    config,
    infrastructure,
    services,
    maps,
    runner,
    restoring,
    sizes,
    calendars,
    figures,
    operation,
    log,
    shutdown,
  } = parts;
  const secret = await sessionSecret(config.SESSION_SECRET, config.DATA_DIR);
  const sharing = openSharing({ infrastructure, services, runner, config, secret });
  shutdown.add(sharing.stop);
  return createApp({
    log,
    publicUrl: config.PUBLIC_URL,
    trustProxy: config.TRUST_PROXY,
    sessions: sessions({
      pool: infrastructure.pool,
      secret,
      secure: isHttps(config.PUBLIC_URL),
      longestDays: config.SESSION_DAYS,
    }),
    sessionDays: config.SESSION_DAYS,
    operation,
    timeRequests: figures.timeRequests(),
    feeds: sharing.handler,
    keys: infrastructure.keys,
    refuseFull: parts.refuseFull,
    turns: parts.turns,
    maps: maps.browser,
    routes: allRoutes({
      infrastructure,
      services,
      maps,
      runner,
      restoring,
      sizes,
      inTurn: parts.turns.inTurn,
      calendars,
      sharing,
      config,
      address: parts.address,
      report: (error) => log.error({ err: error }, 'request failed after its answer began'),
    }),
    savedPosition: {
      isPosition: isOfSomeLog,
      isHere: isPositionHere(infrastructure.store),
      reached: (position) => showsUpTo(runner, position),
    },
  });
};

/** Rejects settings that do not go together. @throws WrongConfiguration */
const refuseLonely = ({ ROLES, DATABASE_URL }: Config): void => {
  if (ROLES.length < 2 && DATABASE_URL === undefined)
    throw new WrongConfiguration(
      'ROLES: processes that share the work need one database; set DATABASE_URL, or leave ROLES out to run everything in one process.',
    );
};

type Begins = Pick<Parameters<typeof allReactors>[0], 'beginRestore' | 'beginMail'>;

/** Read models and reactors follow the log from here on. */
const startProjecting = async (
  config: Config,
  { connectionString, pool, projecting, store }: Infrastructure,
  { schedules, roster, erasure, maps }: DomainServices,
  begins: Begins,
  log: Logger,
  shutdown: ShutdownHooks,
): Promise<Runner> => {
  const models = [...allReadModels, ...allReactors({ schedules, roster, erasure, mapsFor: maps.mapsFor, ...begins })];
  const { notices, stop } = await progressNotices({ connectionString, pool });
  shutdown.add(stop);
  const runner = startRunner({
    db: projecting,
    source: store,
    models,
    follows: config.ROLES.includes('projector'),
    notices,
    report: ({ model, error }) => log.error({ model, err: error }, 'read model failed'),
  });
  shutdown.add(() => runner.stop());
  return runner;
};

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
