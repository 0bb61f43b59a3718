import type { SettlingEndpoint } from '@rondo/contracts/api/endpoint.ts';
import { preparedDialect } from '@rondo/projections/postgres/prepared.ts';
import { studioRows } from '@rondo/projections/runner/studio-rows.ts';
import type { Runner } from '@rondo/projections/runner/runner.ts';
import { Kysely } from 'kysely';
import { changeRoutes } from '../changes/api.ts';
import { actorNameOf, users } from '../accounts/users.ts';
import { openAccounts } from './accounts.ts';
import { billingRoutes } from '../billing/api.ts';
import { billedLessons } from '../billing/billed-lessons.ts';
import { invoicing, type WhileBilling } from '../billing/invoicing.ts';
import { invoicePrinting } from '../billing/printing.ts';
import { sampleInvoices } from '../billing/sample-invoices.ts';
import { billingAggregate } from '../billing/state.ts';
import { taughtReader } from '../billing/taught.ts';
import { calendarRoutes } from '../calendar-sync/calendar-api.ts';
import { notificationRoutes } from '../calendar-sync/notifications-api.ts';
import { backupRoutes } from '../backups/api.ts';
import { backupsAggregate } from '../backups/backup-stream.ts';
import { backupLists } from '../backups/backups.ts';
import type { CommandContext } from '../command-handling/aggregate.ts';
import { commandHandler } from '../command-handling/command-handler.ts';
import type { CalendarReading } from './calendar-reading.ts';
import type { Config } from './config.ts';
import { contactRoutes } from '../contacts/api.ts';
import { studentImports } from '../contacts/import-students.ts';
import { integrityRoutes } from '../data-integrity/api.ts';
import type { DomainServices } from './domain-services.ts';
import type { Route } from '../http/route.ts';
import type { InTurn } from '../http/expensive-turns.ts';
import type { Infrastructure } from './infrastructure.ts';
import { streamsOf } from '../erasure/erasure.ts';
import { studioFileRoutes } from '../studio-transfer/api.ts';
import { mapsRoutes } from '../maps/api.ts';
import type { OpenedMaps } from '../maps/open-maps.ts';
import { plannerRoutes } from '../plans/api.ts';
import { openTurns } from '../plans/turns.ts';
import { reportStreams } from '../reports/report-streams.ts';
import { preferenceRoutes } from '../preferences/api.ts';
import { allReadModels } from './read-models.ts';
import { readModels } from '../read-side/read-models.ts';
import { bulkRoutes } from '../roster/bulk-api.ts';
import { csvRoutes } from '../roster/csv-api.ts';
import { placedStudents } from '../roster/placed.ts';
import { ratesIn, studentRoutes } from '../roster/students-api.ts';
import { teacherRoutes } from '../roster/teachers-api.ts';
import { sampleStudioRoutes } from '../sample-studio/api.ts';
import { sampleStudio } from '../sample-studio/sample-studio.ts';
import { lessonRoutes } from '../lessons/api.ts';
import { busyReader } from '../lessons/busy.ts';
import { returnedConflicts } from '../lessons/returned.ts';
import { nameOf } from '../lessons/views.ts';
import { peopleById } from '@rondo/projections/lessons/queries.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { findingRoutes } from '../slots/finding-api.ts';
import { legMemory } from '../drives/legs.ts';
import { lessonLists } from '../lessons/lessons.ts';
import { pastMoments } from '../moments/as-of.ts';
import { settingsRoutes } from '../studio-settings/api.ts';
import { studioClock } from '../studio-settings/clock.ts';
import { studioCommands } from '../studio-settings/commands.ts';
import type { StudioSizes } from '../studio-sizes/studio-sizes.ts';
import { restoreRoutes } from '../restores/api.ts';
import { restoreRequests } from '../restores/requests.ts';
import type { WhileBilled } from '../schedule/billed.ts';
import type { Restoring } from './restoring.ts';
import type { Sharing } from './sharing.ts';
import { undoRoutes } from '../undo/api.ts';
import { undoCommands } from '../undo/undo-commands.ts';
import { allUndoables, recordedBatches } from './undoables.ts';

export type RouteDependencies = {
  readonly infrastructure: Infrastructure;
  readonly services: DomainServices;
  readonly maps: OpenedMaps;
  readonly runner: Runner;
  readonly restoring: Restoring;
  readonly sizes: StudioSizes;
  readonly inTurn: InTurn;
  readonly sharing: Sharing;
  readonly calendars: CalendarReading;
  readonly config: Config;
  /** The address of this server, for links in mails. */
  readonly address: () => string;
  /** Logs an error that can no longer be sent in an answer. */
  readonly report: (error: unknown) => void;
};

/** Binds every built call to its handler. */
export const allRoutes = ({
  infrastructure,
  services,
  maps: openedMaps,
  runner,
  restoring,
  sizes,
  inTurn,
  sharing,
  calendars,
  config,
  address,
  report,
}: RouteDependencies): Route[] => {
  const { db, pool, store, locks, billingLocks } = infrastructure;
  const head = () => store.head();
  const { roster, maps, commands, schedules, times, optimizer, moments } = services;
  const models = readModels(new Kysely<unknown>({ dialect: preparedDialect(pool) }), runner, () => store.head());
  const clock = studioClock(models, config.now);
  const legs = legMemory(maps.mapsFor);
  const lessons = lessonLists({ models, clock, mapsFor: maps.mapsFor, legs });

  const studios = studioCommands(commands, models);
  const shown = async (endpoint: SettlingEndpoint): Promise<boolean> => models.settled(await store.head(), endpoint);

  const reports = reportStreams(commands);
  const billing = commandHandler(billingAggregate, commands);
  const sample = sampleStudio({
    roster,
    schedules,
    models,
    studios,
    invoices: sampleInvoices({ handler: billing, clock }),
    sizes,
  });
  const whileBilling: WhileBilling = (studioId, task) => billingLocks.hold([`billing ${studioId}`], task);
  const taught = taughtReader({ models, schedules, clock, head: () => store.head() });
  const printing = invoicePrinting({ models, clock, printer: services.printer });
  const billedOf = billedLessons({ handler: billing, taught });
  const whileBilled: WhileBilled = (studioId, task) =>
    whileBilling(studioId, async () => task(await billedOf(studioId)));
  const backupsHandler = commandHandler(backupsAggregate, commands);
  const { titles } = busyReader({ models, clock });
  const undoing = undoCommands({
    ...recordedBatches({ store, models }),
    sizes,
    undoables: allUndoables({
      store,
      clock,
      ratesOf: ratesIn(models),
      schedules,
      roster,
      reports,
      studios,
      backups: backupsHandler,
      calendars: calendars.handler,
      billing,
      whileBilled,
      titles,
    }),
  });
  // The log records by the machine's clock, of which a fixed clock for tests is independent.
  const latest = (): number => Math.max(config.now(), Date.now());
  const past = pastMoments({ moments, latest });
  const backups = backupLists({ models, moments, clock, inTurn });
  const requests = restoreRequests({ store, ...restoring, roster, clock, sizes, titles });
  const undoRestore = async (context: CommandContext, batchId: string) => {
    const undone = await requests.undo(context, batchId);
    return undone && undone.status !== 'running';
  };
  const teachers = async (studioId: string) => {
    const people = await peopleById(lessonsModel.read(models), studioId);
    return (teacherId: string): string => {
      const person = people.get(teacherId);
      return person ? nameOf(person) : 'a teacher';
    };
  };
  const accounts = openAccounts({ infrastructure, services, models, studios, clock, address, config });
  const { studentAddresses } = sharing;
  const rosterDependencies = { roster, models, clock, mapsOf: maps.mapsFor, past, sizes, studentAddresses };
  return [
    ...accounts.routes,
    ...preferenceRoutes({ db, models, roster }),
    ...settingsRoutes({ studios, clock, ratesOf: ratesIn(models), models, optimizerSeconds: config.OPTIMIZER_SECONDS }),
    ...studentRoutes(rosterDependencies),
    ...teacherRoutes(rosterDependencies),
    ...bulkRoutes({ roster, models, clock, sizes, head }),
    ...csvRoutes({ models, clock }),
    ...contactRoutes({
      imports: studentImports({ roster, models, locks, sizes, head, register: services.registerStreams }),
      head,
      settled: models.settled,
    }),
    ...sharing.routes,
    ...lessonRoutes({
      lessons,
      schedules,
      times,
      roster,
      models,
      clock,
      sizes,
      users: users(db),
      past,
      whileBilled,
    }),
    ...undoRoutes({ undoing, undoRestore, shown, conflictsOf: returnedConflicts({ times, clock, titles }) }),
    ...changeRoutes({ moments, models, schedules, clock, latest, past, roster, studios }),
    ...billingRoutes({
      invoicing: invoicing({ handler: billing, taught, clock, printing, roster, whileBilling }),
      printing,
      models,
      clock,
      past,
      mailsToOthers: accounts.mailsToOthers,
      sendsMail: services.mailer.sends,
      actorName: async (id) => actorNameOf(await users(db).find(id)),
    }),
    ...findingRoutes({ schedules, roster, models, clock, legs, mapsFor: maps.mapsFor }),
    ...sampleStudioRoutes({ sample, clock, mapsFor: maps.mapsFor, shown }),
    ...plannerRoutes({
      schedules,
      times,
      models,
      clock,
      legs,
      lessons,
      reports,
      mapsFor: maps.mapsFor,
      solve: optimizer.plan,
      secondsOf: ({ optimizerSeconds }, { isGuest }) =>
        Math.min(optimizerSeconds ?? config.OPTIMIZER_SECONDS, isGuest ? config.GUEST_PLAN_SECONDS : Infinity),
      runs: infrastructure.runs,
      turns: openTurns({
        threads: optimizer.threads,
        callsOfAStudio: config.PLANS_PER_STUDIO,
        callsOfAPlace: config.PLANS_PER_PLACE,
        callsOfGuests: config.PLANS_OF_GUESTS,
        calls: config.PLANS_IN_ALL,
      }),
      report,
    }),
    ...backupRoutes({
      backups,
      handler: backupsHandler,
      models,
      moments,
      clock,
      head: () => store.head(),
      latest,
    }),
    ...restoreRoutes({
      requests,
      clock,
      shown: (endpoint) => shown({ ...endpoint, settles: ['removals', 'transfers'] }),
      refuseFuture: past.refuseFuture,
      backupAt: backups.find,
      titles,
      teachers,
    }),
    ...integrityRoutes({
      models,
      schedules,
      clock,
      moments,
      readModels: allReadModels,
      rowsOf: (model, studioId) => studioRows(models.db, model, studioId),
    }),
    ...studioFileRoutes({ store, streamsOf: streamsOf(db), inTurn }),
    ...calendarRoutes({ ...calendars, roster, models, inTurn, titles }),
    ...notificationRoutes({ ...calendars, models }),
    ...mapsRoutes(openedMaps, placedStudents(models)),
  ];
};
