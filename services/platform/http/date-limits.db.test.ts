import { allEndpoints } from '@rondo/contracts/api/all.ts';
import type { Endpoint } from '@rondo/contracts/api/endpoint.ts';
import { fieldsOf, takes } from '@rondo/contracts/testing/fields-of.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mondayMorning } from '../../testing/settable-time.ts';
import { addStudent, addTeacher, everyDay } from '../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../testing/test-rondo.ts';
import { ok, type Visitor } from '../../testing/visitor.ts';

let rondo: TestRondo;
let dana: Visitor;
let ids: { teacher: string; student: string; weekly: string };

beforeAll(async () => {
  rondo = await testRondo(mondayMorning);
  dana = await rondo.visitor().register('dana@example.com');
  const teacher = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const student = await addStudent(dana, 'Kim Park', everyDay, { teacherId: teacher });
  ok(await dana.put(`/api/students/${student}`, { paymentType: 'monthly', monthlyRate: 150 }));
  const body = { teacherId: teacher, studentId: student, startTime: '16:00', duration: 45 };
  const weekly: string = ok(await dana.post('/api/lessons', { ...body, lessonDate: '', dayOfWeek: 2 })).id;
  ids = { teacher, student, weekly };
});
afterAll(() => rondo.stop());

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
const takesDates = (endpoint: Endpoint): boolean =>
  fieldsOf(endpoint).some((field) => takes(field, '2026-12-01') && !takes(field, '2026-13-01'));

type Call = (date: string) => readonly [path: string, body?: unknown];

/** A call of each kind that is right but for its dates. */
const calls = (): Record<string, Call> => {
  const { teacher, student, weekly } = ids;
  const lesson = { teacherId: teacher, studentId: student, startTime: '10:00', duration: 45 };
  const period = (date: string) => `startDate=${date}&endDate=${date}`;
  const time = (date: string) => ({ ...lesson, id: weekly, lessonDate: date, originalDate: date });
  return {
    'GET /api/lessons/billing/studio': (date) => [`/api/lessons/billing/studio?${period(date)}`],
    'GET /api/lessons/billing/:teacherId': (date) => [`/api/lessons/billing/${teacher}?${period(date)}`],
    'POST /api/invoices/generate': (date) => [
      '/api/invoices/generate',
      { teacherId: null, billingPeriodStart: date, billingPeriodEnd: date, selectedStudentIds: [student] },
    ],
    'GET /api/closures': (date) => [`/api/closures?from=${date}&to=${date}`],
    'POST /api/closures': (date) => ['/api/closures', { from: date, to: date, kind: 'away' }],
    'POST /api/closures/many': (date) => ['/api/closures/many', { closures: [{ from: date, to: date, kind: 'away' }] }],
    'POST /api/closures/preview': (date) => ['/api/closures/preview', { from: date, to: date, kind: 'away' }],
    'GET /api/attendance': (date) => [`/api/attendance?from=${date}&to=${date}`],
    'GET /api/attendance/report': (date) => [`/api/attendance/report?from=${date}&to=${date}`],
    'GET /api/attendance.csv': (date) => [`/api/attendance.csv?from=${date}&to=${date}`],
    'POST /api/attendance': (date) => [
      '/api/attendance',
      { entries: [{ lessonId: weekly, date, attendance: 'taught' }] },
    ],
    'POST /api/terms': (date) => ['/api/terms', { name: 'Fall', from: date, to: date }],
    'PATCH /api/terms/:id': (date) => ['/api/terms/none', { from: date, to: date }],
    'POST /api/policy': (date) => ['/api/policy', { from: date, tiers: [] }],
    'PATCH /api/closures/:id': (date) => ['/api/closures/none', { from: date, to: date }],
    'GET /api/lessons': (date) => [`/api/lessons?from=${date}&to=${date}`],
    'GET /api/earnings': (date) => [`/api/earnings?teacherId=${teacher}&from=${date}&to=${date}`],
    'GET /api/earnings.csv': (date) => [`/api/earnings.csv?teacherId=${teacher}&from=${date}&to=${date}`],
    'GET /api/day': (date) => [`/api/day?teacherId=${teacher}&date=${date}`],
    'POST /api/day/stamps': (date) => ['/api/day/stamps', { lessonId: weekly, date, kind: 'arrived', at: null }],
    'POST /api/day/delays': (date) => ['/api/day/delays', { lessonId: weekly, teacherId: teacher, date, minutes: 10 }],
    'POST /api/day/delays/told': (date) => [
      '/api/day/delays/told',
      { teacherId: teacher, date, told: [{ studentId: student, minutes: 10 }] },
    ],
    'PUT /api/mileage/days/:teacherId/:date': (date) => [
      `/api/mileage/days/${teacher}/${date}`,
      { legs: [], reason: 'A concert' },
    ],
    'PATCH /api/settings': (date) => ['/api/settings', { mileage: { from: date, country: 'US' } }],
    'GET /api/lessons.csv': (date) => [`/api/lessons.csv?from=${date}&to=${date}`],
    'POST /api/lessons/check-conflicts': (date) => ['/api/lessons/check-conflicts', time(date)],
    'POST /api/lessons/generate-alternatives': (date) => ['/api/lessons/generate-alternatives', time(date)],
    'POST /api/lessons': (date) => ['/api/lessons', { ...lesson, lessonDate: date }],
    'POST /api/lessons/create-recommended': (date) => [
      '/api/lessons/create-recommended',
      { ...lesson, lessonDate: date },
    ],
    'PUT /api/lessons/:id': (date) => [`/api/lessons/${weekly}`, { lessonDate: date }],
    'PATCH /api/lessons/:id/edit': (date) => [
      `/api/lessons/${weekly}/edit`,
      { lessonDate: date, originalDate: date, startTime: '11:00', duration: 45 },
    ],
    'GET /api/lessons/:id/cancellation': (date) => [`/api/lessons/${weekly}/cancellation?lessonDate=${date}`],
    'PATCH /api/lessons/:id/cancellation': (date) => [
      `/api/lessons/${weekly}/cancellation`,
      { reason: 'Flu', outcome: { owed: true, until: date } },
    ],
    'GET /api/lessons/:id/repairs': (date) => [`/api/lessons/${weekly}/repairs?lessonDate=${date}`],
    'POST /api/lessons/:id/repairs': (date) => [
      `/api/lessons/${weekly}/repairs`,
      {
        lessonDate: date,
        changes: [{ kind: 'move', lessonId: weekly, originalDate: date, startTime: '12:00', revision: '1' }],
      },
    ],
    'POST /api/lessons/:id/repairs/ask': (date) => [
      `/api/lessons/${weekly}/repairs/ask`,
      {
        lessonDate: date,
        changes: [{ kind: 'move', lessonId: weekly, originalDate: date, startTime: '12:00', revision: '1' }],
      },
    ],
    'POST /api/lessons/pins': (date) => ['/api/lessons/pins', { lessonIds: [weekly], pinned: true, until: date }],
    'POST /api/lessons/:id/cancel': (date) => [`/api/lessons/${weekly}/cancel`, { lessonDate: date }],
    'GET /api/lessons/:id/reschedule-suggestions': (date) => [
      `/api/lessons/${weekly}/reschedule-suggestions?${period(date)}`,
    ],
    'PATCH /api/lessons/:id/reschedule': (date) => [
      `/api/lessons/${weekly}/reschedule`,
      { startTime: '12:00', lessonDate: date },
    ],
    'DELETE /api/lessons/:id': (date) => [`/api/lessons/${weekly}?lessonDate=${date}`],
    'POST /api/students': (date) => [
      '/api/students',
      { firstName: 'Ann', lastName: 'Lee', address: '78704', startDate: date },
    ],
    'PUT /api/students/:id': (date) => [`/api/students/${student}`, { startDate: date }],
    'GET /api/students/:id/family-notes': (date) => [`/api/students/${student}/family-notes?before=${date}`],
    'GET /api/students/:id/private-notes': (date) => [`/api/students/${student}/private-notes?before=${date}`],
    'PUT /api/students/:id/family-notes/:date': (date) => [
      `/api/students/${student}/family-notes/${date}`,
      { text: '' },
    ],
    'PUT /api/students/:id/private-notes/:date': (date) => [
      `/api/students/${student}/private-notes/${date}`,
      { text: '' },
    ],
    'POST /api/students/optimize': (date) => [
      '/api/students/optimize',
      {
        studentId: student,
        optimizationType: 'add-only',
        time: { teacherId: teacher, dayOfWeek: 2, startTime: '12:00', from: date },
      },
    ],
    'GET /api/accounts/:payerId/statement': (date) => [`/api/accounts/${student}/statement?from=${date}&to=${date}`],
    'GET /api/accounts/:payerId/statement.csv': (date) => [
      `/api/accounts/${student}/statement.csv?from=${date}&to=${date}`,
    ],
    'GET /api/accounts/:payerId/statement.pdf': (date) => [
      `/api/accounts/${student}/statement.pdf?from=${date}&to=${date}`,
    ],
    'POST /api/accounts/:payerId/statement/send': (date) => [
      `/api/accounts/${student}/statement/send`,
      { from: date, to: date, email: 'lee@example.com' },
    ],
    'POST /api/accounts/:payerId/opening-balances': (date) => [
      `/api/accounts/${student}/opening-balances`,
      { date, side: 'owes', amount: 10 },
    ],
    'PATCH /api/opening-balances/:id': (date) => ['/api/opening-balances/none', { date }],
    'POST /api/accounts/:payerId/refunds': (date) => [
      `/api/accounts/${student}/refunds`,
      { date, amount: 10, method: 'cash' },
    ],
    'GET /api/payments': (date) => [`/api/payments?from=${date}&to=${date}`],
    'GET /api/payments.csv': (date) => [`/api/payments.csv?from=${date}&to=${date}`],
    'POST /api/payments': (date) => ['/api/payments', { payerId: student, date, amount: 10, method: 'cash' }],
    'PATCH /api/payments/:id': (date) => ['/api/payments/none', { date }],
    'POST /api/charges': (date) => [
      '/api/charges',
      { studentId: student, date, category: 'book', description: 'Scales', amount: 10 },
    ],
    'POST /api/requests/:id/answer': (date) => [
      '/api/requests/none/answer',
      { answer: 'offer', times: [{ date, startTime: '10:00' }] },
    ],
    'PATCH /api/charges/:id': (date) => ['/api/charges/none', { date }],
    'POST /api/branches/:id/plan': (date) => ['/api/branches/none/plan', { startsOn: date }],
    'POST /api/inquiries/:id/add': (date) => [
      '/api/inquiries/none/add',
      { firstName: 'Ann', lastName: 'Lee', address: '78704', teacherId: teacher, startDate: date },
    ],
    'POST /api/schedule/curve': (date) => [
      '/api/schedule/curve',
      { teacherIds: [teacher], studentIds: [student], startsOn: date },
    ],
    'POST /api/schedule/generate': (date) => [
      '/api/schedule/generate',
      { teacherIds: [teacher], studentIds: [student], startsOn: date },
    ],
  };
};

test('every call with dates refuses those before 1901 and after 2100 in a sentence, and answers those on the edge', async () => {
  const known = calls();
  expect(Object.keys(known).toSorted()).toEqual(allEndpoints.filter(takesDates).map(nameOf).toSorted());
  for (const [name, call] of Object.entries(known)) {
    const [method = ''] = name.split(' ');
    const answer = async (date: string) => {
      const [path, body] = call(date);
      const { status, text } = await dana.call(method, path, body);
      return { name, date, status, text };
    };
    const outside = [
      ['0001-01-01', 'after the year 1900'],
      ['1900-12-31', 'after the year 1900'],
      ['2101-01-01', 'before the year 2101'],
      ['2199-12-31', 'before the year 2101'],
    ] as const;
    for (const [date, limit] of outside)
      expect(await answer(date)).toEqual({
        name,
        date,
        status: 400,
        text: expect.stringMatching(new RegExp(`^(This|"\\w+") must be a date ${limit}\\.$`)),
      });
    for (const date of ['1901-01-01', '2100-12-31'])
      expect((await answer(date)).status, `${name} ${date}`).toBeLessThan(500);
  }
});
