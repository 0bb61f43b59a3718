import { expect, test } from 'vitest';
import { addStudent, addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { dana, inOwnStudio, rondo } from '../../../testing/own-studio.ts';
import { batchOf, ok } from '../../../testing/visitor.ts';
import { calendarReaders } from './testing/calendar-readers.ts';

inOwnStudio();

const thursdays = ['1112', '1119', '1126', '1203', '1210', '1217', '1224', '1231'];
const without = (...days: string[]): string[] => thursdays.filter((day) => !days.includes(day));
const thanksgiving = { from: '2026-11-23', to: '2026-11-29', kind: 'holiday', reason: 'Thanksgiving, closed' };

/** Ann has a lesson on Thursdays at 4 PM; today is Tuesday, November 10, 2026. @returns the paths of her calendar and of her teacher’s */
const calendars = async () => {
  rondo.setNow(Date.parse('2026-11-10T15:00:00Z'));
  const teacher = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const ann = await addStudent(dana, 'Ann Lee', everyDay, { teacherId: teacher });
  const ben = await addStudent(dana, 'Ben Ode', everyDay, { teacherId: teacher });
  const lesson = { teacherId: teacher, studentId: ann, dayOfWeek: 4, startTime: '16:00', duration: 45 };
  ok(await dana.post('/api/lessons', lesson));
  const { optimizationReports } = ok(
    await dana.post('/api/schedule/generate', { teacherIds: [teacher], studentIds: [ben] }),
  );
  const { reportId } = optimizationReports[teacher];
  ok(await dana.patch(`/api/optimization-reports/${reportId}/status`, { status: 'accepted' }));
  const pathOf = async (kind: string, id: string): Promise<string> =>
    new URL(ok(await dana.post(`/api/${kind}/${id}/generate-calendar-url`)).subscribableUrl).pathname;
  return { family: await pathOf('students', ann), teacher: await pathOf('teachers', teacher) };
};

test('a closure that is entered, changed, kept from, removed and undone is read alike by three readers of calendars', async () => {
  const paths = await calendars();
  const readers = { family: calendarReaders(), teacher: calendarReaders() };
  const uids = new Map<string, string>();

  /** Has every reader read both calendars again, and compares what each shows of Ann’s lessons in these weeks, and of time off. */
  const expectShown = async (step: string, days: readonly string[], isClosed: boolean): Promise<void> => {
    for (const kind of ['family', 'teacher'] as const) {
      const latest = async (): Promise<string> => (await rondo.visitor().get(paths[kind])).text;
      const shown = (reader: ReturnType<typeof calendarReaders>[number]) => {
        const events = reader.shows().filter(({ start }) => start >= '20261110' && start < '20270101');
        return {
          days: events.flatMap(({ title, start }) => (title.startsWith('Ann') ? [start.slice(4, 8)] : [])),
          timeOff: events.flatMap(({ title }) => (title.includes('Thanksgiving') ? [title] : [])),
        };
      };
      const expected = { days, timeOff: kind === 'teacher' && isClosed ? [thanksgiving.reason] : [] };
      const fresh = async () => {
        const [reader] = calendarReaders();
        reader?.read(await latest());
        return reader && shown(reader);
      };
      await expect.poll(fresh, { message: `${step}, ${kind}`, timeout: 30_000 }).toEqual(expected);
      const text = await latest();
      for (const reader of readers[kind]) {
        reader.read(text);
        expect(shown(reader), `${step}, ${kind}, ${reader.name}`).toEqual(expected);
        const events = reader.shows();
        expect(new Set(events.map(({ uid }) => uid)).size, `${step}: each event once`).toBe(events.length);
        for (const { uid, start, title } of events.filter((one) => one.title.startsWith('Ann'))) {
          const name = `${kind} ${title} ${start}`;
          expect(uids.get(name) ?? uid, `${step}: ${name} keeps its UID`).toBe(uid);
          uids.set(name, uid);
        }
      }
      const [first, ...others] = readers[kind];
      for (const other of others) expect(other.shows(), `${step}, ${other.name}`).toEqual(first?.shows());
    }
  };

  await expectShown('before', thursdays, false);
  const { id, revision } = ok(await dana.post('/api/closures', thanksgiving));
  await expectShown('entered', without('1126'), true);
  const changed = ok(await dana.patch(`/api/closures/${id}`, { from: '2026-11-30', to: '2026-12-06', revision }));
  await expectShown('changed', without('1203'), true);
  const rows: Record<string, string>[] = ok(await dana.get('/api/lessons?from=2026-12-03&to=2026-12-03'));
  const closed = rows.find(({ lessonDate, status }) => lessonDate === '2026-12-03' && status === 'cancelled');
  const kept = await dana.patch(`/api/lessons/${closed?.['id']}`, { status: 'scheduled' });
  ok(kept);
  await expectShown('kept', thursdays, true);
  const longer = { from: '2026-11-23', revision: changed.revision };
  ok(await dana.patch(`/api/closures/${id}`, longer));
  await expectShown('made longer', without('1126'), true);
  const removed = await dana.delete(`/api/closures/${id}`);
  ok(removed);
  await expectShown('removed', thursdays, false);
  ok(await dana.post('/api/undo', { batchId: batchOf(removed) }));
  await expectShown('the removal undone', without('1126'), true);
  ok(await dana.post('/api/undo', { batchId: batchOf(kept) }));
  await expectShown('kept no longer', without('1126', '1203'), true);
  ok(await dana.delete(`/api/closures/${id}`));
  await expectShown('removed again', thursdays, false);
});
