import { BoundedMap } from '@rondo/projections/kit/bounded-map.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { countEntered } from '@rondo/projections/lessons/queries.ts';
import { startRunner, type Runner } from '@rondo/projections/runner/runner.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { countStudents } from '@rondo/projections/students/queries.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { countTeachers } from '@rondo/projections/teachers/queries.ts';
import { preparedDialect } from '@rondo/projections/postgres/prepared.ts';
import { Kysely } from 'kysely';
import path from 'node:path';
import type { Logger } from 'pino';
import { signInAttempts } from '../domain/accounts/sign-in.ts';
import { findUser, isGuestStudio } from '../domain/accounts/users.ts';
import { savedSettings, studioNow } from '../domain/studio/clock.ts';
import { billedLessons } from '../domain/billing/due/taught.ts';
import { whileBilling } from '../domain/billing/invoicing.ts';
import { openPrinter } from '../domain/billing/pdf/printing.ts';
import { addressPolicy } from '../domain/calendars/in/fetching/address-policy.ts';
import { feedHosts } from '../domain/calendars/in/fetching/feed-hosts.ts';
import { eraseFeedStates } from '../domain/calendars/in/feed-states.ts';
import { feedReader } from '../domain/calendars/in/reading/feed-reader.ts';
import { familyLinks } from '../domain/calendars/families/links.ts';
import { familyDoor } from '../platform/http/callers/family.ts';
import { isHttps } from '../platform/http/callers/same-origin.ts';
import { MessageBell } from '../domain/calendars/families/messages/job.ts';
import { feedFetches } from '../domain/calendars/out/fetches.ts';
import { feedCache } from '../domain/calendars/out/feeds.ts';
import { feedKeyFrom } from '../domain/calendars/out/tokens.ts';
import { forgetDueInquiries } from '../domain/lessons/inquiries/reactor.ts';
import { dropOldQuestions } from '../domain/lessons/inquiries/questions.ts';
import { dropIdleBranches } from '../domain/planning/branches/taking-over/reactor.ts';
import { openTurns } from '../domain/planning/run/turns.ts';
import { openOptimizerPool } from '../optimizer/threads/pool.ts';
import { restoreProgress } from '../domain/history/restores/progress.ts';
import { commandKeys } from '../platform/commands/command-keys.ts';
import { snapshotTable } from '../platform/commands/snapshot-table.ts';
import { snapshotCache } from '../platform/commands/snapshots.ts';
import { studioSizes, type StudioSizes } from '../platform/commands/studio-sizes.ts';
import { sessionSecret } from '../platform/http/callers/sessions.ts';
import { expensiveTurns } from '../platform/http/expensive-turns.ts';
import { overload } from '../platform/http/overload.ts';
import { tracesIn } from '../platform/http/traces.ts';
import type { Services } from '../platform/kit/services.ts';
import { openMailer, tracedMailer } from '../platform/mail/open-mailer.ts';
import { waitingMails } from '../platform/mail/waiting-mails.ts';
import { legMemory } from '../platform/maps/drives/legs.ts';
import { openMaps } from '../platform/maps/open-maps.ts';
import { momentTable } from '../platform/models/moments/moment-storage.ts';
import { openMoments } from '../platform/models/moments/moments.ts';
import { progressNotices } from '../platform/models/notices.ts';
import { readModels } from '../platform/models/read-models.ts';
import { advisoryLocks } from '../platform/postgres/advisory-locks.ts';
import { streamRegistry } from '../platform/postgres/stream-registry.ts';
import type { Config } from './config/config.ts';
import { callFigures, sizeFigures, turnFigures } from './config/limits.ts';
import { openHandlers } from './handlers.ts';
import type { Infrastructure, ShutdownHooks } from './infrastructure.ts';
import { allReactors, type Begins } from './reactors.ts';
import { allReadModels } from './read-models.ts';

/**
 * What is added to the niceness of threads that compute for long, so that the event loop's thread goes first where both need a processor. On Linux
 * a thread has its own; elsewhere it would be the whole process's.
 */
const behindTheLoop = process.platform === 'linux' ? 5 : 0;

/** Keeps studios within the sizes of the settings. */
const openSizes = (
  services: Pick<Services, 'db' | 'models' | 'store' | 'settingsOf' | 'now'>,
  config: Config,
): StudioSizes => {
  const { models, store } = services;
  return studioSizes({
    figures: sizeFigures(config),
    isGuest: (studioId) => isGuestStudio(services, studioId),
    count: async (studioId, kind, most) => {
      switch (kind) {
        case 'students':
          return countStudents(studentsModel.read(models), studioId);
        case 'teachers':
          return countTeachers(teachersModel.read(models), studioId);
        case 'lessons': {
          const { today: from } = await studioNow(services, studioId);
          return countEntered(lessonsModel.read(models), studioId, { from, most });
        }
      }
    },
    caughtUp: async () => {
      const position = await store.head();
      return position === null || models.reached(position, [studentsModel, teachersModel, lessonsModel]);
    },
  });
};

/** How long a restore waits for the reactors before it begins. */
const reactorPatience = 60_000;

type Parts = {
  readonly config: Config;
  readonly log: Logger;
  readonly shutdown: ShutdownHooks;
  /** Where people open this server, once it listens. */
  readonly address: () => string;
  readonly begins: Begins;
};

/** Builds everything that a process has one of, and starts to follow the log. */
export const openServices = async (
  { pool, connectionString, ...infrastructure }: Infrastructure,
  { config, log, shutdown, address, begins }: Parts,
): Promise<Services & { readonly runner: Runner }> => {
  const { db, projecting, store } = infrastructure;
  const report = (error: Error): void => log.warn({ err: error }, error.message);
  const streams = streamRegistry(db);
  const snapshots = snapshotCache(snapshotTable(db), report);
  shutdown.add(() => snapshots.settled());
  const handlers = openHandlers({ store, registry: streams, snapshots }, config.now);
  const opened = openMailer({
    url: config.SMTP_URL,
    tls: config.SMTP_TLS,
    from: config.MAIL_FROM,
    publicUrl: config.PUBLIC_URL,
    directory: path.join(config.DATA_DIR, 'mail'),
    say: (line) => log.info(line),
  });
  const mailer = tracedMailer(opened, tracesIn(log));
  const mails = waitingMails({
    mailer,
    isWanted: async ({ owner }) => (await findUser({ db }, owner)) !== undefined,
    report: (what) => log.warn(`an email about an account was not delivered: ${what}`),
  });
  shutdown.add(mails.stop);
  const maps = openMaps(config, pool, report);
  shutdown.add(() => maps.settled());
  const printer = openPrinter({ niceness: behindTheLoop });
  shutdown.add(() => printer.close());
  const optimizer = openOptimizerPool({ niceness: behindTheLoop });
  shutdown.add(() => optimizer.close());
  const turns = expensiveTurns(turnFigures(config));
  const moments = openMoments({
    store,
    streamsOf: (studioId) => streams.of(studioId),
    storage: momentTable(db),
    report,
    inTurn: turns.inTurn,
  });
  shutdown.add(() => moments.close());
  const keys = commandKeys(db, { besideTheLog: config.EVENTSTORE_URL === undefined });
  // A second call for the same waits for it: a replacement of 2,000 rows takes seconds.
  const calendarLocks = advisoryLocks({ connectionString, connections: 2, patience: 30_000 });
  shutdown.add(() => calendarLocks.close());
  const fetches = feedFetches(db, Date.now);
  shutdown.add(fetches.flush);
  let feedKey: Promise<Buffer> | undefined;
  const feedKeyOf = () => (feedKey ??= sessionSecret(config.SESSION_SECRET, config.DATA_DIR).then(feedKeyFrom));
  const hosts = feedHosts(db, config.FEED_REQUESTS_TO_STRANGERS);
  const forgetStudio = async (studioId: string): Promise<void> => {
    await maps.eraseStudio(studioId);
    moments.forget(studioId);
    await mailer.forget(studioId);
    await eraseFeedStates({ db }, studioId);
  };
  const base = { ...infrastructure, now: config.now, machineNow: Date.now, settings: config, report };
  const writing = { ...base, streams, handlers, maps, mailer, forgetStudio };

  const models = [...allReadModels, ...allReactors(writing, begins)];
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
  const read = readModels(
    new Kysely<unknown>({ dialect: preparedDialect(pool) }),
    runner,
    () => store.head(),
    allReadModels,
  );
  const reading = { ...writing, models: read, settingsOf: savedSettings(read) };
  return {
    ...reading,
    runner,
    keys,
    turns,
    overload: overload(callFigures(config)),
    moments,
    waitingMails: mails,
    printer,
    optimizer,
    plannerTurns: openTurns({
      threads: optimizer.threads,
      callsOfAStudio: config.PLANS_PER_STUDIO,
      callsOfAPlace: config.PLANS_PER_PLACE,
      callsOfGuests: config.PLANS_OF_GUESTS,
      calls: config.PLANS_IN_ALL,
    }),
    calendarLocks,
    feedAccess: { ...addressPolicy({ allowsPrivate: config.FEEDS_ALLOW_PRIVATE }), hosts },
    readFeed: feedReader(),
    feedCache: feedCache(),
    feedFetches: fetches,
    messageBell: new MessageBell(),
    feedKey: feedKeyOf,
    families: familyDoor(
      familyLinks({ db, models: read, settingsOf: reading.settingsOf, feedKey: feedKeyOf, now: config.now }),
      {
        https: isHttps(config.PUBLIC_URL),
        now: config.now,
        machineNow: Date.now,
      },
    ),
    address,
    legs: legMemory(maps.mapsFor),
    sizes: openSizes(reading, config),
    backupCounts: new BoundedMap(2000),
    restoreProgress: restoreProgress(db),
    reactorsIdle: async () => {
      const position = await store.head();
      const wait = { models: ['removals', 'transfers'], milliseconds: reactorPatience };
      return position === null || runner.waitFor({ ...wait, position });
    },
    inTurnOf: async (studioId, work) =>
      turns.inTurnOf({ studioId, isGuest: await isGuestStudio({ db }, studioId) }, work),
    whileBilled: (studioId, task) =>
      whileBilling(reading, studioId, async () => task(await billedLessons(reading, studioId))),
    // Without a mail server no link lets the owner in.
    signInAttempts: signInAttempts({ mostUnknown: mailer.sends ? config.SIGN_IN_FAILURES_PER_HOUR : Infinity }),
    hasAccount: async (studioId) => (await findUser({ db }, studioId)) !== undefined,
    forgetOld: [
      () => maps.sweepExpired(),
      () => keys.forgetOld(),
      () => hosts.forgetOld(),
      () => dropOldQuestions(reading),
      () => forgetDueInquiries(reading),
      () => dropIdleBranches(reading),
    ],
  };
};
