import { reportEvents } from '@rondo/contracts/events/report.ts';
import { scheduleEvents } from '@rondo/contracts/events/schedule.ts';
import { eventReader, recordedAtOf } from '../runner/events.ts';
import {
  categoryOf,
  put,
  reading,
  remove,
  type Handled,
  type ReadModel,
  type RowOf,
  type RowReader,
} from '../runner/read-model.ts';
import type { SourceEvent } from '../runner/source.ts';
import { reportsTable } from './table.ts';

type Row = RowOf<typeof reportsTable>;

const readReport = eventReader(reportEvents);
const readSchedule = eventReader(scheduleEvents);

const onReport = (recorded: SourceEvent): Handled => {
  const event = readReport(recorded);
  const { studioId } = recorded.metadata;
  if (event.type === 'ReportDeleted')
    return reading(reportsTable, [], () => [remove(reportsTable, [studioId, event.data.reportId])]);
  const { reportId, runId, teacherId, title, lessonsCount, totalDriveMinutes, content } = event.data;
  return reading(reportsTable, [], () => [
    put(reportsTable, {
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
      created_at: recordedAtOf(recorded),
      processed_at: null,
      planned_at: null,
    }),
  ]);
};

/** What a header in a schedule says of reports: which ones, and what becomes of each. */
const decisionsOf = (recorded: SourceEvent): { reportId: string; changes: Partial<Row> }[] => {
  const event = readSchedule(recorded);
  const at = recordedAtOf(recorded);
  switch (event.type) {
    case 'ScheduleOptimized': {
      const { reportId, supersedes, rejects } = event.data;
      return [
        { reportId, changes: { status: 'pending', planned_at: at } },
        ...(supersedes === null
          ? []
          : [{ reportId: supersedes, changes: { status: 'superseded' as const, processed_at: at } }]),
        ...(rejects === null
          ? []
          : [{ reportId: rejects, changes: { status: 'rejected' as const, withdrawn: false, processed_at: at } }]),
      ];
    }
    case 'ScheduleAccepted':
      return [{ reportId: event.data.reportId, changes: { status: 'accepted', processed_at: at } }];
    case 'ScheduleRejected':
      return [
        {
          reportId: event.data.reportId,
          changes: event.data.withdrawn
            ? { withdrawn: true }
            : { status: 'rejected', withdrawn: false, processed_at: at },
        },
      ];
    case 'LessonCreated':
    case 'LessonPlaced':
    case 'LessonEnded':
    case 'LessonReinstated':
    case 'LessonKept':
    case 'LessonDeleted':
    case 'ScheduleCleared':
      return [];
  }
};

const onSchedule = (recorded: SourceEvent): Handled | null => {
  const { studioId } = recorded.metadata;
  const decisions = decisionsOf(recorded);
  if (decisions.length === 0) return null;
  const keys = decisions.map(({ reportId }) => [studioId, reportId]);
  return reading(reportsTable, keys, (rows: RowReader) =>
    decisions.flatMap(({ changes }, i) => {
      const row = rows.get(reportsTable, keys[i] ?? []);
      return row ? [put(reportsTable, { ...row, ...changes })] : [];
    }),
  );
};

/** Optimization reports with the state of their plans. */
export const reportsModel: ReadModel = {
  name: 'reports',
  version: 1,
  categories: ['report', 'schedule'],
  tables: [reportsTable],
  on: (recorded) => (categoryOf(recorded.stream) === 'report' ? onReport(recorded) : onSchedule(recorded)),
};
