import type { WaitingEndpoint } from '@rondo/contracts/api/endpoint.ts';
import { studioRows } from '@rondo/projections/runner/studio-rows.ts';
import type { Runner } from '@rondo/projections/runner/runner.ts';
import { changeRoutes } from '../domain/history/changes/api.ts';
import { accountRoutes } from '../domain/accounts/api.ts';
import { sendToOthers } from '../domain/accounts/mails/mails-to-others.ts';
import { actorNameOf, findUser } from '../domain/accounts/users.ts';
import { rosterOf } from '../domain/people/roster.ts';
import { schedules as schedulesOf } from '../domain/schedule/schedules.ts';
import { studentTimes } from '../domain/schedule/lookup/student-times.ts';
import { scheduleEvents } from '@rondo/contracts/events/schedule.ts';
import type { Printer } from '../domain/billing/pdf/printer.ts';
import type { OptimizerPool } from '../optimizer/threads/pool.ts';
import type { Services } from '../platform/kit/services.ts';
import { billingRoutes } from '../domain/billing/api.ts';
import { billedLessons } from '../domain/billing/due/billed-lessons.ts';
import { invoicing, type WhileBilling } from '../domain/billing/invoicing.ts';
import { invoicePrinting } from '../domain/billing/pdf/printing.ts';
import { sampleInvoices } from '../domain/billing/sample-invoices.ts';
import { taughtReader } from '../domain/billing/due/taught.ts';
import { calendarRoutes } from '../domain/calendars/in/calendar-api.ts';
import { notificationRoutes } from '../domain/calendars/in/notifications-api.ts';
import { backupRoutes } from '../domain/history/backups/api.ts';
import { backupLists } from '../domain/history/backups/backups.ts';
import type { CommandContext } from '../platform/commands/aggregate.ts';
import type { CalendarReading } from './calendar-reading.ts';
import type { Config } from './config/config.ts';
import { contactRoutes } from '../domain/people/contacts/api.ts';
import { integrityRoutes } from '../domain/lessons/integrity/api.ts';
import type { Route } from '../platform/http/route.ts';
import type { Infrastructure } from './infrastructure.ts';
import { studioFileRoutes } from '../domain/studio/transfer/api.ts';
import { mapsRoutes } from '../platform/maps/api.ts';
import { plannerRoutes } from '../domain/planning/api.ts';
import { openTurns } from '../domain/planning/run/turns.ts';
import { reportStreams } from '../domain/schedule/reports/report-streams.ts';
import { preferenceRoutes } from '../domain/people/preferences.ts';
import { allReadModels } from './read-models.ts';
import { bulkRoutes } from '../domain/people/bulk/bulk-api.ts';
import { csvRoutes } from '../domain/people/csv-api.ts';
import { placedStudent } from '../domain/people/locate.ts';
import { listRates, studentRoutes } from '../domain/people/students-api.ts';
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
import { lessonLists } from '../domain/schedule/lookup/lessons.ts';
import { latestNow, pastMoments } from '../platform/models/moments/as-of.ts';
import { settingsRoutes } from '../domain/studio/api.ts';
import { clockOf } from '../domain/studio/clock.ts';
import { studioCommandsOf } from '../domain/studio/commands.ts';
import { restoreRoutes } from '../domain/history/restores/api.ts';
import { restoreRequests } from '../domain/history/restores/requests.ts';
import type { WhileBilled } from '../domain/schedule/edit/billed.ts';
import type { Restoring } from './restoring.ts';
import type { Sharing } from './sharing.ts';
import { undoRoutes } from '../domain/history/undo-api.ts';
import { undoCommands } from '../platform/commands/undo/undo-commands.ts';
import { allUndoables, recordedBatches } from './undoables.ts';

export type RouteParts = {
  readonly infrastructure: Infrastructure;
  readonly services: Services & { readonly runner: Runner };
  readonly printer: Printer;
  readonly optimizer: OptimizerPool;
  readonly restoring: Restoring;
  readonly sharing: Sharing;
  readonly calendars: CalendarReading;
  readonly config: Config;
  /** Logs an error that can no longer be sent in an answer. */
  readonly report: (error: unknown) => void;
};

/** Binds every built call to its handler. */
export const allRoutes = ({
  infrastructure,
  services,
  printer,
  optimizer,
  restoring,
  sharing,
  calendars,
  config,
  report,
}: RouteParts): Route[] => {
  const { store, billingLocks } = infrastructure;
  const { models, maps, legs, moments, sizes, handlers, turns, streams, locks } = services;
  const { inTurn } = turns;
  const head = () => store.head();
  // Adapters for rooms that are not converted yet.
  const schedules = schedulesOf(services);
  const roster = rosterOf(services);
  const clock = clockOf(services);
  const studios = studioCommandsOf(services);
  const times = studentTimes({
    schedules,
    locks,
    teachersOf: (studioId) => streams.entitiesIn(studioId, scheduleEvents),
  });
  const lessons = lessonLists({ models, clock, mapsFor: maps.mapsFor, legs });
  const users = { find: (id: string) => findUser(services, id) };
  const shown = async (endpoint: WaitingEndpoint): Promise<boolean> => models.settled(await store.head(), endpoint);

  const reports = reportStreams(services);
  const { billing } = handlers;
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
  const printing = invoicePrinting({ models, clock, printer });
  const billedOf = billedLessons({ handler: billing, taught });
  const whileBilled: WhileBilled = (studioId, task) =>
    whileBilling(studioId, async () => task(await billedOf(studioId)));
  const backupsHandler = handlers.backups;
  const { titles } = busyReader({ models, clock });
  const undoing = undoCommands({
    ...recordedBatches({ store, models }),
    sizes,
    undoables: allUndoables({
      store,
      clock,
      ratesOf: (studioId) => listRates(services, studioId),
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
  const latest = () => latestNow(services);
  const past = pastMoments(services);
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
  return [
    ...accountRoutes(services),
    ...preferenceRoutes(services),
    ...settingsRoutes(services, (studioId) => listRates(services, studioId)),
    ...studentRoutes(services, sharing.studentAddresses),
    ...teacherRoutes(services),
    ...bulkRoutes(services),
    ...csvRoutes(services),
    ...contactRoutes(services),
    ...sharing.routes,
    ...lessonRoutes({
      lessons,
      schedules,
      times,
      roster,
      models,
      clock,
      sizes,
      users,
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
      mailsToOthers: { send: (actor, mail, send) => sendToOthers(services, actor, mail, send) },
      sendsMail: services.mailer.sends,
      actorName: async (id) => actorNameOf(await users.find(id)),
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
      head,
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
    ...studioFileRoutes(services),
    ...calendarRoutes({ ...calendars, roster, models, inTurn, titles }),
    ...notificationRoutes({ ...calendars, models }),
    ...mapsRoutes(services, (studioId, address) => placedStudent(services, studioId, address)),
  ];
};
