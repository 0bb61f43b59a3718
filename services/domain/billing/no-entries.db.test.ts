import { afterAll, beforeAll, expect, test } from 'vitest';
import { mondayMorning } from '../../testing/settable-time.ts';
import { addStudent, addTeacher, everyDay } from '../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../testing/test-rondo.ts';
import { batchOf, ok, type Visitor } from '../../testing/visitor.ts';

// It is Monday, November 23, 2026. Kim pays by the month, and November is charged before her first lesson is entered: an invoice with no
// lessons on it.
let rondo: TestRondo;
let dana: Visitor;
let teacher: string;
let kim: string;
let invoice: string;

beforeAll(async () => {
  rondo = await testRondo(mondayMorning);
  dana = await rondo.visitor().register('dana@example.com');
  teacher = await addTeacher(dana, 'Dana Whitfield', everyDay);
  kim = await addStudent(dana, 'Kim Park', everyDay, { teacherId: teacher });
  ok(await dana.put(`/api/students/${kim}`, { paymentType: 'monthly', monthlyRate: 150 }));
  const period = { billingPeriodStart: '2026-11-01', billingPeriodEnd: '2026-11-30' };
  const made = await dana.post('/api/invoices/generate', { teacherId: null, ...period, selectedStudentIds: [kim] });
  expect(ok(made)).toMatchObject([{ total: 150, items: [{ itemType: 'monthly' }] }]);
  invoice = ok(made)[0].id;
  const weekly = { teacherId: teacher, studentId: kim, startTime: '16:00', duration: 45, lessonDate: '', dayOfWeek: 2 };
  ok(await dana.post('/api/lessons', weekly));
});
afterAll(() => rondo.stop());

test('past lessons of the studio can be changed, deleted and undone', async () => {
  const ann = await addStudent(dana, 'Ann Lee', everyDay, { teacherId: teacher });
  const body = { teacherId: teacher, studentId: ann, startTime: '10:00', duration: 45, lessonDate: '2026-11-20' };
  const added = await dana.post('/api/lessons', body);
  const { id } = ok(added);
  ok(await dana.patch(`/api/lessons/${id}/edit`, { editScope: 'single', startTime: '11:00', duration: 45 }));
  ok(await dana.put(`/api/lessons/${id}`, { startTime: '12:00' }));
  const deleted = await dana.delete(`/api/lessons/${id}`);
  ok(deleted);
  ok(await dana.post('/api/undo', { batchId: batchOf(deleted) }));
  const another = await dana.post('/api/lessons', { ...body, startTime: '14:00' });
  ok(another);
  ok(await dana.post('/api/undo', { batchId: batchOf(another) }));
  const lessons: { studentId: string; startTime: string }[] = ok(await dana.get('/api/lessons'));
  expect(lessons.flatMap(({ studentId, startTime }) => (studentId === ann ? startTime : []))).toEqual(['12:00']);
});

test('it is opened, printed, sent, deleted and brought back', async () => {
  expect(ok(await dana.get(`/api/invoices/${invoice}`))).toMatchObject({ total: 150, entries: [] });
  const pdf = await dana.get(`/api/invoices/${invoice}/pdf`);
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  ok(await dana.put(`/api/invoices/${invoice}/status`, { status: 'sent' }));
  const deleted = await dana.delete(`/api/invoices/${invoice}`);
  ok(deleted);
  expect((await dana.get(`/api/invoices/${invoice}`)).status).toBe(404);
  ok(await dana.post('/api/undo', { batchId: batchOf(deleted) }));
  expect(ok(await dana.get(`/api/invoices/${invoice}`))).toMatchObject({ status: 'sent', total: 150 });
});
