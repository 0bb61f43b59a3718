// Records what a Rondo of one version writes and shows: see README.md beside this file.
import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { addStudent, addTeacher, everyDay } from '@rondo/services/testing/studio-fixture.ts';
import { batchOf, ok, Visitor, type Answer } from '@rondo/services/testing/visitor.ts';

/** The answer once it has stayed the same for two seconds: reactors continue after a command. */
const settled = async (read: () => Promise<unknown>): Promise<unknown> => {
  let before = JSON.stringify(await read());
  for (let same = 0; same < 4;) {
    await delay(500);
    const now = JSON.stringify(await read());
    same = now === before ? same + 1 : 0;
    before = now;
  }
  return JSON.parse(before);
};

const lessonsOf = (visitor: Visitor) => async () => ok(await visitor.get('/api/lessons'));

/** Everything that a studio's screens show. */
const shownTo = async (visitor: Visitor) => {
  const answers: Record<string, unknown> = {};
  const keep = async (path: string) => {
    answers[path] = ok(await visitor.get(path));
    return answers[path];
  };
  const rows = z.array(z.looseObject({ id: z.string() }));
  for (const list of ['user', 'students', 'teachers', 'assignments', 'user-preferences']) await keep(`/api/${list}`);
  for (const { id } of rows.parse(await keep('/api/lessons'))) await keep(`/api/lessons/${id}/history`);
  const { reports } = z.object({ reports: rows }).parse(await keep('/api/optimization-reports'));
  for (const { id } of reports) await keep(`/api/optimization-reports/${id}`);
  await keep('/api/optimization-reports/latest');
  return answers;
};

const teacherOfTwo = async (url: string) => {
  const dana = await new Visitor(url).register('dana@example.com');
  const teacher = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const marcus = await addTeacher(dana, 'Marcus Bell', everyDay);
  const [ann, ben, cy, dee] = [
    await addStudent(dana, 'Ann Lee', everyDay, { teacherId: teacher }),
    await addStudent(dana, 'Ben Ito', everyDay, { teacherId: teacher, minutes: 30 }),
    await addStudent(dana, 'Cy Moss', everyDay, { teacherId: teacher }),
    await addStudent(dana, 'Dee Park', everyDay, { teacherId: teacher }),
  ];
  const eve = await addStudent(dana, 'Eve Stone', everyDay, { teacherId: marcus, minutes: 60 });
  const fay = await addStudent(dana, 'Fay Wong', everyDay, { teacherId: marcus });
  ok(await dana.post('/api/user-preferences', { defaultTeacherId: marcus }));

  const plan = async (teacherId: string, studentIds: string[], startsOn?: string): Promise<string> => {
    const answer = ok(await dana.post('/api/schedule/generate', { teacherIds: [teacherId], studentIds, startsOn }));
    return answer.optimizationReports[teacherId].reportId;
  };
  const decide = (reportId: string, status: string) =>
    dana.patch(`/api/optimization-reports/${reportId}/status`, { status });
  const lesson = async (more: object): Promise<string> =>
    ok(await dana.post('/api/lessons', { teacherId: teacher, startTime: '18:30', ...more })).id;
  const seriesOf = async (studentId: string): Promise<string> => {
    const rows: { id: string; studentId: string; lessonDate: string; validTo: string | null }[] =
      await lessonsOf(dana)();
    const found = rows.find((row) => row.studentId === studentId && row.lessonDate === '' && row.validTo === null);
    if (found === undefined) throw new Error('No series.');
    return found.id;
  };

  ok(await decide(await plan(teacher, [ann, ben, cy]), 'accepted'));
  const weekly = await lesson({ studentId: dee, lessonDate: '', dayOfWeek: 2, notes: 'Brings her cello.' });
  const withMarcus = { teacherId: marcus, studentId: eve, lessonDate: '', dayOfWeek: 3, duration: 60 };
  const eves = await lesson({ ...withMarcus, startTime: '15:00' });
  const dated = await lesson({ studentId: ann, lessonDate: '2026-12-04' });
  await lesson({ entryType: 'appointment', eventTitle: 'Dentist', lessonDate: '2026-11-25', startTime: '09:00' });
  await lesson({ entryType: 'appointment', eventTitle: 'Orchestra', lessonDate: '', dayOfWeek: 5, startTime: '19:15' });

  ok(await dana.post(`/api/lessons/${weekly}/cancel`, { lessonDate: '2026-12-01' }));
  ok(await dana.patch(`/api/lessons/${dated}/edit`, { notes: 'Recital pieces', startTime: '17:45' }));
  const one = { editScope: 'single', originalDate: '2026-12-02', lessonDate: '2026-12-03', startTime: '19:00' };
  ok(await dana.patch(`/api/lessons/${eves}/edit`, one));
  ok(await dana.delete(`/api/lessons/${eves}?lessonDate=2026-12-09`));
  const series = { editScope: 'series', originalDate: '2026-12-14', dayOfWeek: 4, startTime: '18:00' };
  ok(await dana.patch(`/api/lessons/${await seriesOf(ben)}/edit`, series));
  const anns = await seriesOf(ann);
  ok(await dana.patch(`/api/lessons/${anns}/reschedule`, { dayOfWeek: 1, startTime: '19:15', endTime: '20:00' }));
  const taken = await dana.post(`/api/lessons/${weekly}/cancel`, { lessonDate: '2026-12-08' });
  ok(await dana.post('/api/undo', { batchId: batchOf(taken) }));

  ok(await decide(await plan(marcus, [fay]), 'rejected'));
  ok(await dana.delete(`/api/students/${dee}`));
  await settled(lessonsOf(dana));
  await plan(teacher, [ann, ben], '2026-12-21');
  const second = await plan(marcus, [fay], '2026-12-28');

  const undoable: { batchId: string; lessonsBefore: unknown }[] = [];
  const undoably = async (command: () => Promise<Answer>) => {
    const lessonsBefore = await settled(lessonsOf(dana));
    const answer = await command();
    ok(answer);
    undoable.unshift({ batchId: batchOf(answer), lessonsBefore });
  };
  await undoably(() => decide(second, 'accepted'));
  const cys = await seriesOf(cy);
  await undoably(() => dana.put(`/api/lessons/${cys}`, { teacherId: marcus, startTime: '19:00' }));
  await settled(lessonsOf(dana));
  await undoably(() => dana.post(`/api/lessons/${dated}/cancel`, {}));
  await settled(lessonsOf(dana));
  return { shown: await shownTo(dana), undoable };
};

const guestOfOne = async (url: string) => {
  const guest = new Visitor(url);
  ok(await guest.post('/api/guest-login', { timeZone: 'America/Chicago' }));
  const teacherId = await addTeacher(guest, 'Gil Marsh', everyDay);
  const studentId = await addStudent(guest, 'Flo Reyes', everyDay, { teacherId });
  ok(await guest.post('/api/lessons', { teacherId, studentId, lessonDate: '', dayOfWeek: 1, startTime: '16:00' }));
  return guest;
};

const [url = '', now = '', file = ''] = process.argv.slice(2);
const gone = await guestOfOne(url);
ok(await gone.post('/api/logout'));
const guest = await guestOfOne(url);
const dana = await teacherOfTwo(url);
await writeFile(
  file,
  JSON.stringify({ now, dana, guest: { cookies: guest.cookies, shown: await shownTo(guest) } }, null, 2),
);
