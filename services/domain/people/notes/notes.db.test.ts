import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { beforeAll, expect, test } from 'vitest';
import { dana, inOneStudio, rondo } from '../../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { batchOf, ok, refused, restoreTo, type Visitor } from '../../../testing/visitor.ts';

inOneStudio();

const today = '2026-11-23';
const changed = [412, 'This note was changed somewhere else in the meantime.'];
let teacher: string;
let ann: string;

beforeAll(async () => {
  teacher = await addTeacher(dana, 'Dana Whitfield', everyDay);
  ann = await addStudent(dana, 'Ann Lee', everyDay);
  ok(await dana.patch('/api/settings', { familyPage: true }));
});

const write = (kind: 'family' | 'private', body: object, date = today, of = ann) =>
  dana.put(`/api/students/${of}/${kind}-notes/${date}`, body);
const list = async (kind: 'family' | 'private', of = ann) => ok(await dana.get(`/api/students/${of}/${kind}-notes`));
const undo = async (batchId: string) => ok(await dana.post('/api/undo', { batchId }));
const sentence = async () => ok(await dana.get('/api/history?limit=1')).entries[0].sentence;
const familyOf = async (recipientId: string): Promise<Visitor> => {
  const [{ url }] = ok(await dana.post('/api/families/links', { recipientIds: [recipientId] }));
  const family = rondo.visitor();
  ok(await family.post('/api/family/session', { k: String(url).split('#k=')[1] }));
  return family;
};

test('a family reads a note from when it is shared until it is taken off its page, and sees that it was changed', async () => {
  const family = await familyOf(ann);
  const onPage = async () => ok(await family.get('/api/family')).notes;
  const draft = ok(await write('family', { text: '  Scales in G.\nCount aloud. ' }));
  expect(draft).toEqual({
    date: today,
    text: 'Scales in G.\nCount aloud.',
    shared: false,
    editedOn: null,
    revision: '1',
  });
  expect(await sentence()).toBe('Wrote Ann Lee’s note of Mon, Nov 23');
  expect(await onPage()).toEqual([]);
  const shared = await write('family', { text: 'Scales in G.', share: true, revision: draft.revision });
  expect(ok(shared)).toMatchObject({ text: 'Scales in G.', shared: true, editedOn: null });
  expect(await sentence()).toBe('Shared Ann Lee’s note of Mon, Nov 23 with the family');
  expect(await onPage()).toEqual([{ student: 'Ann', date: today, text: 'Scales in G.', editedOn: null }]);
  const edited = await write('family', { text: 'Scales in D.' });
  expect(await onPage()).toEqual([{ student: 'Ann', date: today, text: 'Scales in D.', editedOn: today }]);
  await undo(batchOf(edited));
  expect(await onPage()).toEqual([{ student: 'Ann', date: today, text: 'Scales in G.', editedOn: null }]);
  const off = await write('family', { text: 'Scales in G.', share: false });
  expect(await sentence()).toBe('Took Ann Lee’s note of Mon, Nov 23 off the family’s page');
  expect(await onPage()).toEqual([]);
  await undo(batchOf(off));
  const deleted = await write('family', { text: '' });
  expect(ok(deleted)).toEqual({ date: today, text: '', shared: false, editedOn: null, revision: '0' });
  expect(await sentence()).toBe('Deleted Ann Lee’s note of Mon, Nov 23');
  expect([await onPage(), await list('family')]).toEqual([[], { entries: [], next: null }]);
  await undo(batchOf(deleted));
  expect(await onPage()).toHaveLength(1);
  await undo(batchOf(shared));
  expect(await list('family')).toMatchObject({ entries: [{ text: 'Scales in G.\nCount aloud.', shared: false }] });
});

test('a note that was changed on another page is not written over', async () => {
  const of = await addStudent(dana, 'Eve Stone', everyDay);
  for (const kind of ['family', 'private'] as const) {
    const first = ok(await write(kind, { text: 'One', revision: '0' }, today, of));
    expect(refused(await write(kind, { text: 'Two', revision: '0' }, today, of))).toEqual(changed);
    const second = ok(await write(kind, { text: 'Two', revision: first.revision }, today, of));
    expect(refused(await write(kind, { text: 'Three', revision: first.revision }, today, of))).toEqual(changed);
    const same = await write(kind, { text: 'Two', revision: second.revision }, today, of);
    expect([ok(same).revision, batchOf(same)]).toEqual([second.revision, '']);
    ok(await write(kind, { text: '' }, today, of));
    expect(refused(await write(kind, { text: 'Three', revision: second.revision }, today, of))).toEqual([
      412,
      'This note was deleted somewhere else in the meantime.',
    ]);
  }
});

test('a note is of a day that has come, of a student who is there, and not too long', async () => {
  for (const kind of ['family', 'private'] as const) {
    expect(refused(await write(kind, { text: 'Scales' }, addDays(today, 1)))).toEqual([
      400,
      'A note is for a day that has come.',
    ]);
    expect(refused(await write(kind, { text: 'Scales' }, today, 'nobody'))).toEqual([404, 'There is no such student.']);
    expect(refused(await dana.get(`/api/students/nobody/${kind}-notes`))[0]).toBe(404);
    expect(refused(await write(kind, { text: 'x'.repeat(4001) }))).toEqual([
      400,
      '"text" must be at most 4000 characters long.',
    ]);
    expect(refused(await write(kind, { text: 'x', mail: true }))[0]).toBe(400);
    expect(refused(await write(kind, {}))[0]).toBe(400);
    expect(refused(await write(kind, { text: 'Null\0' }))[0]).toBe(400);
  }
  expect(refused(await write('private', { text: 'x', share: true }))[0]).toBe(400);
  expect(refused(await write('family', { text: '  ', share: true }))).toEqual([
    400,
    'Please write the note before you share it.',
  ]);
  const other = await rondo.visitor().register('stranger@example.com');
  expect((await other.put(`/api/students/${ann}/private-notes/${today}`, { text: 'x' })).status).toBe(404);
  expect((await other.get(`/api/students/${ann}/private-notes`)).status).toBe(404);
});

test('many notes are listed in pages', async () => {
  const of = await addStudent(dana, 'Ida Moss', everyDay);
  const { id: studioId } = ok(await dana.get('/api/user'));
  const [live] = await rondo.query(
    `select schema_name from projections.read_models where model = 'familynotes' and state = 'live'`,
  );
  await rondo.query(
    `insert into ${live?.['schema_name']}.family_notes select '${studioId}', '${of}', to_char(date '2026-01-01' + n, 'YYYY-MM-DD'), 'Note ' || n,
      true, null, n from generate_series(1, 102) as n`,
  );
  const first = await list('family', of);
  expect(first).toMatchObject({ next: '2026-01-04' });
  expect(first.entries).toHaveLength(100);
  expect(first.entries[0]).toMatchObject({ date: '2026-04-13', text: 'Note 102', revision: '103' });
  expect(ok(await dana.get(`/api/students/${of}/family-notes?before=${first.next}`))).toMatchObject({
    entries: [{ date: '2026-01-03' }, { date: '2026-01-02' }],
    next: null,
  });
});

test('the newest note of both kinds stands at the next lesson; a day before the student was added is refused', async () => {
  const added = new Date().toISOString().slice(0, 10);
  const of = await addStudent(dana, 'Ida Moss', everyDay);
  const date = addDays(added, 30);
  rondo.setNow(Date.parse(`${date}T18:00:00Z`));
  expect(refused(await write('family', { text: 'x' }, addDays(added, -3), of))).toEqual([
    400,
    expect.stringMatching(/^A note is for a day since \w{3}, \w{3} \d+, when the student was added\.$/),
  ]);
  ok(await dana.post('/api/lessons', { teacherId: teacher, studentId: of, startTime: '15:00', lessonDate: date }));
  const lastNote = async () =>
    ok(await dana.get(`/api/day?teacherId=${teacher}&date=${date}`)).stops.find(
      (stop: { studentId: string }) => stop.studentId === of,
    ).lastNote;
  expect(await lastNote()).toBeNull();
  const newest = addDays(added, 9);
  for (const day of [newest, addDays(added, 2)]) ok(await write('family', { text: `Note ${day}` }, day, of));
  expect(await lastNote()).toEqual({ date: newest, kind: 'family', text: `Note ${newest}` });
  ok(await write('private', { text: 'Ask about the recital.' }, newest, of));
  expect(await lastNote()).toEqual({ date: newest, kind: 'private', text: 'Ask about the recital.' });
  ok(await write('family', { text: 'Today' }, date, of));
  expect(await lastNote()).toEqual({ date, kind: 'family', text: 'Today' });
  rondo.setNow(Date.parse('2026-11-23T15:00:00Z'));
});

test('notes of a student who is removed come back with the student; a restore leaves them as they are', async () => {
  const of = await addStudent(dana, 'Flo Webb', everyDay);
  const asOf = new Date().toISOString();
  ok(await write('family', { text: 'Shared with Flo', share: true }, today, of));
  ok(await write('private', { text: 'About Flo' }, today, of));
  const removed = await dana.delete(`/api/students/${of}`);
  ok(removed);
  expect((await dana.get(`/api/students/${of}/family-notes`)).status).toBe(404);
  expect((await write('private', { text: 'x' }, today, of)).status).toBe(404);
  await undo(batchOf(removed));
  expect(await list('private', of)).toMatchObject({ entries: [{ text: 'About Flo' }] });
  const { counts } = ok(await dana.get(`/api/restore/preview?asOf=${encodeURIComponent(asOf)}`));
  expect(counts).toBeDefined();
  ok(await restoreTo(dana, asOf));
  await expect
    .poll(async () => ok(await dana.get('/api/students')).some(({ id }: { id: string }) => id === of))
    .toBe(true);
  expect(await list('family', of)).toMatchObject({ entries: [{ text: 'Shared with Flo', shared: true }] });
});

test('no answer, calendar, invoice or file that a family gets has a private note or a draft', async () => {
  const of = await addStudent(dana, 'Gus Park', everyDay);
  const sibling = await addStudent(dana, 'Hal Park', everyDay);
  ok(await dana.put(`/api/students/${of}`, { paymentType: 'per_lesson', perLessonRate: 40 }));
  const { contacts } = ok(
    await dana.post('/api/households', {
      studentIds: [of, sibling],
      contacts: [
        { name: 'Lena', email: 'lena@example.com', gets: 'both' },
        { name: 'Pay', email: 'pay@example.com', gets: 'invoices' },
      ],
    }),
  );
  const [lena, pay] = contacts.map(({ id }: { id: string }) => id);
  ok(
    await dana.post('/api/lessons', {
      teacherId: teacher,
      studentId: of,
      dayOfWeek: 1,
      startTime: '16:00',
      lessonDate: '',
    }),
  );
  ok(await write('private', { text: 'canary-private' }, today, of));
  ok(await write('private', { text: 'canary-sibling' }, today, sibling));
  ok(await write('family', { text: 'canary-draft' }, today, sibling));
  ok(await write('family', { text: 'For the family', share: true }, today, of));
  const feed = new URL(ok(await dana.post(`/api/students/${of}/generate-calendar-url`)).subscribableUrl).pathname;
  const family = await familyOf(lena);
  const page = await family.get('/api/family');
  expect(ok(page).notes).toEqual([{ student: 'Gus', date: today, text: 'For the family', editedOn: null }]);
  const { ref } = ok(page).lessons[0];
  const answers = [
    page,
    await rondo.visitor().get(feed),
    await family.get(`/api/family/lessons/${ref}/outcome`),
    await family.get(`/api/students/${of}/private-notes`),
    await family.get(`/api/students/${of}/family-notes`),
    await dana.get('/api/changes'),
    await dana.get('/api/history'),
    await dana.get('/api/lessons.csv?from=2026-11-23&to=2026-12-13'),
    await dana.get('/api/search?q=canary'),
  ];
  expect(answers.map(({ text }) => text).join('\n')).not.toContain('canary');
  const invoices = await (await familyOf(pay)).get('/api/family');
  expect(ok(invoices).notes).toEqual([]);
  expect(invoices.text).not.toContain('canary');
});
