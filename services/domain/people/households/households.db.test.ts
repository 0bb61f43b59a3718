import { expect, test } from 'vitest';
import { dana, inOwnStudio, rondo } from '../../../testing/own-studio.ts';
import { batchOf, ok, restoreTo, type Answer } from '../../../testing/visitor.ts';

inOwnStudio();

type Family = { id: string; name: string; studentIds: string[]; formerStudentIds: string[]; revision: string };
type Contact = { id: string; name: string; email: string | null; phone: string | null; gets: string };

const student = async (name: string, more: Record<string, unknown> = {}): Promise<string> => {
  const [firstName, lastName] = name.split(' ');
  const address = '4508 Banister Ln';
  return ok(await dana.post('/api/students', { firstName, lastName, address, zipCode: '78745', ...more })).id;
};
const families = async (query = ''): Promise<Family[]> => ok(await dana.get(`/api/households${query}`));
const familyOf = async (studentId: string): Promise<string | null> =>
  ok(await dana.get('/api/students')).find(({ id }: { id: string }) => id === studentId)?.householdId;
const move = (studentId: string, householdId: string | null) =>
  dana.put(`/api/students/${studentId}/household`, { householdId });
const make = (studentIds: readonly string[], more: Record<string, unknown> = {}) =>
  dana.post('/api/households', { studentIds, ...more });
const undo = (answer: Answer) => dana.post('/api/undo', { batchId: batchOf(answer) });
const sentence = ({ status, text }: Answer): [number, string] => [status, text];

test('a family has a name and contacts from its students, as one batch that can be undone and done again', async () => {
  const mia = await student('Mia Park', { email: 'jin@example.com', phone: '(512) 555-0142' });
  const theo = await student('Theo Park', { email: 'Jin@example.com' });
  const made = await make([theo, mia]);
  const family = ok(made);
  expect(family).toMatchObject({
    name: 'Park family',
    address: null,
    contacts: [{ name: 'Park family', phone: '(512) 555-0142', gets: 'both' }],
    studentIds: [mia, theo],
    formerStudentIds: [],
    failed: [],
  });
  expect(family.contacts[0].email.toLowerCase()).toBe('jin@example.com');
  expect([await familyOf(mia), await familyOf(theo)]).toEqual([family.id, family.id]);
  const { entries } = ok(await dana.get('/api/history?limit=1'));
  expect(entries).toMatchObject([{ kind: 'families', sentence: 'Made the Park family of Theo Park and Mia Park' }]);
  const preview = ok(await dana.post('/api/undo/preview', { batchId: batchOf(made) }));
  expect([preview.refusal, preview.counts.families, preview.counts.students]).toEqual([null, 1, 0]);
  const undone = await undo(made);
  ok(undone);
  expect([await families(), await familyOf(mia)]).toEqual([[], null]);
  ok(await undo(undone));
  const [again] = await families();
  expect(again).toMatchObject({ id: family.id, name: 'Park family', studentIds: [mia, theo] });
  expect(await familyOf(theo)).toBe(family.id);
});

test('without email addresses the phones are contacts, and last names that differ stand A to Z', async () => {
  const ids = [
    await student('Ann Olsen', { phone: '(512) 555-0128' }),
    await student('Ben Jensen', { phone: '(512) 555-0134' }),
    await student('Cleo Jensen', { phone: '(512) 555-0134' }),
  ];
  const { name, contacts } = ok(await make(ids));
  expect(name).toBe('Jensen and Olsen family');
  expect(contacts.map(({ phone, email }: Contact) => [phone, email])).toEqual([
    ['(512) 555-0128', null],
    ['(512) 555-0134', null],
  ]);
});

test('a student joins, moves and leaves; the same again changes nothing', async () => {
  const [mia, theo, ben] = [await student('Mia Park'), await student('Theo Park'), await student('Ben Ito')];
  const park = ok(await make([mia, theo]));
  const ito = ok(await make([ben]));
  const moved = await move(theo, ito.id);
  expect(ok(moved)).toMatchObject({ id: theo, householdId: ito.id });
  expect((await families()).map(({ studentIds }) => studentIds)).toEqual([[ben, theo], [mia]]);
  const again = await move(theo, ito.id);
  expect([ok(again).householdId, again.headers.get('rondo-batch')]).toEqual([ito.id, null]);
  expect(ok(await undo(moved)).success).toBe(true);
  expect(await familyOf(theo)).toBe(park.id);
  expect(ok(await move(theo, null))).toMatchObject({ householdId: null });
  expect(sentence(await make([ben, theo]))).toEqual([409, 'Ben Ito is in the Ito family already.']);
  expect(sentence(await move(theo, 'nobody'))).toEqual([404, 'There is no such family.']);
  expect(sentence(await move('nobody', park.id))).toEqual([404, 'There is no such student.']);
  expect(sentence(await make(['nobody']))).toEqual([404, 'There is no such student.']);
});

test('a change replaces the contacts, of which known ones keep their ids, and a stale one is refused', async () => {
  const { id, revision, contacts } = ok(await make([await student('Mia Park', { email: 'jin@example.com' })]));
  const [jin] = contacts;
  const body = {
    name: 'Park-Lee family',
    contacts: [
      { name: 'Sora Lee', gets: 'schedule', phone: '1' },
      { ...jin, gets: 'invoices' },
    ],
    revision,
  };
  const changed = await dana.patch(`/api/households/${id}`, body);
  const after = ok(changed);
  expect(after.name).toBe('Park-Lee family');
  expect(after.contacts[1]).toEqual({ ...jin, gets: 'invoices' });
  expect(after.contacts[0]).toMatchObject({ name: 'Sora Lee', email: null, phone: '1', gets: 'schedule' });
  expect(sentence(await dana.patch(`/api/households/${id}`, body))).toEqual([
    412,
    'This family was changed somewhere else in the meantime.',
  ]);
  ok(await undo(changed));
  expect((await families())[0]).toMatchObject({ name: 'Park family', contacts });
  expect(sentence(await dana.patch('/api/households/nobody', { name: 'X' }))).toEqual([
    404,
    'There is no such family.',
  ]);
});

test('a family has at most 20 students, 6 contacts with what each gets, and at least one student', async () => {
  const ids = [];
  for (let i = 0; i < 21; i += 1) ids.push(await student(`Kid${i} Park`));
  const most = 'A family has at most 20 students.';
  expect(sentence(await make(ids))).toEqual([400, most]);
  expect(sentence(await make([]))).toEqual([400, 'Please select at least one student.']);
  const { id } = ok(await make(ids.slice(0, 20)));
  expect(sentence(await move(ids[20] ?? '', id))).toEqual([400, most]);
  const contact = { name: 'Jin', gets: 'both' };
  const patch = (contacts: unknown) => dana.patch(`/api/households/${id}`, { contacts });
  expect(sentence(await patch(Array.from({ length: 7 }, () => contact)))).toEqual([
    400,
    'A family has at most 6 contacts.',
  ]);
  expect(sentence(await patch([{ name: 'Jin' }]))).toEqual([400, 'Please choose what the contact gets.']);
  expect(sentence(await patch([{ ...contact, email: 'jin@' }]))).toEqual([400, 'Please enter a valid email address.']);
});

test('two tabs that make a family of one student at once make one', async () => {
  const [mia, theo, ben] = [await student('Mia Park'), await student('Theo Park'), await student('Ben Park')];
  const answers = await Promise.all([make([mia, theo]), make([mia, ben]), make([mia])]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.text).toBe('Mia Park is in the Park family already.');
  expect(await families()).toHaveLength(1);
});

test('a family whose answer was lost is completed by repeating the call, without those who joined another one since', async () => {
  const [mia, theo] = [await student('Mia Park'), await student('Theo Park')];
  const send = () => dana.post('/api/households', { studentIds: [mia, theo] }, { 'Idempotency-Key': 'lost' });
  const first = ok(await send());
  await rondo.query('update commands.command_keys set answer = null where answer is not null returning command_id');
  ok(await move(theo, null));
  const other = ok(await make([theo], { name: 'Theo alone' }));
  expect(ok(await send())).toMatchObject({ id: first.id, studentIds: [mia] });
  expect(await familyOf(theo)).toBe(other.id);
  expect(await families()).toHaveLength(2);
});

test('a deleted student stays a former member, and returns to the family if it still stands', async () => {
  const [mia, theo] = [await student('Mia Park'), await student('Theo Park')];
  const { id } = ok(await make([mia, theo]));
  const between = new Date().toISOString();
  const removed = await dana.delete(`/api/students/${theo}`);
  ok(removed);
  expect(await families()).toMatchObject([{ studentIds: [mia], formerStudentIds: [theo] }]);
  expect(await families(`?asOf=${between}`)).toMatchObject([{ studentIds: [mia, theo], formerStudentIds: [] }]);
  const back = await undo(removed);
  ok(back);
  expect(await familyOf(theo)).toBe(id);
  ok(await undo(back));
  ok(await dana.delete(`/api/households/${id}`));
  ok(await undo(removed));
  expect([await families(), await familyOf(theo)]).toEqual([[], null]);
});

test('deleting a family takes its students out; one that has an account stays', async () => {
  const [mia, theo] = [await student('Mia Park'), await student('Theo Park')];
  const { id } = ok(await make([mia, theo]));
  const deleted = await dana.delete(`/api/households/${id}`);
  expect(ok(deleted)).toEqual({ success: true });
  expect([await families(), await familyOf(mia)]).toEqual([[], null]);
  expect(sentence(await dana.delete(`/api/households/${id}`))).toEqual([404, 'There is no such family.']);
  ok(await undo(deleted));
  expect(await families()).toMatchObject([{ id, studentIds: [mia, theo] }]);
  const other = await rondo.visitor().register('other@example.com');
  expect(sentence(await other.delete(`/api/households/${id}`))).toEqual([404, 'There is no such family.']);
  expect(ok(await other.get('/api/households'))).toEqual([]);
});

test('a restore leaves families and who belongs to them as they are', async () => {
  const [mia, theo] = [await student('Mia Park'), await student('Theo Park')];
  const before = new Date().toISOString();
  const { id } = ok(await make([mia, theo]));
  ok(await dana.put(`/api/students/${mia}`, { firstName: 'Maya' }));
  ok(await dana.delete(`/api/students/${theo}`));
  ok(await restoreTo(dana, before));
  await expect.poll(async () => (await families())[0]?.formerStudentIds).toEqual([]);
  expect(await families()).toMatchObject([{ id, studentIds: [mia, theo] }]);
  const names = ok(await dana.get('/api/students')).map(({ name }: { name: string }) => name);
  expect(names).toEqual(['Mia Park', 'Theo Park']);
});

test('students who share an address and a last name, a phone or an email address are suggested until they are dismissed', async () => {
  const [mia, theo] = [await student('Mia Park'), await student('Theo Park')];
  const suggestions = async () => ok(await dana.get('/api/households/suggestions'));
  expect(await suggestions()).toEqual([
    {
      studentIds: [mia, theo],
      householdId: null,
      name: 'Park family',
      because: 'address',
      text: 'Mia and Theo Park live at 4508 Banister Ln and share a last name.',
    },
  ]);
  const dismissed = await dana.post('/api/households/suggestions/dismiss', { studentIds: [theo, mia] });
  ok(dismissed);
  expect(await suggestions()).toEqual([]);
  ok(await undo(dismissed));
  expect(await suggestions()).toHaveLength(1);
  const { id } = ok(await make([mia, theo]));
  const ben = await student('Ben Park');
  expect(await suggestions()).toEqual([
    {
      studentIds: [ben],
      householdId: id,
      name: 'Park family',
      because: 'address',
      text: 'Ben Park and the Park family live at 4508 Banister Ln and share a last name.',
    },
  ]);
  const unknown = await dana.post('/api/households/suggestions/dismiss', { studentIds: ['nobody'] });
  expect(sentence(unknown)).toEqual([404, 'There is no such student.']);
});
