import { expect, test } from 'vitest';
import { dana, inOwnStudio, rondo } from '../../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { refused, type Answer } from '../../../testing/visitor.ts';

inOwnStudio();

const ok = ({ status, text, json }: Answer) => {
  expect(status, text).toBe(200);
  return json;
};
const batchOf = (answer: Answer): string => {
  ok(answer);
  return answer.headers.get('rondo-batch') ?? '';
};
type Query = Readonly<Record<string, string>>;
const history = async (query: Query = {}) =>
  ok(await dana.get(`/api/history?${new URLSearchParams(query).toString()}`));
const sentences = async (query: Query = {}): Promise<string[]> =>
  (await history(query)).entries.map(({ sentence }: { sentence: string }) => sentence.replaceAll('\u00a0', ' '));

const studio = async () => {
  const teacherId = await addTeacher(dana, 'Marcus Bell', everyDay);
  const studentId = await addStudent(dana, 'Theo Park', everyDay, { teacherId });
  const entry = { teacherId, studentId, startTime: '16:00', duration: 45 };
  const { id: lessonId } = ok(await dana.post('/api/lessons', { ...entry, lessonDate: '', dayOfWeek: 2 }));
  return { teacherId, studentId, lessonId };
};

test('the history tells each batch in a sentence, newest first, and finds it by what it concerns', async () => {
  const { teacherId, studentId, lessonId } = await studio();
  const cancelled = batchOf(await dana.post(`/api/lessons/${lessonId}/cancel`, { lessonDate: '2026-12-08' }));
  const { entries } = await history({ limit: '1' });
  expect(entries).toMatchObject([
    {
      batchId: cancelled,
      by: { kind: 'user' },
      kind: 'lessons',
      sentence: 'Cancelled Theo Park on Tue, Dec 8',
      parts: [{ sentence: 'Cancelled Theo Park on Tue, Dec 8', studentId, teacherId }],
      partsCount: 1,
      students: [studentId],
      teachers: [teacherId],
      undone: null,
      undoes: null,
      undoable: true,
    },
  ]);
  expect((await sentences()).slice(0, 3)).toEqual([
    'Cancelled Theo Park on Tue, Dec 8',
    'Added Theo Park, Tuesdays at 4:00 PM from Mon, Nov 23',
    'Changed the teachers of Theo Park',
  ]);
  expect((await sentences()).at(-1)).toBe('Opened the studio');
  expect(await sentences({ lessonId })).toHaveLength(2);
  expect(await sentences({ kind: 'teachers' })).toEqual(['Added Marcus Bell']);
  expect(await sentences({ q: 'theo cancel' })).toEqual(['Cancelled Theo Park on Tue, Dec 8']);
  expect(await sentences({ studentId: 'nobody' })).toEqual([]);
});

test('pages follow each other without gap or repetition', async () => {
  await studio();
  const all = await sentences();
  const found: string[] = [];
  for (let next: string | null = ''; next !== null;) {
    const page = await history({ limit: '2', ...(next === '' ? {} : { before: next }) });
    found.push(...page.entries.map(({ sentence }: { sentence: string }) => sentence.replaceAll('\u00a0', ' ')));
    next = page.next;
  }
  expect(found).toEqual(all);
  expect(found.length).toBeGreaterThan(3);
});

test('an undo names what it undoes, and an undo that is undone no longer counts', async () => {
  const { teacherId } = await studio();
  const removal = batchOf(await dana.delete(`/api/teachers/${teacherId}`));
  const [entry] = (await history({ limit: '1' })).entries;
  expect(entry.sentence).toBe('Deleted Marcus Bell, with the lessons of 1 student');
  const undo = batchOf(await dana.post('/api/undo', { batchId: removal }));
  const [undone, undoing] = (await history({ limit: '2' })).entries.toReversed();
  expect(undoing).toMatchObject({ batchId: undo, undoes: removal });
  expect(undoing.sentence).toBe('Undid: deleted Marcus Bell, with the lessons of 1 student');
  expect(undone).toMatchObject({ batchId: removal, undone: undo });
  const redo = batchOf(await dana.post('/api/undo', { batchId: undo }));
  const [again, , first] = (await history({ limit: '3' })).entries;
  expect(again).toMatchObject({ batchId: redo, undoes: undo });
  expect(again.sentence).toBe('Did again: deleted Marcus Bell, with the lessons of 1 student');
  expect(first).toMatchObject({ batchId: removal, undone: null });
});

test('names are as they are now, of removed people the last', async () => {
  const { studentId } = await studio();
  ok(await dana.put(`/api/students/${studentId}`, { lastName: 'Parker' }));
  ok(await dana.delete(`/api/students/${studentId}`));
  expect((await sentences()).filter((text) => text.includes('Theo Park '))).toEqual([]);
  expect((await sentences()).slice(0, 1)).toEqual(['Deleted Theo Parker, with 1 lesson']);
  expect(await sentences({ q: 'parker', kind: 'students' })).toContain('Added Theo Parker');
});

test('the moments around an entry show what stood then', async () => {
  const { lessonId } = await studio();
  const cancelled = batchOf(await dana.post(`/api/lessons/${lessonId}/cancel`, { lessonDate: '2026-12-08' }));
  const entry = (await history()).entries.find(({ batchId }: { batchId: string }) => batchId === cancelled);
  const lessonsAt = async (asOf: string) =>
    ok(await dana.get(`/api/lessons?${new URLSearchParams({ asOf }).toString()}`));
  expect(await lessonsAt(entry.at)).toHaveLength(2);
  expect(await lessonsAt(entry.before)).toHaveLength(1);
  expect((await history()).entries.at(-1)).toMatchObject({ before: null, undoable: 'The studio begins with this.' });
});

test.each([
  ['limit', '0'],
  ['limit', '101'],
  ['kind', 'everything'],
  ['studentId', 'a b'],
  ['before', 'yesterday'],
  ['until', 'yesterday'],
  ['q', 'x'.repeat(81)],
  ['by', 'them'],
])('%s of %s is refused', async (name, value) => {
  expect((await dana.get(`/api/history?${new URLSearchParams({ [name]: value }).toString()}`)).status).toBe(400);
});

test('another studio sees nothing of it', async () => {
  const { studentId } = await studio();
  const other = await rondo.visitor().register('other-history@example.com');
  expect(ok(await other.get(`/api/history?studentId=${studentId}`)).entries).toEqual([]);
  expect(refused(await other.post('/api/undo', { batchId: (await history()).entries[0].batchId }))[0]).toBe(404);
});

test('a preview of an undo counts what would change and changes nothing', async () => {
  const { teacherId, lessonId } = await studio();
  const preview = async (batchId: string) => ok(await dana.post('/api/undo/preview', { batchId }));
  const cancelled = batchOf(await dana.post(`/api/lessons/${lessonId}/cancel`, { lessonDate: '2026-12-08' }));
  const none = { lessons: 0, students: 0, teachers: 0, families: 0, invoices: 0, reports: 0 };
  expect(await preview(cancelled)).toEqual({
    sentence: 'Cancelled Theo Park on Tue, Dec 8',
    counts: { ...none, lessons: 1 },
    first: ['Theo Park back to Tue, Dec 8, 4:00\u00a0PM'],
    refusal: null,
  });
  const removal = batchOf(await dana.delete(`/api/teachers/${teacherId}`));
  const before = await history();
  expect(await preview(removal)).toMatchObject({
    counts: { ...none, lessons: 1, students: 1, teachers: 1 },
    refusal: null,
  });
  const refusal = (await preview(cancelled)).refusal;
  expect(refused(await dana.post('/api/undo', { batchId: cancelled }))).toEqual([409, refusal]);
  expect(await history()).toEqual(before);
  expect(refused(await dana.post('/api/undo/preview', { batchId: 'unknown' }))).toEqual(
    refused(await dana.post('/api/undo', { batchId: 'unknown' })),
  );
  const other = await rondo.visitor().register('other-preview@example.com');
  expect((await other.post('/api/undo/preview', { batchId: removal })).status).toBe(404);
});
