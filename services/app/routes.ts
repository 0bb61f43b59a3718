import type { WaitingEndpoint } from '@rondo/contracts/api/endpoint.ts';
import { preparedDialect } from '@rondo/projections/postgres/prepared.ts';
import { studioRows } from '@rondo/projections/runner/studio-rows.ts';
import type { Runner } from '@rondo/projections/runner/runner.ts';
import { Kysely } from 'kysely';
import { changeRoutes } from '../domain/history/changes/api.ts';
import { actorNameOf, users } from '../domain/accounts/users.ts';
import { openAccounts } from './accounts.ts';
import { billingRoutes } from '../domain/billing/api.ts';
import { billedLessons } from '../domain/billing/due/billed-lessons.ts';
import { invoicing, type WhileBilling } from '../domain/billing/invoicing.ts';
import { invoicePrinting } from '../domain/billing/pdf/printing.ts';
import { sampleInvoices } from '../domain/billing/sample-invoices.ts';
import { billingAggregate } from '../domain/billing/state.ts';
import { taughtReader } from '../domain/billing/due/taught.ts';
import { calendarRoutes } from '../domain/calendars/in/calendar-api.ts';
import { notificationRoutes } from '../domain/calendars/in/notifications-api.ts';
import { backupRoutes } from '../domain/history/backups/api.ts';
import { backupsAggregate } from '../domain/history/backups/backup-stream.ts';
import { backupLists } from '../domain/history/backups/backups.ts';
import type { CommandContext } from '../platform/commands/aggregate.ts';
import { commandHandler } from '../platform/commands/command-handler.ts';
import type { CalendarReading } from './calendar-reading.ts';
import type { Config } from './config/config.ts';
import { contactRoutes } from '../domain/people/contacts/api.ts';
import { studentImports } from '../domain/people/contacts/import-students.ts';
import { integrityRoutes } from '../domain/lessons/integrity/api.ts';
import type { DomainServices } from './domain-services.ts';
import type { Route } from '../platform/http/route.ts';
import type { InTurn } from '../platform/http/expensive-turns.ts';
import type { Infrastructure } from './infrastructure.ts';
import { streamsOf } from '../platform/postgres/stream-registry.ts';
import { studioFileRoutes } from '../domain/studio/transfer/api.ts';
import { mapsRoutes } from '../platform/maps/api.ts';
import type { OpenedMaps } from '../platform/maps/open-maps.ts';
import { plannerRoutes } from '../domain/planning/api.ts';
import { openTurns } from '../domain/planning/run/turns.ts';
import { reportStreams } from '../domain/schedule/reports/report-streams.ts';
import { preferenceRoutes } from '../domain/people/preferences/api.ts';
import { allReadModels } from './read-models.ts';
import { readModels } from '../platform/models/read-models.ts';
import { bulkRoutes } from '../domain/people/bulk/bulk-api.ts';
import { csvRoutes } from '../domain/people/csv-api.ts';
import { placedStudents } from '../domain/people/placed.ts';
import { ratesIn, studentRoutes } from '../domain/people/students-api.ts';
import { teacherRoutes } from '../domain/people/teachers-api.ts';
import { sampleStudioRoutes } from './sample-studio/api.ts';
import { sampleStudio } from './sample-studio/sample-studio.ts';
import { lessonRoutes } from '../domain/lessons/api.ts';
import { busyReader } from '../domain/schedule/lookup/busy.ts';
import { returnedConflicts } from '../domain/lessons/returned.ts';
import { nameOf } from '../domain/schedule/lookup/views.ts';
import { peopleById } from '@rondo/projections/lessons/queries.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { findingRoutes } from '../domain/lessons/slots/finding-api.ts';
import { legMemory } from '../platform/maps/drives/legs.ts';
import { lessonLists } from '../domain/schedule/lookup/lessons.ts';
import { pastMoments } from '../platform/models/moments/as-of.ts';
import { settingsRoutes } from '../domain/studio/api.ts';
import { studioClock } from '../domain/studio/clock.ts';
import { studioCommands } from '../domain/studio/commands.ts';
import type { StudioSizes } from '../platform/commands/studio-sizes.ts';
import { restoreRoutes } from '../domain/history/restores/api.ts';
import { restoreRequests } from '../domain/history/restores/requests.ts';
import type { WhileBilled } from '../domain/schedule/edit/billed.ts';
import type { Restoring } from './restoring.ts';
import type { Sharing } from './sharing.ts';
import { undoRoutes } from '../domain/history/undo-api.ts';
import { undoCommands } from '../platform/commands/undo/undo-commands.ts';
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
  const shown = async (endpoint: WaitingEndpoint): Promise<boolean> => models.settled(await store.head(), endpoint);

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
      shown: (endpoint) => shown({ ...endpoint, waitsFor: ['removals', 'transfers'] }),
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
