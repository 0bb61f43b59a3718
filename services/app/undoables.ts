import { undo } from '@rondo/contracts/api/history/undo.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { StudentDetails } from '@rondo/contracts/events/student.ts';
import type { StudioSettings } from '@rondo/contracts/events/studio.ts';
import { rateProblem } from '@rondo/contracts/money/money.ts';
import { batchStreams } from '@rondo/projections/history/queries.ts';
import { historyModel } from '@rondo/projections/history/project.ts';
import { refuseAddressed, refuseTied } from '../domain/billing/families/undo-joining.ts';
import { invoiceEffects, restorableBilling } from '../domain/billing/undo.ts';
import { restorableCalendar } from '../domain/calendars/in/state.ts';
import { restorableMessages } from '../domain/calendars/families/messages/state.ts';
import { restorableBackups } from '../domain/history/backups/state.ts';
import { restorableInquiry } from '../domain/lessons/inquiries/state.ts';
import { restorableBranch } from '../domain/planning/branches/state.ts';
import { restorableDay } from '../domain/lessons/road/state.ts';
import { restorableHousehold } from '../domain/people/households/household.ts';
import {
  membershipEffects,
  refuseMembership,
  refuseOthers,
  type MembersOf,
  withStandingFamily,
} from '../domain/people/households/undo-membership.ts';
import { restorableNotes } from '../domain/people/notes/state.ts';
import { restorableStudent } from '../domain/people/student.ts';
import { restorableTeacher } from '../domain/people/teacher.ts';
import { restorableReport } from '../domain/schedule/reports/state.ts';
import { restorableTimeoff } from '../domain/schedule/time-off/state.ts';
import { undoableSchedules } from '../domain/schedule/revert/undoable-schedules.ts';
import { studioNow } from '../domain/studio/clock.ts';
import { refuseCurrency, mailTurnedOn, restorableStudio } from '../domain/studio/studio.ts';
import { undoOrder, type Undoable, type Undoing } from '../platform/commands/undo/undo-commands.ts';
import { effectOn, undoableStreams } from '../platform/commands/undo/undoable-streams.ts';
import { RuleBroken } from '../platform/kit/errors.ts';
import type { Services } from '../platform/kit/services.ts';

/** A rate that comes back must fit the currency, as one that is typed. @throws RuleBroken */
const refuseRates = (before: StudentDetails, target: StudentDetails, currency: string): void => {
  for (const name of ['perLessonRateCents', 'monthlyRateCents'] as const) {
    const rate = target[name];
    if (rate !== null && rate !== before[name] && rateProblem(rate / 100, currency) !== null)
      throw new RuleBroken(
        `A rate of ${target.firstName} ${target.lastName} would have decimals again. ${currency} has none, so this can no longer be undone.`,
      );
  }
};

type TurnMailOn = (studioId: string, before: StudioSettings | null | undefined, after: StudioSettings) => Promise<void>;

/**
 * Every aggregate whose batches can be undone, by category.
 * @param ratesOf every rate of the studio’s students
 * @param titlesOf display names of lessons for messages
 * @param around a studio's closures and schedules
 * @param membersOf the members of a family
 * @param turnMailOn mail to families counts from now; throws where a studio may not turn it on
 */
export const allUndoables = (
  services: Pick<Services, 'handlers' | 'store' | 'settingsOf' | 'now' | 'whileBilled'>,
  ratesOf: (studioId: string) => Promise<readonly number[]>,
  titlesOf: (studioId: string) => Promise<(lesson: Lesson) => string>,
  around: Parameters<typeof undoableSchedules>[2],
  membersOf: MembersOf,
  turnMailOn: TurnMailOn,
): Readonly<Record<string, Undoable>> => {
  const { handlers, store } = services;
  const streams = { store, clock: (studioId: string) => studioNow(services, studioId) };
  const families = { handlers, store, membersOf };
  return {
    schedule: undoableSchedules(services, titlesOf, around),
    student: undoableStreams(restorableStudent, {
      ...streams,
      handler: handlers.student,
      order: undoOrder.student,
      counts: 'students',
      effectsOf: (change) => membershipEffects(change) ?? effectOn('students', restorableStudent.nameOf)(change),
      refuse: async (studioId, now, target, batchId) => {
        if (!now || !target) return;
        const { settings } = await services.settingsOf(studioId);
        refuseRates(now.student.details, target.student.details, settings.currency);
        await refuseMembership(families, studioId, { now, target, batchId });
        const { studentId } = now.student;
        if (now.household[0] !== undefined && now.household[0] !== target.household[0])
          await refuseTied(services, studioId, { studentId, name: restorableStudent.nameOf(now), batchId });
      },
      returning: (studioId, student, batchId) => withStandingFamily(families, studioId, student, batchId),
    }),
    teacher: undoableStreams(restorableTeacher, {
      ...streams,
      handler: handlers.teacher,
      order: undoOrder.teacher,
      counts: 'teachers',
      effectsOf: effectOn('teachers', restorableTeacher.nameOf),
    }),
    household: undoableStreams(restorableHousehold, {
      ...streams,
      handler: handlers.household,
      order: undoOrder.household,
      effectsOf: effectOn('families', restorableHousehold.nameOf),
      refuse: async (studioId, now, target, batchId) => {
        if (!now || target) return;
        await refuseOthers(families, studioId, now.household, batchId);
        await refuseAddressed(services, studioId, now.household, batchId);
      },
    }),
    timeoff: undoableStreams(restorableTimeoff, { ...streams, handler: handlers.timeoff, order: undoOrder.timeoff }),
    day: undoableStreams(restorableDay, { ...streams, handler: handlers.day, order: undoOrder.day }),
    notes: undoableStreams(restorableNotes, { ...streams, handler: handlers.notes, order: undoOrder.notes }),
    messages: undoableStreams(restorableMessages, {
      ...streams,
      handler: handlers.messages,
      order: undoOrder.messages,
    }),
    inquiry: undoableStreams(restorableInquiry, { ...streams, handler: handlers.inquiry, order: undoOrder.inquiry }),
    branch: undoableStreams(restorableBranch, { ...streams, handler: handlers.branch, order: undoOrder.branch }),
    report: undoableStreams(restorableReport, {
      ...streams,
      handler: handlers.report,
      order: undoOrder.report,
      effectsOf: effectOn('reports', restorableReport.nameOf),
    }),
    studio: undoableStreams(restorableStudio, {
      ...streams,
      handler: handlers.studio,
      order: undoOrder.studio,
      refuse: async (studioId, now, target) => {
        const currency = target?.settings?.currency;
        if (currency !== undefined && currency !== now?.settings?.currency)
          refuseCurrency(currency, await ratesOf(studioId));
        if (target?.settings && mailTurnedOn(now?.settings, target.settings).length > 0)
          await turnMailOn(studioId, now?.settings, target.settings);
      },
    }),
    billing: undoableStreams(restorableBilling, {
      ...streams,
      handler: handlers.billing,
      order: undoOrder.billing,
      effectsOf: ({ state, events }) => invoiceEffects(state, events),
    }),
    backups: undoableStreams(restorableBackups, { ...streams, handler: handlers.backups, order: undoOrder.backups }),
    calendar: undoableStreams(restorableCalendar, {
      ...streams,
      handler: handlers.calendar,
      order: undoOrder.calendar,
    }),
  };
};

/** The batches in the history, which shows what reactors appended once they have finished. */
export const recordedBatches = ({
  store,
  models,
}: Pick<Services, 'store' | 'models'>): Pick<Undoing, 'settled' | 'streamsOf'> => ({
  settled: async () => models.settled(await store.head(), undo),
  streamsOf: (studioId, batchId) => batchStreams(historyModel.read(models), studioId, batchId),
});
