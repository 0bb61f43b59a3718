import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addStudent, addTeacher } from '../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../testing/test-rondo.ts';
import type { Visitor } from '../../testing/visitor.ts';

const everyDay = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, from: '09:00', to: '21:00' }));

type LessonRow = { readonly status: string; readonly validFrom: string; readonly validTo: string | null };

/** The main job on days when "today", "this week" and "next Monday" are easy to get wrong. */
describe.each([
  ['a Saturday', '2026-11-28T18:00:00Z', 'America/Chicago', '2026-11-28', '2026-11-28', '2026-11-30'],
  [
    'a Sunday at 23:30, Monday already in Greenwich',
    '2026-11-30T05:30:00Z',
    'America/Chicago',
    '2026-11-29',
    '2026-11-30',
    '2026-11-30',
  ],
  ['a leap day', '2028-02-29T18:00:00Z', 'America/Chicago', '2028-02-29', '2028-02-29', '2028-03-06'],
  [
    'the Sunday that loses an hour',
    '2027-03-14T08:30:00Z',
    'America/Chicago',
    '2027-03-14',
    '2027-03-14',
    '2027-03-15',
  ],
  [
    'the last evening of a year, next year in Greenwich',
    '2027-01-01T04:00:00Z',
    'America/Chicago',
    '2026-12-31',
    '2027-01-04',
    '2027-01-04',
  ],
  [
    'a morning that is tomorrow already',
    '2026-11-24T20:00:00Z',
    'Pacific/Auckland',
    '2026-11-25',
    '2026-11-25',
    '2026-11-30',
  ],
])('on %s', (_, now, timeZone, today, firstDay, nextMonday) => {
  let rondo: TestRondo;
  let dana: Visitor;
  let ann: string;
  let teacher: string;
  beforeAll(async () => {
    rondo = await testRondo(now);
    dana = await rondo.visitor().register('dana@example.com', timeZone);
    teacher = await addTeacher(dana, 'Dana Whitfield', everyDay);
    ann = await addStudent(dana, 'Ann Lee', everyDay, { teacherId: teacher });
  });
  afterAll(() => rondo.stop());

  const generate = async () => {
    const { json } = await dana.post('/api/schedule/generate', { teacherIds: [teacher], studentIds: [ann] });
    return json.optimizationReports[teacher];
  };
  const decide = (id: string, status: string) => dana.patch(`/api/optimization-reports/${id}/status`, { status });
  const lessons = async () =>
    (await dana.get('/api/lessons')).json.map(({ status, validFrom, validTo }: LessonRow) => [
      status,
      validFrom,
      validTo,
    ]);

  test(`a first plan starts ${firstDay === today ? 'today' : 'on Monday'}, the next one on Monday, and a rejection restores the first`, async () => {
    const first = await generate();
    expect(first.startsOn).toBe(firstDay);
    await decide(first.reportId, 'accepted');
    expect(await lessons()).toEqual([['scheduled', firstDay, null]]);

    const second = await generate();
    expect(second.startsOn).toBe(nextMonday);
    const statuses = (await lessons()).map(([status]: [string]) => status);
    expect(statuses).toContain('optimized');

    await decide(second.reportId, 'rejected');
    const current = (await lessons()).filter(([, , validTo]: [string, string, string | null]) => validTo === null);
    expect(current).toEqual([['scheduled', firstDay, null]]);
  });
});
