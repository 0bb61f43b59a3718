import { undo } from '@rondo/contracts/api/undo.ts';
import { batchStreams } from '@rondo/projections/history/queries.ts';
import { historyModel } from '@rondo/projections/history/project.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { RuleBroken } from '../errors/errors.ts';
import type { EventStore } from '../event-store/event-store.ts';
import { busyReader } from '../lessons/busy.ts';
import type { ReadModels } from '../read-side/read-models.ts';
import { reportCopies } from '../reports/report-copies.ts';
import { restorableReport, type ReportStreams } from '../reports/report-streams.ts';
import type { Roster } from '../roster/roster.ts';
import { restorableStudent } from '../roster/student.ts';
import { restorableTeacher } from '../roster/teacher.ts';
import type { Schedules } from '../schedule/schedules.ts';
import { undoableSchedules } from '../schedule/undoable-schedules.ts';
import type { StudioClock } from '../studio-settings/clock.ts';
import type { StudioCommands } from '../studio-settings/commands.ts';
import { restorableStudio } from '../studio-settings/studio.ts';
import { undoableStreams } from '../undo/undoable-streams.ts';
import { undoOrder, type UndoDependencies } from '../undo/undo-commands.ts';

type UndoParts = {
  readonly store: EventStore;
  readonly models: ReadModels;
  readonly clock: StudioClock;
  readonly schedules: Schedules;
  readonly roster: Roster;
  readonly reports: ReportStreams;
  readonly studios: StudioCommands;
};

/** Every aggregate whose batches can be undone. */
export const undoDependencies = (parts: UndoParts): UndoDependencies => {
  const { store, models, clock, schedules, roster, reports, studios } = parts;
  const today = async (studioId: string): Promise<IsoDate> => (await clock.today(studioId)).today;
  return {
    streamsOf: async (studioId, batchId) => {
      if (!(await models.settled(await store.head(), undo)))
        throw new RuleBroken('This change is still being carried out. Please try again in a moment.');
      return batchStreams(historyModel.read(models), studioId, batchId);
    },
    undoables: {
      schedule: undoableSchedules({
        schedules,
        clock,
        titles: busyReader({ models, clock }).titles,
        copyReport: reportCopies(reports),
      }),
      student: undoableStreams(restorableStudent, {
        store,
        handler: roster.students,
        today,
        order: undoOrder.student,
      }),
      teacher: undoableStreams(restorableTeacher, {
        store,
        handler: roster.teachers,
        today,
        order: undoOrder.teacher,
      }),
      report: undoableStreams(restorableReport, { store, handler: reports.handler, today, order: undoOrder.report }),
      studio: undoableStreams(restorableStudio, { store, handler: studios.handler, today, order: undoOrder.studio }),
    },
  };
};
