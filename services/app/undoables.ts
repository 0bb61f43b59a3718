import { undo } from '@rondo/contracts/api/history/undo.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { StudentDetails } from '@rondo/contracts/events/student.ts';
import { rateProblem } from '@rondo/contracts/money/money.ts';
import { batchStreams } from '@rondo/projections/history/queries.ts';
import { historyModel } from '@rondo/projections/history/project.ts';
import { invoiceEffects, restorableBilling } from '../domain/billing/undo.ts';
import { restorableCalendar } from '../domain/calendars/in/state.ts';
import { restorableBackups } from '../domain/history/backups/state.ts';
import { restorableStudent } from '../domain/people/student.ts';
import { restorableTeacher } from '../domain/people/teacher.ts';
import { restorableReport } from '../domain/schedule/reports/state.ts';
import { undoableSchedules } from '../domain/schedule/revert/undoable-schedules.ts';
import { studioNow } from '../domain/studio/clock.ts';
import { refuseCurrency, restorableStudio } from '../domain/studio/studio.ts';
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

/**
 * Every aggregate whose batches can be undone, by category.
 * @param ratesOf every rate of the studio’s students
 * @param titlesOf display names of lessons for messages
 */
export const allUndoables = (
  services: Pick<Services, 'handlers' | 'store' | 'settingsOf' | 'now' | 'whileBilled'>,
  ratesOf: (studioId: string) => Promise<readonly number[]>,
  titlesOf: (studioId: string) => Promise<(lesson: Lesson) => string>,
): Readonly<Record<string, Undoable>> => {
  const { handlers, store } = services;
  const today = async (studioId: string): Promise<IsoDate> => (await studioNow(services, studioId)).today;
  const streams = { store, today };
  return {
    schedule: undoableSchedules(services, titlesOf),
    student: undoableStreams(restorableStudent, {
      ...streams,
      handler: handlers.student,
      order: undoOrder.student,
      counts: 'students',
      effectsOf: effectOn('students', restorableStudent.nameOf),
      refuse: async (studioId, now, target) => {
        if (now && target) {
          const { settings } = await services.settingsOf(studioId);
          refuseRates(now.student.details, target.student.details, settings.currency);
        }
      },
    }),
    teacher: undoableStreams(restorableTeacher, {
      ...streams,
      handler: handlers.teacher,
      order: undoOrder.teacher,
      counts: 'teachers',
      effectsOf: effectOn('teachers', restorableTeacher.nameOf),
    }),
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
