import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { reportEvents } from '@rondo/contracts/events/report.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { automaticTable, backupsTable } from '@rondo/projections/backups/table.ts';
import { batchesTable } from '@rondo/projections/history/table.ts';
import { lessonsTable, peopleTable } from '@rondo/projections/lessons/table.ts';
import { reportsTable } from '@rondo/projections/reports/table.ts';
import { studentsTable } from '@rondo/projections/students/table.ts';
import { studiosTable } from '@rondo/projections/studios/table.ts';
import { teachersTable } from '@rondo/projections/teachers/table.ts';
import { backupsAggregate } from '../../backups/backup-stream.ts';
import type { CommandContext } from '../../command-handling/aggregate.ts';
import { commandHandler } from '../../command-handling/command-handler.ts';
import { derivedId } from '../../command-handling/ids.ts';
import { LogUnavailable, type EventStore } from '../../event-store/event-store.ts';
import { memoryEventStore } from '../../event-store/memory/memory-event-store.ts';
import { removalsReactor } from '../../lessons/removals.ts';
import { followersOf } from '../../lessons/testing/reacting.ts';
import { transfersReactor } from '../../lessons/transfers.ts';
import { reportStreams } from '../../reports/report-streams.ts';
import { roster as rosterOn } from '../../roster/roster.ts';
import { schedules as schedulesOn } from '../../schedule/schedules.ts';
import { titleOf } from '../../schedule/testing/week.ts';
import { studioAggregate } from '../../studio-settings/studio.ts';
import { undoCommands } from '../../undo/undo-commands.ts';
import { allReadModels } from '../read-models.ts';
import { allUndoables } from '../undoables.ts';

const studioId = '7d9f1a52-0000-4000-8000-000000000000';

/** A log whose writes can be made to fail: a process that dies there. */
const mortalStore = () => {
  const store = memoryEventStore();
  let writesLeft = Infinity;
  return {
    store: {
      ...store,
      append: (...given: Parameters<EventStore['append']>) => {
        writesLeft -= 1;
        if (writesLeft < 0) return Promise.reject(new LogUnavailable('Killed.'));
        return store.append(...given);
      },
    } satisfies EventStore,
    /** Lets this many more writes succeed. */
    killAfter: (writes: number): void => {
      writesLeft = writes;
    },
  };
};

/** A studio's write side, reactors and read models on an in-memory log; `clock` gives the current day. */
export const studioInMemory = (clock: { readonly today: IsoDate; readonly tick: () => void }) => {
  const { store, killAfter } = mortalStore();
  const parts = { store, registry: { register: () => Promise.resolve() } };
  const schedules = schedulesOn(parts);
  const roster = rosterOn(parts);
  const reports = reportStreams(parts);
  const studios = { handler: commandHandler(studioAggregate, parts) };
  const backups = commandHandler(backupsAggregate, parts);
  const followers = followersOf(store, [
    transfersReactor({ schedules }),
    removalsReactor({ schedules, roster }),
    ...allReadModels,
  ]);
  const undoing = undoCommands({
    streamsOf: async (_, batchId) => {
      const rows = followers.rows('history', batchesTable).filter((row) => row.batch_id === batchId);
      return new Map(rows.map(({ stream }) => [stream, [batchId]]));
    },
    undoables: allUndoables({
      store,
      clock: { today: () => Promise.resolve({ today: clock.today, minute: 0, timeZone: 'UTC' }) },
      schedules,
      roster,
      reports,
      studios,
      backups,
      titles: () => Promise.resolve(titleOf),
    }),
  });
  let commands = 0;

  const context = (): CommandContext => {
    clock.tick();
    commands += 1;
    const commandId = derivedId(studioId, `command ${commands}`);
    return { studioId, actor: 'dana', commandId, correlationId: '', causationId: commandId };
  };

  const reportRows = () => followers.rows('reports', reportsTable);

  const listedBackups = (): string[] => [
    ...followers.rows('backups', backupsTable).flatMap((row) => (row.deleted ? [] : [row.backup_id])),
    ...followers.rows('backups', automaticTable).flatMap((row) => (row.deleted ? [] : [row.batch_id])),
  ];

  return {
    studioId,
    schedules,
    roster,
    reports,
    studios,
    backups,
    context,
    reportStream: (reportId: string) => streamName(reportEvents, studioId, reportId),
    reportRows,
    listedBackups,
    /** Lets the reactors and the read models process all events in the log. */
    settle: followers.catchUp,
    /** Makes every write after so many more fail; `Infinity` ends that. */
    killAfter,
    undo: async (batchId: string, by = context()): Promise<string> => {
      const done = await undoing.undo(by, batchId);
      await followers.catchUp();
      return done.find(({ executed }) => executed.batchId !== null)?.executed.batchId ?? '';
    },
    present: () => ({
      students: followers.rows('students', studentsTable).map(({ student_id: id }) => id),
      teachers: followers.rows('teachers', teachersTable).map(({ teacher_id: id }) => id),
    }),
    /**
     * Every row that screens list, without revisions. Of the reports that reopen one another, the newest counts, under the id of the first:
     * a decided plan comes back under a new report. If the newest is undone, so is the plan, unless a decision was done again: then the
     * decided one counts. A withdrawn report counts as rejected, which the
     * next run or undo makes it for good.
     */
    content: (after: 'changes' | 'undo' = 'changes') => {
      const all = reportRows();
      const rootOf = (id: string): string => {
        const reopens = all.find(({ report_id: own }) => own === id)?.reopens ?? null;
        return reopens === null ? id : rootOf(reopens);
      };
      const planned = all
        .filter(({ status, deleted }) => status !== null && !deleted && (after === 'undo' || status !== 'undone'))
        .toSorted((a, b) => ((a.planned_at ?? '') < (b.planned_at ?? '') ? -1 : 1));
      const newest = new Map(planned.map((row) => [rootOf(row.report_id), row]));
      const unrevised = <Row extends { revision: number }>({ revision: _, ...row }: Row) => row;
      return {
        studios: followers.rows('studios', studiosTable).map(unrevised),
        students: followers.rows('students', studentsTable).map(unrevised),
        teachers: followers.rows('teachers', teachersTable).map(unrevised),
        lessons: followers.rows('lessons', lessonsTable).map(unrevised),
        backups: followers.rows('backups', backupsTable).filter(({ deleted }) => !deleted),
        hidden: followers.rows('backups', automaticTable).flatMap((row) => (row.deleted ? [row.batch_id] : [])),
        people: followers.rows('lessons', peopleTable).filter(({ removed }) => !removed),
        reports: new Map(
          [...newest].flatMap(([root, { status, withdrawn, title, content }]) =>
            status === 'undone' ? [] : [[root, { status: withdrawn ? 'rejected' : status, title, content }] as const],
          ),
        ),
      };
    },
  };
};
export type StudioInMemory = ReturnType<typeof studioInMemory>;
