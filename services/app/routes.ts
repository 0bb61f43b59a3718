import type { WaitingEndpoint } from '@rondo/contracts/api/endpoint.ts';
import type { Runner } from '@rondo/projections/runner/runner.ts';
import { changeRoutes } from '../domain/history/changes/api.ts';
import { accountRoutes } from '../domain/accounts/api.ts';
import { rosterOf } from '../domain/people/roster.ts';
import { schedules as schedulesOf } from '../domain/schedule/schedules.ts';
import { lessonTitles } from '../domain/schedule/lookup/student-times.ts';
import type { Services } from '../platform/kit/services.ts';
import { billingRoutes } from '../domain/billing/api.ts';
import { calendarRoutes } from '../domain/calendars/in/calendar-api.ts';
import { notificationRoutes } from '../domain/calendars/in/notifications-api.ts';
import { backupRoutes } from '../domain/history/backups/api.ts';
import { backupLists } from '../domain/history/backups/backups.ts';
import type { CommandContext } from '../platform/commands/aggregate.ts';
import type { CalendarReading } from './calendar-reading.ts';
import { contactRoutes } from '../domain/people/contacts/api.ts';
import { integrityRoutes } from '../domain/lessons/integrity/api.ts';
import type { Route } from '../platform/http/route.ts';
import type { Infrastructure } from './infrastructure.ts';
import { studioFileRoutes } from '../domain/studio/transfer/api.ts';
import { mapsRoutes } from '../platform/maps/api.ts';
import { plannerRoutes } from '../domain/planning/api.ts';
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
import { returnedConflicts } from '../domain/lessons/returned.ts';
import { nameOf } from '../domain/schedule/lookup/views.ts';
import { peopleById } from '@rondo/projections/lessons/queries.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { findingRoutes } from '../domain/lessons/slots/finding-api.ts';
import { latestNow, pastMoments } from '../platform/models/moments/as-of.ts';
import { settingsRoutes } from '../domain/studio/api.ts';
import { clockOf } from '../domain/studio/clock.ts';
import { studioCommandsOf } from '../domain/studio/commands.ts';
import { restoreRoutes } from '../domain/history/restores/api.ts';
import { restoreRequests } from '../domain/history/restores/requests.ts';
import type { Restoring } from './restoring.ts';
import type { Sharing } from './sharing.ts';
import { undoRoutes } from '../domain/history/undo-api.ts';
import { undoCommands } from '../platform/commands/undo/undo-commands.ts';
import { allUndoables, recordedBatches } from './undoables.ts';

export type RouteParts = {
  readonly infrastructure: Infrastructure;
  readonly services: Services & { readonly runner: Runner };
  readonly restoring: Restoring;
  readonly sharing: Sharing;
  readonly calendars: CalendarReading;
  /** Logs an error that can no longer be sent in an answer. */
  readonly report: (error: unknown) => void;
};

/** Binds every built call to its handler. */
export const allRoutes = ({
  infrastructure,
  services,
  restoring,
  sharing,
  calendars,
  report,
}: RouteParts): Route[] => {
  const { store } = infrastructure;
  const { models, maps, moments, sizes, handlers, turns } = services;
  const { inTurn } = turns;
  const head = () => store.head();
  // Adapters for rooms that are not converted yet.
  const schedules = schedulesOf(services);
  const roster = rosterOf(services);
  const clock = clockOf(services);
  const studios = studioCommandsOf(services);
  const shown = async (endpoint: WaitingEndpoint): Promise<boolean> => models.settled(await store.head(), endpoint);

  const sample = sampleStudio({
    roster,
    schedules,
    models,
    studios,
    services,
    sizes,
  });
  const backupsHandler = handlers.backups;
  const titles = (studioId: string) => lessonTitles(services, studioId);
  const undoing = undoCommands({
    ...recordedBatches(services),
    sizes,
    undoables: allUndoables(services, (studioId) => listRates(services, studioId), titles),
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
    ...lessonRoutes(services),
    ...undoRoutes({
      undoing,
      undoRestore,
      shown,
      conflictsOf: (studioId, undone) => returnedConflicts(services, studioId, undone),
    }),
    ...changeRoutes({ moments, models, schedules, clock, latest, past, roster, studios }),
    ...billingRoutes(services),
    ...findingRoutes(services),
    ...sampleStudioRoutes({ sample, clock, mapsFor: maps.mapsFor, shown }),
    ...plannerRoutes(services, report),
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
    ...integrityRoutes(services, allReadModels),
    ...studioFileRoutes(services),
    ...calendarRoutes({ ...calendars, roster, models, inTurn, titles }),
    ...notificationRoutes({ ...calendars, models }),
    ...mapsRoutes(services, (studioId, address) => placedStudent(services, studioId, address)),
  ];
};
