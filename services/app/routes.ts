import { changeRoutes } from '../domain/history/changes/api.ts';
import { accountRoutes } from '../domain/accounts/api.ts';
import { closuresNow } from '../domain/schedule/time-off/closures.ts';
import { allSchedules, lessonTitles } from '../domain/schedule/lookup/student-times.ts';
import type { ReadModel } from '@rondo/projections/runner/read-model.ts';
import { householdsModel } from '@rondo/projections/households/project.ts';
import { membersOf } from '@rondo/projections/households/queries.ts';
import type { Services } from '../platform/kit/services.ts';
import { billingRoutes } from '../domain/billing/api.ts';
import { chargeRoutes } from '../domain/billing/charges/api.ts';
import { familyImportRoutes } from '../domain/billing/family-import/api.ts';
import { payerRoutes } from '../domain/billing/payments/accounts-api.ts';
import { statementRoutes } from '../domain/billing/statements/api.ts';
import { balanceInWords, hasLines } from '../domain/billing/payments/accounts.ts';
import { paymentRoutes } from '../domain/billing/payments/api.ts';
import { calendarRoutes } from '../domain/calendars/in/calendar-api.ts';
import { lastReads, sharingRoutes, studentAddresses } from '../domain/calendars/out/api.ts';
import { familyPageRoutes } from '../domain/calendars/families/api.ts';
import { messageRoutes } from '../domain/calendars/families/messages/api.ts';
import { countFromNow, refuseTurningOn, type SwitchKind } from '../domain/calendars/families/messages/switches.ts';
import { messageSetupRoutes } from '../domain/calendars/families/messages/setup-api.ts';
import { invoicesOnPage, pdfOnPage } from '../domain/billing/families/on-page.ts';
import { cancelForFamily, cancelledFor, familyOutcome } from '../domain/lessons/cancelling/by-family.ts';
import type { PriceOf } from '../domain/lessons/cancelling/results.ts';
import { owedAmong } from '../domain/lessons/cancelling/owed.ts';
import { notificationRoutes } from '../domain/calendars/in/notifications-api.ts';
import { backupRoutes } from '../domain/history/backups/api.ts';
import { contactRoutes } from '../domain/people/contacts/api.ts';
import { integrityRoutes } from '../domain/lessons/integrity/api.ts';
import type { Route } from '../platform/http/route.ts';
import { studioFileRoutes } from '../domain/studio/transfer/api.ts';
import { mapsRoutes } from '../platform/maps/api.ts';
import { plannerRoutes } from '../domain/planning/api.ts';
import { branchRoutes } from '../domain/planning/branches/api.ts';
import { countedAt } from '../domain/history/changes/changes.ts';
import { hourOf } from '../domain/lessons/road/earnings/earnings.ts';
import { preferenceRoutes } from '../domain/people/preferences-api.ts';
import { allReactors } from './reactors.ts';
import { mailRooms } from './background.ts';
import { allReadModels } from './read-models.ts';
import { bulkRoutes } from '../domain/people/bulk/bulk-api.ts';
import { csvRoutes } from '../domain/people/csv-api.ts';
import { householdRoutes } from '../domain/people/households/api.ts';
import { homesOf, placedStudent } from '../domain/people/locate.ts';
import { mailNote } from '../domain/calendars/families/messages/notes/notes.ts';
import { noteRoutes } from '../domain/people/notes/api.ts';
import { listRates, studentRoutes } from '../domain/people/students-api.ts';
import { teacherRoutes } from '../domain/people/teachers-api.ts';
import { bringInRoutes } from './bring-in/api.ts';
import { sampleStudioRoutes } from './sample-studio/api.ts';
import { moneyOfDates } from '../domain/billing/due/taught.ts';
import { readPublished } from '../domain/calendars/in/holidays/holiday-reader.ts';
import { holidayRoutes } from '../domain/lessons/time-off/holidays-api.ts';
import { termRoutes } from '../domain/lessons/time-off/terms-api.ts';
import { timeOffRoutes } from '../domain/lessons/time-off/api.ts';
import { attendanceRoutes } from '../domain/lessons/attendance/api.ts';
import { familiesOf } from '../domain/calendars/families/recipients.ts';
import { requestRoutes } from '../domain/lessons/asking/api.ts';
import { ask, moveAsked, withdraw } from '../domain/lessons/asking/commands.ts';
import { freeAmong, lastDay, timesFor } from '../domain/lessons/asking/times.ts';
import { cancellingRoutes } from '../domain/lessons/cancelling/api.ts';
import { incomeIn } from '../domain/billing/due/income.ts';
import { priceOfDate } from '../domain/billing/due/price.ts';
import { policyRoutes } from '../domain/lessons/time-off/policy-api.ts';
import { lessonRoutes } from '../domain/lessons/api.ts';
import { roadRoutes } from '../domain/lessons/road/api.ts';
import { earningsRoutes } from '../domain/lessons/road/earnings/api.ts';
import { questionRoutes } from '../domain/lessons/road/questions/api.ts';
import { answer } from '../domain/lessons/road/questions/commands.ts';
import { questionsOfFamily } from '../domain/lessons/road/questions/views.ts';
import { repairRoutes } from '../domain/lessons/road/repair/api.ts';
import { inquiryRoutes } from '../domain/lessons/inquiries/api.ts';
import { askRoutes } from '../domain/lessons/inquiries/ask-api.ts';
import { noteLeftSlugs, withOwnForm } from '../domain/lessons/inquiries/slugs.ts';
import { prepareForm } from '../domain/lessons/inquiries/switching-on.ts';
import { returnedConflicts } from '../domain/lessons/returned.ts';
import { fitsRoutes } from '../domain/lessons/slots/fits-api.ts';
import { findingRoutes } from '../domain/lessons/slots/finding-api.ts';
import { searchRoutes } from '../domain/search/api.ts';
import { settingsRoutes } from '../domain/studio/api.ts';
import { mailTurnedOn, refuseSwitches, refuseUntold, type Untold } from '../domain/studio/studio.ts';
import { familiesNow } from '../domain/history/changes/families.ts';
import { untoldChanges } from '../domain/history/changes/untold.ts';
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
  const turnMailOn = async (studioId: string, kinds: readonly SwitchKind[]): Promise<void> => {
    if (kinds.length === 0) return;
    await refuseTurningOn(services, studioId);
    await countFromNow(services, studioId, kinds);
  };
  const untoldOf = async (studioId: string): Promise<Untold> => {
    const [{ students, until }, familyOf] = await Promise.all([
      untoldChanges(services, studioId),
      familiesNow(services, studioId),
    ]);
    return { studentIds: students.map(({ studentId }) => studentId), until, familyOf };
  };
  const titlesOf = (studioId: string) => lessonTitles(services, studioId);
  const priceIn: PriceOf = (studioId, date) => priceOfDate(services, studioId, date);
  const undoing: Undoing = {
    ...recordedBatches(services),
    sizes: services.sizes,
    undoables: allUndoables(
      services,
      ratesOf,
      titlesOf,
      {
        closuresOf: (studioId) => closuresNow(services, studioId),
        schedulesOf: (studioId) => allSchedules(services, studioId),
      },
      (studioId, householdId) => membersOf(householdsModel.read(services.models), studioId, [householdId]),
      async (studioId, before, after) => {
        refuseSwitches(before, after, services.mailer);
        const kinds = mailTurnedOn(before, after);
        if (kinds.includes('changes')) refuseUntold(await untoldOf(studioId));
        await turnMailOn(studioId, kinds);
      },
    ),
  };
  return [
    ...accountRoutes(services),
    ...preferenceRoutes(services),
    ...settingsRoutes(services, {
      ratesOf,
      turnMailOn,
      untoldOf,
      form: {
        prepare: (studioId, before, after) => prepareForm(services, studioId, before, after),
        noteLeft: (studioId) => noteLeftSlugs(services, studioId),
        own: (studioId, settings) => withOwnForm(services, studioId, settings),
      },
    }),
    ...studentRoutes(services, (studioId, request) => studentAddresses(services, studioId, request)),
    ...householdRoutes(
      services,
      (studioId, request) => studentAddresses(services, studioId, request),
      (studioId, payerId) => hasLines(services, studioId, payerId),
    ),
    ...noteRoutes(services, (context, note, write) => mailNote(services, context, note, write)),
    ...teacherRoutes(services),
    ...bulkRoutes(services),
    ...csvRoutes(services),
    ...contactRoutes(services),
    ...familyImportRoutes(services),
    ...sharingRoutes(services),
    ...familyPageRoutes(services, {
      invoicesOf: (studioId, payerId) => invoicesOnPage(services, studioId, payerId),
      balanceOf: (studioId, payerId) => balanceInWords(services, studioId, payerId),
      pdfOf: (studioId, invoiceId) => pdfOnPage(services, studioId, invoiceId),
      owedAmong: ({ students, ...family }) =>
        owedAmong(
          { ...family, people: new Map(students.map((one) => [one.id, { ...one, payer: one.id }])) },
          { billed: new Map(), rates: new Map() },
          { state: 'open' },
        ),
      outcomeOf: (studioId, onPage, dated) => familyOutcome(services, priceIn, { studioId, ...dated }, onPage),
      cancel: async (context, onPage, click) =>
        (await cancelForFamily(services, priceIn, context, onPage, click)).executed,
      cancelledFor: (studioId, onPage, cancelled) => cancelledFor(services, priceIn, studioId, onPage, cancelled),
      requests: {
        lastDay,
        timesFor: (studioId, taught, last) => timesFor(services, studioId, taught, last),
        freeAmong: (studioId, taught, times) => freeAmong(services, studioId, taught, times),
        ask: (context, teacherId, request) => ask(services, context, teacherId, request),
        withdraw: (context, where) => withdraw(services, context, where),
        take: async (context, where, time) =>
          (await moveAsked(services, context, where, { waiting: 'offered', byFamily: true, choose: () => time }))
            .executed,
      },
      questions: {
        of: (studioId, names) => questionsOfFamily(services, studioId, names),
        answer: (context, { teacherId, repairId, ...saying }) =>
          answer(services, context, { teacherId, repairId }, { ...saying, byFamily: true }),
      },
    }),
    ...messageSetupRoutes(services),
    ...messageRoutes({ ...services, rooms: mailRooms(services) }),
    ...lessonRoutes(services),
    ...cancellingRoutes(services, priceIn, (studioId) => moneyOfDates(services, studioId)),
    ...requestRoutes(services, (studioId) => familiesOf(services, studioId)),
    ...attendanceRoutes(services),
    ...policyRoutes(services),
    ...termRoutes(services),
    ...holidayRoutes(services, (studioId, toRead) => readPublished(services, studioId, toRead)),
    ...timeOffRoutes(services, (studioId) => moneyOfDates(services, studioId)),
    ...undoRoutes(services, undoing, (studioId, undone) => returnedConflicts(services, studioId, undone)),
    ...entryRoutes(services),
    ...changeRoutes(services, (studioId) => lastReads(services, studioId)),
    ...billingRoutes(services),
    ...paymentRoutes(services),
    ...payerRoutes(services),
    ...statementRoutes(services),
    ...chargeRoutes(services),
    ...findingRoutes(services),
    ...fitsRoutes(services),
    ...askRoutes(services),
    ...inquiryRoutes(services),
    ...roadRoutes(services),
    ...earningsRoutes(services, (studioId, period) => incomeIn(services, studioId, period)),
    ...repairRoutes(services),
    ...questionRoutes(services),
    ...sampleStudioRoutes(services),
    ...plannerRoutes(services, report),
    ...branchRoutes(services, { taughtAt: (moment, today) => countedAt(services, moment, today), hourOf }),
    ...backupRoutes(services),
    ...restoreRoutes(services),
    ...integrityRoutes(services, allReadModels),
    ...searchRoutes(services, (studioId, payerId) => balanceInWords(services, studioId, payerId)),
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
