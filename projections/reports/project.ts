import { reportEvents } from '@rondo/contracts/events/schedule/report.ts';
import { isLessonEvent, scheduleEvents, type PlanEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { eventReader, recordedAtOf } from '../runner/events.ts';
import {
  changing,
  put,
  reading,
  type Handled,
  queriedModel,
  type RowOf,
  type RowReader,
} from '../runner/read-model.ts';
import type { SourceEvent } from '../runner/source.ts';
import { reportsTable } from './table.ts';
import type { ReportsDb } from './queries.ts';

type Row = RowOf<typeof reportsTable>;

const readReport = eventReader(reportEvents);
const readSchedule = eventReader(scheduleEvents);

const onReport = (recorded: SourceEvent): Handled => {
  const event = readReport(recorded);
  const { studioId } = recorded.metadata;
  return changing(reportsTable, [studioId, event.data.reportId], (row) => {
    if (event.type === 'WishesSet') return row && { ...row, wishes: event.data.wishes };
    if (event.type !== 'ReportWritten') return row && { ...row, deleted: event.type === 'ReportDeleted' };
    const { reportId, runId, teacherId, title, lessonsCount, totalDriveMinutes, content } = event.data;
    return {
      studio_id: studioId,
      report_id: reportId,
      run_id: runId,
      teacher_id: teacherId,
      title,
      status: null,
      withdrawn: false,
      starts_on: content.startsOn,
      lessons_count: lessonsCount,
      total_drive_minutes: totalDriveMinutes,
      content,
      wishes: [],
      created_at: recordedAtOf(recorded),
      processed_at: null,
      planned_at: null,
      reopens: null,
      deleted: false,
    };
  });
};

type Decision = { readonly reportId: string; readonly becomes: (row: Row) => Row };

/** Which reports a plan event concerns, and what happens to each. */
const decisionsOf = (event: PlanEvent, recorded: SourceEvent): Decision[] => {
  const at = recordedAtOf(recorded);
  const settled = (reportId: string, status: Row['status']): Decision => ({
    reportId,
    becomes: (row) => ({ ...row, status, withdrawn: false, processed_at: at }),
  });
  const opened = (reportId: string, reopens: string | null): Decision => ({
    reportId,
    becomes: (row) => ({ ...row, status: 'pending', planned_at: at, reopens }),
  });
  switch (event.type) {
    case 'ScheduleOptimized': {
      const { reportId, supersedes, rejects } = event.data;
      return [
        opened(reportId, null),
        ...(supersedes === null ? [] : [settled(supersedes, 'superseded')]),
        ...(rejects === null ? [] : [settled(rejects, 'rejected')]),
      ];
    }
    case 'ScheduleAccepted':
      return [settled(event.data.reportId, 'accepted')];
    case 'ScheduleRejected': {
      const { reportId, withdrawn } = event.data;
      return [withdrawn ? { reportId, becomes: (row) => ({ ...row, withdrawn }) } : settled(reportId, 'rejected')];
    }
    case 'BatchUndone':
    case 'ScheduleRestored':
      return event.data.undoneReportId === null ? [] : [settled(event.data.undoneReportId, 'undone')];
    case 'ScheduleReopened': {
      const { reportId, reopens } = event.data;
      const { becomes: rejected } = settled(reopens, 'rejected');
      return [
        opened(reportId, reopens),
        // A withdrawn report waits for its rejection; now there is nothing left to reject.
        { reportId: reopens, becomes: (row) => (row.withdrawn ? rejected(row) : row) },
      ];
    }
    case 'CalendarSynced':
    case 'CalendarReplaced':
    case 'AttendanceRecorded':
    case 'RepairApplied':
    case 'RepairAsked':
    case 'RepairAnswered':
    case 'RepairEnded':
    case 'TimeHeld':
    case 'TimeReleased':
    case 'TimeRequested':
    case 'RequestAnswered':
    case 'RequestWithdrawn':
    case 'ScheduleCleared':
    case 'PlanCorrected':
      return [];
  }
};

const onSchedule = (recorded: SourceEvent): Handled | null => {
  const { studioId } = recorded.metadata;
  const event = readSchedule(recorded);
  const decisions = isLessonEvent(event) ? [] : decisionsOf(event, recorded);
  if (decisions.length === 0) return null;
  const keys = decisions.map(({ reportId }) => [studioId, reportId]);
  return reading(reportsTable, keys, (rows: RowReader) =>
    decisions.flatMap(({ becomes }, i) => {
      const row = rows.get(reportsTable, keys[i] ?? []);
      return row ? [put(reportsTable, becomes(row))] : [];
    }),
  );
};

/** Optimization reports with the state of their plans. */
export const reportsModel = queriedModel<ReportsDb, 'reports'>({
  name: 'reports',
  version: 5,
  categories: ['report', 'schedule'],
  tables: [reportsTable],
  on: (recorded) =>
    parseStreamName(recorded.stream).category === 'report' ? onReport(recorded) : onSchedule(recorded),
});
