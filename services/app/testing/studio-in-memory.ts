import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { instantAt } from '@rondo/contracts/calendar/instants.ts';
import type { RestoreTarget } from '@rondo/contracts/events/backups.ts';
import { presentTerms } from '@rondo/contracts/events/schedule/timeoff.ts';
import { reportEvents } from '@rondo/contracts/events/schedule/report.ts';
import { openingSettings } from '@rondo/contracts/events/studio.ts';
import { entityOf, parseStreamName, streamName } from '@rondo/contracts/events/stream-name.ts';
import { householdsTable, membersTable } from '@rondo/projections/households/table.ts';
import { automaticTable, backupsTable } from '@rondo/projections/backups/table.ts';
import { batchesTable } from '@rondo/projections/history/table.ts';
import {
  chargesTable,
  entriesTable,
  invoicesTable,
  membersTable as membersOfAccounts,
} from '@rondo/projections/invoices/table.ts';
import { lessonsTable, peopleTable } from '@rondo/projections/lessons/table.ts';
import { reportsTable } from '@rondo/projections/reports/table.ts';
import { attendanceTable } from '@rondo/projections/billing/table.ts';
import { familyNotesTable } from '@rondo/projections/family-notes/table.ts';
import { privateNotesTable } from '@rondo/projections/private-notes/table.ts';
import { closuresTable, policiesTable, termsTable } from '@rondo/projections/timeoff/table.ts';
import { studentsTable } from '@rondo/projections/students/table.ts';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import { informedTable, studiosTable } from '@rondo/projections/studios/table.ts';
import { teachersTable } from '@rondo/projections/teachers/table.ts';
import { billedStudio } from '../../domain/billing/testing/billed-studio.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { StudioStreams } from '../../platform/postgres/stream-registry.ts';
import { derivedId } from '../../platform/commands/ids.ts';
import { NotYet } from '../../platform/kit/errors.ts';
import { openMoments } from '../../platform/models/moments/moments.ts';
import { LogUnavailable, type EventStore } from '../../platform/log/event-store.ts';
import { memoryEventStore } from '../../platform/log/memory/memory-event-store.ts';
import { membershipsReactor } from '../../domain/billing/families/reactor.ts';
import { geocodingReactor } from '../../domain/people/contacts/reactor.ts';
import { removalsReactor } from '../../domain/lessons/removals-reactor.ts';
import { followersOf } from '../../domain/lessons/testing/reacting.ts';
import { transfersReactor } from '../../domain/lessons/transfers-reactor.ts';
import { mapsOf } from '../../platform/maps/drive-time.ts';
import { offlineMaps } from '../../platform/maps/offline/offline-maps.ts';
import { carryOutRestore } from '../../domain/history/restores/carry-out.ts';
import { planPreview } from '../../domain/history/restores/plan/planning.ts';
import type { RestoreProgressTable } from '../../domain/history/restores/progress.ts';
import { backupStream } from '../../domain/history/backups/state.ts';
import { requestRestore, restoresOf } from '../../domain/history/restores/restore-stream.ts';
import { rosterOf } from '../../testing/roster.ts';
import { schedules as schedulesOf } from '../../domain/schedule/testing/schedules-of.ts';
import { titleOf } from '../../domain/schedule/testing/week.ts';
import { undoInStreams, type Undoing } from '../../platform/commands/undo/undo-commands.ts';
import { openHandlers } from '../handlers.ts';
import { allReadModels } from '../read-models.ts';
import { allUndoables } from '../undoables.ts';
import { unlimitedSizes } from '../../platform/commands/studio-sizes.ts';

const theStudio = '7d9f1a52-0000-4000-8000-000000000000';

/** A log whose writes can be made to fail: a process that dies there. */
const mortalStore = (store: EventStore) => {
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

/** How far restores are, as the database remembers it. */
const progressInMemory = (): RestoreProgressTable & { readonly isClosed: () => boolean } => {
  let row = { restoreId: '', done: 0, total: 0, detail: '', starts: 0, mostDone: 0, isClosed: false };
  const isOf = (restoreId: string): boolean => row.restoreId === restoreId;
  return {
    begin: (_, restoreId) => {
      if (!isOf(restoreId)) row = { ...row, restoreId, starts: 0, mostDone: 0 };
      row = { ...row, starts: row.starts + 1, done: 0, total: 0, detail: '' };
      return Promise.resolve(row.starts);
    },
    forgive: () => {
      row = { ...row, starts: row.starts - 1 };
      return Promise.resolve();
    },
    tell: (_, restoreId, { done, total, detail }) => {
      const starts = done > row.mostDone ? 0 : row.starts;
      if (isOf(restoreId)) row = { ...row, done, total, detail, starts, mostDone: Math.max(done, row.mostDone) };
      return Promise.resolve();
    },
    find: (_, restoreId) => Promise.resolve(isOf(restoreId) ? row : undefined),
    close: () => {
      row = { ...row, isClosed: true };
      return Promise.resolve();
    },
    open: () => {
      row = { ...row, isClosed: false };
      return Promise.resolve();
    },
    isClosed: () => row.isClosed,
  };
};

/** A studio's write side, reactors and read models on a log, in memory by default; `clock` gives the current day. */
export const studioInMemory = (
  clock: { readonly today: IsoDate; readonly tick: () => void; readonly passMidnight: (days?: number) => void },
  { log = memoryEventStore(), studioId = theStudio }: { readonly log?: EventStore; readonly studioId?: string } = {},
) => {
  const { store, killAfter } = mortalStore(log);
  const streams = new Set<string>();
  const progress = progressInMemory();
  const register: StudioStreams['register'] = async (_, stream, passesFences = false) => {
    if (progress.isClosed() && !passesFences) throw new NotYet('A restore is running.');
    streams.add(stream);
  };
  const registry: StudioStreams = {
    register,
    registerAll: async (_, some) => {
      const added = new Set(some).difference(streams);
      for (const stream of some) await register(studioId, stream);
      return added;
    },
    of: async () => [...streams],
    entitiesIn: async (_, { name }) =>
      [...streams].filter((stream) => parseStreamName(stream).category === name).map(entityOf),
  };
  /** What a process has that works on the studio's log. */
  const processOn = (processLog: EventStore) => ({
    store: processLog,
    handlers: openHandlers({ store: processLog, registry }, () => Date.parse(clock.today)),
    maps: { mapsFor: () => mapsOf(offlineMaps) },
    sizes: unlimitedSizes,
    // Midnight: the clock tells days only.
    now: () => Date.parse(clock.today),
    settingsOf: () => Promise.resolve({ settings: openingSettings({ timeZone: 'UTC', startGrid: 5 }), revision: 0 }),
    streams: registry,
    restoreProgress: progress,
    reactorsIdle: async () => {
      if (!reactorsWork) return false;
      await followers.catchUp();
      return true;
    },
    inTurnOf: <T>(_: string, work: () => Promise<T>) => work(),
  });
  let reactorsWork = true;
  const services = processOn(store);
  const schedules = schedulesOf(services);
  const roster = rosterOf(services);
  const studios = { handler: services.handlers.studio };
  const { backups, calendar: calendars } = services.handlers;
  const followers = followersOf(store, [
    transfersReactor(services),
    removalsReactor(services),
    geocodingReactor(services),
    membershipsReactor(services),
    ...allReadModels,
  ]);
  /** The names that are tied to students, by stream: no read model shows them. */
  let ties: string[] = [];
  const catchUp = async (): Promise<void> => {
    await followers.catchUp();
    const calendarStreams = [...streams].filter((stream) => parseStreamName(stream).category === 'calendar');
    const loaded = await Promise.all(calendarStreams.map(async (stream) => (await calendars.load(stream)).state));
    ties = loaded
      .flatMap((state, i) => [...state.ties.values()].map((tie) => ({ ...tie, stream: calendarStreams[i] })))
      .flatMap(({ name, studentId, stream }) => (studentId === null ? [] : [`${stream}: ${name} ${studentId}`]))
      .toSorted();
  };
  const invoices = billedStudio(studioId, store, clock, followers);
  const undoing: Undoing = {
    sizes: unlimitedSizes,
    settled: async () => true,
    streamsOf: async (_, batchId) => {
      const rows = followers.rows('history', batchesTable).filter((row) => row.batch_id === batchId);
      return new Map(rows.map(({ stream }) => [stream, [batchId]]));
    },
    undoables: allUndoables(
      // Nothing in these histories is in the past.
      { ...services, whileBilled: (_, task) => task(new Map()) },
      () => Promise.resolve([]),
      () => Promise.resolve(titleOf),
      { closuresOf: () => Promise.resolve([]), schedulesOf: () => Promise.resolve(new Map()) },
      async (_, householdId) =>
        followers.rows('households', membersTable).filter((row) => row.household_id === householdId),
      async () => undefined,
    ),
  };
  const moments = openMoments({ store, streamsOf: () => Promise.resolve([...streams]) });
  const going = new AbortController();
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
    services,
    schedules,
    roster,
    studios,
    invoices,
    backups,
    calendars,
    context,
    reportStream: (reportId: string) => streamName(reportEvents, studioId, reportId),
    reportRows,
    listedBackups,
    automaticBackups: () => followers.rows('backups', automaticTable).filter(({ deleted }) => !deleted),
    /** The studio's day. */
    today: () => clock.today,
    tick: clock.tick,
    passMidnight: clock.passMidnight,
    /** Lets a restore find the reactors busy for longer than it waits, or no longer. */
    keepReactorsBusy: (busy: boolean): void => {
      reactorsWork = !busy;
    },
    /** Lets the reactors and the read models process all events in the log. */
    settle: catchUp,
    head: () => store.head(),
    /** The rows of a read model's table. */
    rows: followers.rows,
    /** The studio's events after a position, in order. */
    events: async (after: string): Promise<SourceEvent[]> => {
      const all = await Promise.all([...streams].map((stream) => store.readStream(stream)));
      const later = all.flat().filter(({ position }) => store.compare(position, after) > 0);
      return later.toSorted((a, b) => store.compare(a.position, b.position));
    },
    progress,
    /** Requests a restore; it is carried out by `carryOutRestore`. @returns the batch */
    requestRestore: async (target: RestoreTarget, teacherId: string | null = null, by = context()): Promise<string> => {
      const restoreId = derivedId(by.commandId, 'restore');
      const asOf = instantAt(Date.now());
      const given = { restoreId, target, asOf, today: clock.today, teacherId, backupId: null, undoes: null };
      await backups.execute(backupStream(studioId), by, { input: restoreId, decide: requestRestore(given) });
      return by.commandId;
    },
    /** What a restore by such a command would do. */
    previewRestore: (target: RestoreTarget, teacherId: string | null, { commandId }: CommandContext) =>
      planPreview(services, studioId, {
        restoreId: derivedId(commandId, 'restore'),
        target,
        teacherId,
        asOf: instantAt(Date.now()),
      }),
    moments,
    /** As a process does that has just started and remembers nothing. */
    carryOutRestore: async (): Promise<void> => {
      await carryOutRestore(processOn(store), studioId, going.signal);
      await followers.catchUp();
    },
    /** Deletes every stream, as an erasure does. */
    erase: async (): Promise<void> => {
      const gone = [...streams];
      streams.clear();
      await store.deleteStreams(gone);
    },
    restores: () => restoresOf(services, studioId),
    streams: () => [...streams],
    store,
    /** Makes every write after this many more fail; `Infinity` ends that. */
    killAfter,
    undo: async (batchId: string, by = context()): Promise<string> => {
      const done = await undoInStreams(undoing, by, batchId);
      await catchUp();
      return done.find(({ executed }) => executed.batchId !== null)?.executed.batchId ?? '';
    },
    present: () => ({
      students: followers.rows('students', studentsTable).map(({ student_id: id }) => id),
      teachers: followers.rows('teachers', teachersTable).map(({ teacher_id: id }) => id),
      families: followers.rows('households', householdsTable).map(({ household_id: id }) => id),
    }),
    /**
     * Every row that screens list, without revisions. Of the reports that reopen one another, the newest counts, under the id of the first:
     * a decided plan comes back under a new report. If the newest is undone, so is the plan, unless a decision was done again: then the
     * decided one counts. A withdrawn report counts as rejected, which the
     * next run or undo makes permanent.
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
        informed: followers.rows('studios', informedTable),
        students: followers.rows('students', studentsTable).map(unrevised),
        teachers: followers.rows('teachers', teachersTable).map(unrevised),
        families: followers.rows('households', householdsTable).map(unrevised),
        lessons: followers.rows('lessons', lessonsTable).map(unrevised),
        ties,
        backups: followers.rows('backups', backupsTable).filter(({ deleted }) => !deleted),
        hidden: followers.rows('backups', automaticTable).flatMap((row) => (row.deleted ? [row.batch_id] : [])),
        /** What is agreed, recorded and noted. */
        timeOff: {
          closures: followers.rows('timeoff', closuresTable).flatMap(({ closure_id: id, states }) => {
            const terms = presentTerms({ states });
            return terms === null ? [] : [{ id, ...terms }];
          }),
          policies: followers.rows('timeoff', policiesTable).filter(({ removed }) => !removed),
          terms: new Set(
            followers.rows('timeoff', termsTable).map(({ revision: _, created_at: _at, ...term }) => term),
          ),
          attendance: new Set(followers.rows('billing', attendanceTable).map(({ recorded_at: _, ...row }) => row)),
          notes: new Set(
            [
              ...followers.rows('familynotes', familyNotesTable),
              ...followers.rows('privatenotes', privateNotesTable),
            ].map(({ revision: _, ...note }) => note),
          ),
        },
        people: followers.rows('lessons', peopleTable).filter(({ removed }) => !removed),
        charges: followers
          .rows('invoices', chargesTable)
          .flatMap(({ charge: { revision: _, removed, ...charge } }) => (removed ? [] : charge)),
        entries: followers
          .rows('invoices', entriesTable)
          .flatMap(({ entry: { revision: _, removed, ...entry } }) => (removed ? [] : entry)),
        payers: followers
          .rows('invoices', membersOfAccounts)
          .map(({ student_id, household_id }) => [student_id, household_id]),
        invoices: followers
          .rows('invoices', invoicesTable)
          .filter(({ deleted }) => !deleted)
          .map(unrevised),
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
