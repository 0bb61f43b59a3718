import { undo } from '@rondo/contracts/api/undo.ts';
import { batchStreams } from '@rondo/projections/history/queries.ts';
import { historyModel } from '@rondo/projections/history/project.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { restorableBackups } from '../domain/history/backups/backup-stream.ts';
import type { Lesson } from '@rondo/contracts/events/lesson.ts';
import type { StudentDetails } from '@rondo/contracts/events/student.ts';
import { rateProblem } from '@rondo/contracts/money/money.ts';
import type { CommandHandler, CommandHandlers } from '../platform/commands/command-handler.ts';
import type { billingEvents } from '@rondo/contracts/events/billing.ts';
import type { BillingState } from '../domain/billing/state.ts';
import { restorableBilling } from '../domain/billing/undo.ts';
import { restorableCalendar, type CalendarHandler } from '../domain/calendars/in/calendar-stream.ts';
import { RuleBroken } from '../platform/kit/errors.ts';
import type { EventStore } from '../platform/log/event-store.ts';
import type { ReadModels } from '../platform/models/read-models.ts';
import { reportCopies } from '../domain/schedule/reports/report-copies.ts';
import { restorableReport, type ReportStreams } from '../domain/schedule/reports/report-streams.ts';
import type { Roster } from '../domain/people/roster.ts';
import { restorableStudent } from '../domain/people/student.ts';
import { restorableTeacher } from '../domain/people/teacher.ts';
import type { WhileBilled } from '../domain/schedule/edit/billed.ts';
import type { Schedules } from '../domain/schedule/schedules.ts';
import { undoableSchedules } from '../domain/schedule/revert/undoable-schedules.ts';
import type { StudioClock } from '../domain/studio/clock.ts';
import type { StudioCommands } from '../domain/studio/commands.ts';
import { refuseCurrency, restorableStudio } from '../domain/studio/studio.ts';
import { undoableStreams } from '../platform/commands/undo/undoable-streams.ts';
import { undoOrder, type Undoable, type UndoDependencies } from '../platform/commands/undo/undo-commands.ts';

export type UndoableDependencies = {
  readonly store: EventStore;
  readonly clock: Pick<StudioClock, 'today' | 'settings'>;
  /** Every rate of the studio’s students. */
  readonly ratesOf: (studioId: string) => Promise<readonly number[]>;
  readonly schedules: Schedules;
  readonly roster: Roster;
  readonly reports: ReportStreams;
  readonly studios: Pick<StudioCommands, 'handler'>;
  readonly billing: CommandHandler<typeof billingEvents, BillingState>;
  readonly whileBilled: WhileBilled;
  readonly backups: CommandHandlers['backups'];
  readonly calendars: CalendarHandler;
  /** Display names of lessons for messages. */
  readonly titles: (studioId: string) => Promise<(lesson: Lesson) => string>;
};

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

/** Every aggregate whose batches can be undone, by category. */
export const allUndoables = (dependencies: UndoableDependencies): Readonly<Record<string, Undoable>> => {
  const { store, clock, ratesOf, schedules, roster, reports, studios, backups, billing, calendars } = dependencies;
  const { whileBilled, titles } = dependencies;
  const today = async (studioId: string): Promise<IsoDate> => (await clock.today(studioId)).today;
  const streams = { store, today };
  return {
    schedule: undoableSchedules({ schedules, clock, whileBilled, titles, copyReport: reportCopies(reports) }),
    student: undoableStreams(restorableStudent, {
      ...streams,
      handler: roster.students,
      order: undoOrder.student,
      counts: 'students',
      refuse: async (studioId, now, target) => {
        if (now && target)
          refuseRates(now.student.details, target.student.details, (await clock.settings(studioId)).currency);
      },
    }),
    teacher: undoableStreams(restorableTeacher, {
      ...streams,
      handler: roster.teachers,
      order: undoOrder.teacher,
      counts: 'teachers',
    }),
    report: undoableStreams(restorableReport, { ...streams, handler: reports.handler, order: undoOrder.report }),
    studio: undoableStreams(restorableStudio, {
      ...streams,
      handler: studios.handler,
      order: undoOrder.studio,
      refuse: async (studioId, now, target) => {
        const currency = target?.settings?.currency;
        if (currency !== undefined && currency !== now?.settings?.currency)
          refuseCurrency(currency, await ratesOf(studioId));
      },
    }),
    billing: undoableStreams(restorableBilling, { ...streams, handler: billing, order: undoOrder.billing }),
    backups: undoableStreams(restorableBackups, { ...streams, handler: backups, order: undoOrder.backups }),
    calendar: undoableStreams(restorableCalendar, { ...streams, handler: calendars, order: undoOrder.calendar }),
  };
};

/** The batches in the history, which shows what reactors appended once they have finished. */
export const recordedBatches = ({
  store,
  models,
}: {
  readonly store: EventStore;
  readonly models: ReadModels;
}): Pick<UndoDependencies, 'settled' | 'streamsOf'> => ({
  settled: async () => models.settled(await store.head(), undo),
  streamsOf: (studioId, batchId) => batchStreams(historyModel.read(models), studioId, batchId),
});
