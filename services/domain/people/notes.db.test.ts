import { expect, test } from 'vitest';
import { savedMails } from '../accounts/testing/mails.ts';
import { dana, inOwnStudio, rondo } from '../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../testing/studio-fixture.ts';
import { batchOf, ok } from '../../testing/visitor.ts';

inOwnStudio();

const notes = 'Lockbox 4711.\nAllergic to cats';

const studioOfAnn = async () => {
  const teacherId = await addTeacher(dana, 'Marcus Bell', everyDay);
  const ann = await addStudent(dana, 'Ann Lee', everyDay, { teacherId });
  return { teacherId, ann };
};
const notesNow = async (query = '') => ok(await dana.get(`/api/students${query}`))[0].notes;

test('a student’s notes can be written, undone and cleared, are part of the past, and are at most 2,000 characters', async () => {
  const { ann } = await studioOfAnn();
  expect(await notesNow()).toBeNull();
  const before = new Date().toISOString();
  const written = await dana.put(`/api/students/${ann}`, { notes: `  ${notes}  ` });
  expect(ok(written).notes).toBe(notes);
  const after = new Date().toISOString();
  // A change of something else leaves them.
  ok(await dana.put(`/api/students/${ann}`, { phone: '(512) 555-0199' }));
  expect(await notesNow()).toBe(notes);
  const entries: { sentence: string }[] = ok(await dana.get(`/api/history?studentId=${ann}`)).entries;
  expect(entries.map(({ sentence }) => sentence)).toContain('Changed the notes of Ann Lee');
  const undone = await dana.post('/api/undo', {
    batchId: batchOf(await dana.put(`/api/students/${ann}`, { notes: '' })),
  });
  ok(undone);
  expect(await notesNow()).toBe(notes);
  expect([await notesNow(`?asOf=${before}`), await notesNow(`?asOf=${after}`)]).toEqual([null, notes]);
  expect((await dana.put(`/api/students/${ann}`, { notes: 'x'.repeat(2001) })).status).toBe(400);
  ok(await dana.put(`/api/students/${ann}`, { notes: 'x'.repeat(2000) }));
});

test('no calendar, mail or invoice has them', async () => {
  const { teacherId, ann } = await studioOfAnn();
  const lesson = { teacherId, studentId: ann, startTime: '16:00', duration: 45, lessonDate: '', dayOfWeek: 1 };
  ok(await dana.post('/api/lessons', lesson));
  ok(await dana.put(`/api/students/${ann}`, { notes, perLessonRate: 50 }));
  const shared = ok(await dana.post(`/api/students/${ann}/generate-calendar-url`));
  const feed = (await dana.get(new URL(shared.subscribableUrl).pathname)).text;
  expect(feed).toContain('BEGIN:VEVENT');
  const body = {
    teacherId: null,
    billingPeriodStart: '2026-11-01',
    billingPeriodEnd: '2026-11-30',
    selectedStudentIds: [ann],
  };
  const [invoice] = ok(await dana.post('/api/invoices/generate', body));
  const shown = await dana.get(`/api/invoices/${invoice.id}`);
  ok(await dana.patch('/api/settings', { studioName: 'Moss Strings' }));
  ok(await dana.post(`/api/invoices/${invoice.id}/send`, { email: 'kim@example.com' }));
  const mails = () => savedMails(rondo.dataDir, 'kim@example.com');
  await expect.poll(mails).toHaveLength(1);
  const texts = await mails();
  for (const text of [feed, shown.text, ...texts]) expect(text).not.toMatch(/Lockbox|Allergic/);
});
