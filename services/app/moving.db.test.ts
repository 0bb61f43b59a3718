import { expect, test } from 'vitest';
import { postgresEventStore } from '../platform/log/postgres/postgres-event-store.ts';
import { eventStoreDbEventStore } from '../platform/log/eventstoredb/eventstoredb-event-store.ts';
import { exportStudio } from '../domain/studio/transfer/export-studio.ts';
import { testRondo, type TestRondo } from '../testing/test-rondo.ts';
import { batchOf, ok, endOfRestore, type Visitor } from '../testing/visitor.ts';
import { mover } from './testing/moving.ts';
import { database, server, withTwoLogs } from './testing/two-logs.ts';

/** Two moves and three starts of the whole product. */
const patience = 180_000;

withTwoLogs();

const account = { email: 'dana@example.com', password: 'six-strings' };
const inPostgres = () => ({ DATABASE_URL: database.connectionString, SESSION_SECRET: 'the same in all starts' });
const inEventStoreDb = () => ({ ...inPostgres(), EVENTSTORE_URL: server.connectionString });
const move = (to: string) =>
  mover({ ...inPostgres(), EVENTSTORE_URL: to === 'postgres' ? server.connectionString : '' })(to);

/** A studio with lessons, a plan, money, a backup, an undone batch and a shared calendar; beside it a guest who leaves. */
const live = async (rondo: TestRondo): Promise<{ dana: Visitor; undoable: string; backupId: string; feed: string }> => {
  const dana = await rondo.visitor().register(account.email);
  ok(await dana.post('/api/sample-studio'));
  const [teacher] = ok(await dana.get('/api/teachers'));
  const [ann, ben] = ok(await dana.get('/api/students'));
  const entry = { teacherId: teacher.id, studentId: ann.id, startTime: '06:00', duration: 45 };
  const weekly = ok(await dana.post('/api/lessons', { ...entry, lessonDate: '', dayOfWeek: 6 }));
  const gone = await dana.delete(`/api/lessons/${weekly.id}`);
  ok(await dana.post('/api/undo', { batchId: batchOf(gone) }));
  const backup = ok(await dana.post('/api/backups', { name: 'Fall' }));
  const plan = ok(await dana.post('/api/schedule/generate', { teacherIds: [teacher.id], studentIds: [ben.id] }));
  const { reportId } = plan.optimizationReports[teacher.id];
  ok(await dana.patch(`/api/optimization-reports/${reportId}/status`, { status: 'accepted' }));
  const asOf = ok(await dana.get('/api/backups'))[0].createdAt;
  ok(await endOfRestore(dana, await dana.post('/api/restore', { asOf })));
  const renamed = await dana.patch('/api/settings', { studioName: 'Whitfield Strings' });
  ok(renamed);
  const shared = ok(await dana.post(`/api/students/${ann.id}/generate-calendar-url`));
  const guest = rondo.visitor();
  ok(await guest.post('/api/guest-login', { timeZone: 'America/Chicago' }));
  ok(await guest.post('/api/students', { firstName: 'Zebedee', lastName: 'Quill', address: '78701' }));
  ok(await guest.post('/api/logout'));
  return { dana, undoable: batchOf(renamed), backupId: backup.id, feed: new URL(shared.subscribableUrl).pathname };
};

/** What the studio shows, now and at a moment, and what its feed and file contain. */
const shown = async (rondo: TestRondo, visitor: Visitor, { past, feed }: { past: string; feed: string }) => {
  const answers: Record<string, string> = {};
  const keep = async (path: string) => {
    const { status, text } = await visitor.get(path);
    answers[path] = `${status} ${text.replaceAll(rondo.url, '')}`;
  };
  const lists = ['students', 'teachers', 'lessons', 'assignments', 'invoices', 'backups', 'optimization-reports'];
  for (const list of [...lists, 'settings', 'notifications', 'data-integrity', 'restores']) await keep(`/api/${list}`);
  for (const list of ['students', 'teachers', 'lessons']) await keep(`/api/${list}?asOf=${past}`);
  await keep(`/api/lessons/billing/studio?startDate=${past.slice(0, 10)}&endDate=${past.slice(0, 10)}`);
  await keep(`/api/restore/preview?asOf=${past}`);
  const calendar = await rondo.visitor().get(feed);
  answers[feed] = `${calendar.status} ${calendar.text}`;
  return answers;
};

const start = async (environment: Record<string, string>) => {
  const rondo = await testRondo(undefined, environment);
  const dana = rondo.visitor();
  ok(await dana.post('/api/login', account));
  return { rondo, dana };
};

const exportFrom = async (store: Awaited<ReturnType<typeof postgresEventStore>>, studioId: string) => {
  const lines = await Array.fromAsync(exportStudio(store, studioId));
  await store.close();
  return lines;
};

test(
  'a studio moved to an EventStoreDB and back shows, remembers and exports the same, and nothing of an erased one',
  async () => {
    const before = await testRondo(undefined, inPostgres());
    const { dana, undoable, backupId, feed } = await live(before);
    const past = new Date().toISOString();
    const own = ok(await dana.get('/api/user')).id;
    const there = await shown(before, dana, { past, feed });
    expect(Object.values(there).filter((answer) => !answer.startsWith('200 '))).toEqual([]);
    await before.stop();
    const file = await exportFrom(await postgresEventStore(database), own);

    const moved = await move(server.connectionString);
    expect(moved.result).toMatchObject({ leftOut: [], deletedStreams: expect.any(Number) });
    expect(moved.result.deletedStreams).toBeGreaterThan(0);
    expect(await exportFrom(eventStoreDbEventStore(server), own)).toEqual(file);
    await expect(testRondo(undefined, inPostgres())).rejects.toThrow(
      /come from the EventStoreDB log at 127\.0\.0\.1:\d+ \(/,
    );

    const on = await start(inEventStoreDb());
    expect(await shown(on.rondo, on.dana, { past, feed })).toEqual(there);
    ok(await on.dana.post('/api/undo', { batchId: undoable }));
    expect([200, 202]).toContain((await on.dana.post(`/api/backups/${backupId}/restore`)).status);
    await expect.poll(async () => (await on.dana.get('/api/restores')).json).toEqual([]);
    expect((await on.dana.get('/api/optimization-reports')).text, 'the plan is gone').not.toContain('"accepted"');
    ok(await on.dana.post('/api/students', { firstName: 'New', lastName: 'There', address: '78701' }));
    const changed = await shown(on.rondo, on.dana, { past, feed });
    await on.rondo.stop();

    const back = await move('postgres');
    expect(back.result.appended).toBe(back.result.events - moved.result.events);
    await expect(testRondo(undefined, inEventStoreDb())).rejects.toThrow('come from the event log in PostgreSQL (');
    const home = await start(inPostgres());
    expect(await shown(home.rondo, home.dana, { past, feed })).toEqual(changed);
    await home.rondo.stop();
  },
  patience,
);
