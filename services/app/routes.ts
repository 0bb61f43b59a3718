import { changeRoutes } from '../domain/history/changes/api.ts';
import { accountRoutes } from '../domain/accounts/api.ts';
import { lessonTitles } from '../domain/schedule/lookup/student-times.ts';
import type { ReadModel } from '@rondo/projections/runner/read-model.ts';
import type { Services } from '../platform/kit/services.ts';
import { billingRoutes } from '../domain/billing/api.ts';
import { payerRoutes } from '../domain/billing/payments/accounts-api.ts';
import { paymentRoutes } from '../domain/billing/payments/api.ts';
import { calendarRoutes } from '../domain/calendars/in/calendar-api.ts';
import { lastReads, sharingRoutes, studentAddresses } from '../domain/calendars/out/api.ts';
import { notificationRoutes } from '../domain/calendars/in/notifications-api.ts';
import { backupRoutes } from '../domain/history/backups/api.ts';
import { contactRoutes } from '../domain/people/contacts/api.ts';
import { integrityRoutes } from '../domain/lessons/integrity/api.ts';
import type { Route } from '../platform/http/route.ts';
import { studioFileRoutes } from '../domain/studio/transfer/api.ts';
import { mapsRoutes } from '../platform/maps/api.ts';
import { plannerRoutes } from '../domain/planning/api.ts';
import { preferenceRoutes } from '../domain/people/preferences-api.ts';
import { allReactors } from './reactors.ts';
import { allReadModels } from './read-models.ts';
import { bulkRoutes } from '../domain/people/bulk/bulk-api.ts';
import { csvRoutes } from '../domain/people/csv-api.ts';
import { homesOf, placedStudent } from '../domain/people/locate.ts';
import { listRates, studentRoutes } from '../domain/people/students-api.ts';
import { teacherRoutes } from '../domain/people/teachers-api.ts';
import { bringInRoutes } from './bring-in/api.ts';
import { sampleStudioRoutes } from './sample-studio/api.ts';
import { lessonRoutes } from '../domain/lessons/api.ts';
import { returnedConflicts } from '../domain/lessons/returned.ts';
import { fitsRoutes } from '../domain/lessons/slots/fits-api.ts';
import { findingRoutes } from '../domain/lessons/slots/finding-api.ts';
import { searchRoutes } from '../domain/search/api.ts';
import { settingsRoutes } from '../domain/studio/api.ts';
import { restoreRoutes } from '../domain/history/restores/api.ts';
import { entryRoutes } from '../domain/history/entries/api.ts';
import { undoRoutes } from '../domain/history/undo/api.ts';
import type { Undoing } from '../platform/commands/undo/undo-commands.ts';
import { allUndoables, recordedBatches } from './undoables.ts';

/** Everything that makes rows of events. Reactors that are folded here do nothing else. */
const foldedModels = (services: Services): ReadModel[] => {
  const reactors = allReactors(services, { beginRestore: () => undefined, beginMail: () => undefined });
  return [...allReadModels, ...reactors.map(({ react: _, ...model }) => model)];
};

/**
 * Binds every declared call to its handler.
 * @param report logs an error that can no longer be sent in an answer
 */
export const allRoutes = (services: Services, report: (error: unknown) => void): Route[] => {
  const ratesOf = (studioId: string) => listRates(services, studioId);
  const titlesOf = (studioId: string) => lessonTitles(services, studioId);
  const undoing: Undoing = {
    ...recordedBatches(services),
    sizes: services.sizes,
    undoables: allUndoables(services, ratesOf, titlesOf),
  };
  return [
    ...accountRoutes(services),
    ...preferenceRoutes(services),
    ...settingsRoutes(services, ratesOf),
    ...studentRoutes(services, (studioId, request) => studentAddresses(services, studioId, request)),
    ...teacherRoutes(services),
    ...bulkRoutes(services),
    ...csvRoutes(services),
    ...contactRoutes(services),
    ...sharingRoutes(services),
    ...lessonRoutes(services),
    ...undoRoutes(services, undoing, (studioId, undone) => returnedConflicts(services, studioId, undone)),
    ...entryRoutes(services),
    ...changeRoutes(services, (studioId) => lastReads(services, studioId)),
    ...billingRoutes(services),
    ...paymentRoutes(services),
    ...payerRoutes(services),
    ...findingRoutes(services),
    ...fitsRoutes(services),
    ...sampleStudioRoutes(services),
    ...plannerRoutes(services, report),
    ...backupRoutes(services),
    ...restoreRoutes(services),
    ...integrityRoutes(services, allReadModels),
    ...searchRoutes(services),
    ...studioFileRoutes(services),
    ...bringInRoutes(services, foldedModels(services), report),
    ...calendarRoutes(services),
    ...notificationRoutes(services),
    ...mapsRoutes(
      services,
      (studioId, address) => placedStudent(services, studioId, address),
      (studioId) => homesOf(services, studioId),
    ),
  ];
};
