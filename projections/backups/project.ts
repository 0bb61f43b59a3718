import { backupEvents } from '@rondo/contracts/events/backups.ts';
import { householdEvents } from '@rondo/contracts/events/household.ts';
import { studentEvents } from '@rondo/contracts/events/student.ts';
import { teacherEvents } from '@rondo/contracts/events/teacher.ts';
import { parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { eventReader, recordedAtOf } from '../runner/events.ts';
import {
  put,
  queriedModel,
  reading,
  type Handled,
  type RowChange,
  type RowOf,
  type RowReader,
} from '../runner/read-model.ts';
import type { SourceEvent } from '../runner/source.ts';
import type { BackupsDb } from './queries.ts';
import { automaticTable, backupsTable, newestTable } from './table.ts';

const readBackup = eventReader(backupEvents);

type Kind = RowOf<typeof automaticTable>['kind'];

/** The events that an automatic backup comes before. */
const kinds: Readonly<Record<string, Kind>> = {
  ScheduleOptimized: 'generate',
  ScheduleCleared: 'clear',
  CalendarReplaced: 'replace',
  RestoreStarted: 'restore',
  StudentRemoved: 'removal',
  TeacherRemoved: 'removal',
};

const readStudent = eventReader(studentEvents);
const readTeacher = eventReader(teacherEvents);

const isImported = (recorded: SourceEvent): boolean => {
  if (recorded.type !== 'StudentRegistered') return false;
  const event = readStudent(recorded);
  return event.type === 'StudentRegistered' && event.data.origin !== null;
};

const readHousehold = eventReader(householdEvents);

/** A family that comes from a file. */
const isImportedFamily = (recorded: SourceEvent): boolean => {
  if (recorded.type !== 'HouseholdCreated') return false;
  const event = readHousehold(recorded);
  return event.type === 'HouseholdCreated' && event.data.importId !== null;
};

const isFromCsv = (recorded: SourceEvent): boolean => {
  if (recorded.type === 'HouseholdCreated') return true;
  if (recorded.type !== 'StudentRegistered') return false;
  const event = readStudent(recorded);
  return event.type === 'StudentRegistered' && event.data.origin === 'csv';
};

const kindOf = (event: SourceEvent): Kind | undefined =>
  isImported(event) || isImportedFamily(event) ? 'import' : kinds[event.type];

/** The name of the person that an event removes; null if it removes nobody. */
const removedName = (recorded: SourceEvent): string | null => {
  if (recorded.type !== 'StudentRemoved' && recorded.type !== 'TeacherRemoved') return null;
  const event = recorded.type === 'StudentRemoved' ? readStudent(recorded) : readTeacher(recorded);
  return event.type === 'StudentRemoved' || event.type === 'TeacherRemoved' ? event.data.name : null;
};

const newestOf = (event: SourceEvent): RowChange =>
  put(newestTable, {
    studio_id: event.metadata.studioId,
    position: event.position,
    recorded_at: recordedAtOf(event),
  });

/** Adds or extends the automatic backup before the event's batch. */
const before = (event: SourceEvent, kind: Kind, rows: RowReader): RowChange[] => {
  const { studioId, batchId } = event.metadata;
  const known = rows.get(automaticTable, [studioId, batchId]);
  const people = {
    students_imported:
      (known?.students_imported ?? 0) + (kind === 'import' && event.type === 'StudentRegistered' ? 1 : 0),
    families_imported: (known?.families_imported ?? 0) + (event.type === 'HouseholdCreated' ? 1 : 0),
    from_csv: known?.from_csv === true || isFromCsv(event),
    students_removed: (known?.students_removed ?? 0) + (event.type === 'StudentRemoved' ? 1 : 0),
    teachers_removed: (known?.teachers_removed ?? 0) + (event.type === 'TeacherRemoved' ? 1 : 0),
    first_removed: known?.first_removed ?? removedName(event),
  };
  if (known) return [put(automaticTable, { ...known, ...people, kind: known.kind === 'removal' ? kind : known.kind })];
  // Nothing is before a studio's first event. A file that begins the studio has its backup after that event: a family without students, or the
  // first student.
  const itself = kind === 'import' ? { position: event.position, recorded_at: recordedAtOf(event) } : null;
  const newest = rows.get(newestTable, [studioId]) ?? itself;
  if (!newest) return [];
  return [
    put(automaticTable, {
      studio_id: studioId,
      batch_id: batchId,
      kind,
      ...people,
      position: newest.position,
      as_of: newest.recorded_at,
      happened_at: recordedAtOf(event),
      deleted: false,
    }),
  ];
};

const onBackup = (recorded: SourceEvent): Handled | null => {
  const event = readBackup(recorded);
  const { studioId } = recorded.metadata;
  switch (event.type) {
    case 'BackupTaken': {
      const { backupId, name, description, counts } = event.data;
      const row = {
        studio_id: studioId,
        backup_id: backupId,
        name,
        description,
        counts,
        position: recorded.position,
        taken_at: recordedAtOf(recorded),
        deleted: false,
      };
      return reading(backupsTable, [], () => [put(backupsTable, row)]);
    }
    case 'BackupDeleted':
    case 'BackupReinstated': {
      const key = [studioId, event.data.backupId];
      const deleted = event.type === 'BackupDeleted';
      return {
        reads: [backupsTable, automaticTable].map((table) => ({ table, key })),
        changes: (rows) => {
          const own = rows.get(backupsTable, key);
          const automatic = rows.get(automaticTable, key);
          return [
            ...(own ? [put(backupsTable, { ...own, deleted })] : []),
            ...(automatic ? [put(automaticTable, { ...automatic, deleted })] : []),
          ];
        },
      };
    }
    case 'RestoreStarted':
      return onContent(recorded);
    case 'RestoreRequested':
    case 'RestoreCompleted':
    case 'RestoreFailed':
      return null;
  }
};

/** An undo needs no backup: what it does can be undone from its own toast, and what it undoes was there before. */
const onContent = (recorded: SourceEvent): Handled => {
  const { studioId, batchId, undoes } = recorded.metadata;
  const kind = undoes === undefined ? kindOf(recorded) : undefined;
  if (kind === undefined) return reading(newestTable, [], () => [newestOf(recorded)]);
  return {
    reads: [
      { table: automaticTable, key: [studioId, batchId] },
      { table: newestTable, key: [studioId] },
    ],
    changes: (rows) => [...before(recorded, kind, rows), newestOf(recorded)],
  };
};

/** The backups of a studio: those that a person took, and the moments before large changes. */
export const backupsModel = queriedModel<BackupsDb, 'backups'>({
  name: 'backups',
  version: 5,
  categories: ['backups', 'schedule', 'student', 'teacher', 'household', 'report'],
  tables: [backupsTable, automaticTable, newestTable],
  on: (recorded) => {
    switch (parseStreamName(recorded.stream).category) {
      case 'backups':
        return onBackup(recorded);
      // A restore leaves families as they are.
      case 'household':
        return isImportedFamily(recorded) ? onContent(recorded) : null;
      // A report counts only once a plan names it, and comes before the plan in its batch.
      case 'report':
        return recorded.type === 'ReportWritten' ? null : onContent(recorded);
      default:
        return onContent(recorded);
    }
  },
});
