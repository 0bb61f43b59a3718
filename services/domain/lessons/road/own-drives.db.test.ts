import { toMinutes, toTimeText } from '@rondo/contracts/calendar/times.ts';
import { expect, test } from 'vitest';
import { dana, inOwnStudio, rondo } from '../../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { batchOf, ok } from '../../../testing/visitor.ts';

inOwnStudio();

const iso = (date: string, time: string): string => `${date}T${time}:00-06:00`;
const later = (minutes: number): string => toTimeText(toMinutes('15:45') + minutes);

test('own drives are measured by stamps, shown beside the map’s, and count on the road where the studio wants it', async () => {
  rondo.setNow(Date.parse(iso('2026-11-09', '09:00')));
  const teacherId = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const ann = await addStudent(dana, 'Ann Lee', everyDay);
  const ben = await addStudent(dana, 'Ben Ito', everyDay, { address: '2108 S Lamar Blvd, Austin, TX 78704' });
  const enter = async (studentId: string, startTime: string, lessonDate = ''): Promise<string> => {
    const when = lessonDate === '' ? { dayOfWeek: 2, lessonDate } : { lessonDate };
    return ok(await dana.post('/api/lessons', { teacherId, studentId, startTime, duration: 45, ...when })).id;
  };
  const annAt = await enter(ann, '15:00');
  const benAt = await enter(ben, '16:00');
  const day = async (date: string) => ok(await dana.get(`/api/day?teacherId=${teacherId}&date=${date}`));
  const driveOn = async (date: string) => (await day(date)).stops[1].drive;
  const { minutes: map } = await driveOn('2026-11-10');
  expect(map).toBeGreaterThan(0);

  const drive = async (date: string, minutes: number, to = benAt): Promise<void> => {
    rondo.setNow(Date.parse(iso(date, '17:30')));
    const stamp = (lessonId: string, kind: string, time: string) =>
      dana.post('/api/day/stamps', { lessonId, date, kind, at: iso(date, time) });
    ok(await stamp(annAt, 'done', later(0)));
    ok(await stamp(to, 'arrived', later(minutes)));
  };
  await drive('2026-11-10', map + 3);
  await drive('2026-11-17', map + 1);
  expect(await driveOn('2026-12-01')).toMatchObject({ minutes: map, source: 'map', own: null });
  // Here the teacher waits at Ann's before leaving: nothing is measured.
  rondo.setNow(Date.parse(iso('2026-11-23', '09:00')));
  ok(await dana.post(`/api/lessons/${benAt}/cancel`, { lessonDate: '2026-11-24' }));
  await drive('2026-11-24', map + 1, await enter(ben, '17:00', '2026-11-24'));
  expect((await driveOn('2026-12-01')).own).toBeNull();
  await drive('2026-12-01', map + 2);
  const [minutes, date] = [Math.min(map + 2, 2 * map), '2026-12-08'];
  expect(await driveOn(date)).toMatchObject({ minutes: map, source: 'map', own: { minutes, count: 3 } });

  rondo.setNow(Date.parse(iso(date, '09:00')));
  const others = async () => [(await dana.get('/api/lessons')).text, (await day(date)).figures];
  const before = await others();
  const turnedOn = await dana.patch('/api/settings', { ownDriveTimes: true });
  expect(ok(turnedOn).ownDriveTimes).toBe(true);
  expect((await day(date)).stops[1]).toMatchObject({
    drive: { minutes, source: 'own', map, own: { minutes, count: 3 } },
    leaveBy: toTimeText(Math.max(toMinutes('15:45'), toMinutes('16:00') - minutes)),
  });
  expect(await others()).toEqual(before);
  const late = { teacherId, date, lessonId: annAt, minutes: 30 };
  expect(ok(await dana.post('/api/day/delays', late)).stops[1].estimate.startTime).toBe(later(30 + minutes));
  ok(await dana.post('/api/undo', { batchId: batchOf(turnedOn) }));
  expect((await day(date)).stops[1].estimate.startTime).toBe(later(30 + map));
});
