import type { AttendanceReportRow } from '@rondo/contracts/api/studio/attendance.ts';
import { expect, test } from 'vitest';
import { lateText, orderAfter, orderIn, sortedReport, summaryOf, totalOf } from './report.ts';

const none = {
  dates: 0,
  taught: 0,
  absent: 0,
  inTime: 0,
  late: 0,
  byTeacher: 0,
  closed: 0,
  cancelled: 0,
  ahead: 0,
  lessons: 0,
  begunLate: 0,
  minutesLate: 0,
};
const row = (name: string, counts: Partial<AttendanceReportRow>): AttendanceReportRow => ({
  ...none,
  studentId: name,
  name,
  ...counts,
});
const rows = [
  row('Ann', { dates: 12, lessons: 11, taught: 8, absent: 1, late: 2, closed: 1, begunLate: 2, minutesLate: 25 }),
  row('Ben', { dates: 1, lessons: 1, absent: 1 }),
  row('Cleo', { dates: 3, lessons: 3, taught: 3 }),
];

test('a report is sorted by each of its columns, by name where they are the same', () => {
  const names = (order: string | null) => sortedReport(rows, orderIn(order)).map(({ name }) => name);
  expect(names(null)).toEqual(['Ann', 'Ben', 'Cleo']);
  expect(names('-absent')).toEqual(['Ann', 'Ben', 'Cleo']);
  expect(names('absent')).toEqual(['Cleo', 'Ann', 'Ben']);
  expect(names('-taught')).toEqual(['Ann', 'Cleo', 'Ben']);
  expect(names('-name')).toEqual(['Cleo', 'Ben', 'Ann']);
  expect(names('nonsense')).toEqual(['Ann', 'Ben', 'Cleo']);
  const clicks = ['absent', 'absent', 'absent', 'name', 'name'] as const;
  let order: string | null = null;
  expect(clicks.map((key) => (order = orderAfter(orderIn(order), key)))).toEqual([
    '-absent',
    'absent',
    '-absent',
    null,
    '-name',
  ]);
});

test('a row and all rows are said in words', () => {
  expect(rows.map(summaryOf)).toEqual([
    '11\u00a0lessons: 8 taught, 1 not home, 2 cancelled late, 1 closed, 2 began late',
    '1\u00a0lesson: 1 not home',
    '3\u00a0lessons: 3 taught',
  ]);
  expect(totalOf(rows)).toMatchObject({ dates: 16, lessons: 15, taught: 11, absent: 2, minutesLate: 25 });
  expect(rows.map(lateText)).toEqual(['2 (25\u00a0min)', '0', '0']);
});
