import { maxImportBytes, maxImportCards } from '@rondo/contracts/api/people/vcard-file.ts';
import { describe, expect, test } from 'vitest';
import { dana, email, inOwnStudio, rondo } from '../../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { batchOf, fileForm, ok, restoreTo, type Answer, type Visitor } from '../../../testing/visitor.ts';

inOwnStudio();

const card = (...lines: readonly string[]): string =>
  `BEGIN:VCARD\r\nVERSION:3.0\r\n${lines.join('\r\n')}\r\nEND:VCARD\r\n`;
const ruby = card(
  'N:Salazar;Ruby;;;',
  'TEL;TYPE=CELL:(512) 555-0132',
  'ADR;TYPE=HOME:;;10621 Beckett Rd;Austin;TX;78759;',
);
const kai = card('N:Brandt;Kai;;;', 'EMAIL:kai@example.com');
const nameless = card('N:;;;;', 'TEL:(512) 555-0156');

const importing = (visitor: Visitor, content: string | Uint8Array<ArrayBuffer>): Promise<Answer> =>
  visitor.post('/api/students/import-vcards', fileForm(content));
const previewing = (content: string): Promise<Answer> =>
  dana.post('/api/students/import-vcards/preview', fileForm(content));
const students = async (visitor = dana) => ok(await visitor.get('/api/students'));
const names = async (visitor = dana): Promise<string[]> =>
  (await students(visitor)).map(({ name }: { name: string }) => name);

test('a file becomes students without teacher and availability, as one batch that can be undone and redone', async () => {
  const answer = await importing(dana, ruby + nameless + kai + ruby);
  expect(ok(answer)).toEqual({
    success: true,
    imported: 2,
    skipped: 1,
    message: '2 students imported. 1 already here, left out. 1 card could not be imported.',
    errors: [{ row: 2, error: 'A name is required.' }],
  });
  await expect
    .poll(() => students())
    .toMatchObject([
      { name: 'Kai Brandt', email: 'kai@example.com', address: '', latitude: null, origin: 'vcard' },
      {
        firstName: 'Ruby',
        lastName: 'Salazar',
        phone: '(512) 555-0132',
        address: '10621 Beckett Rd, Austin, TX 78759',
        city: 'Austin',
        zipCode: '78759',
        lessonDuration: 45,
        availability: [],
        origin: 'vcard',
        sample: false,
        // Geocoded afterwards, which is no change of the row.
        locationPrecision: 'zip',
        revision: '0',
      },
    ]);
  expect(ok(await dana.get('/api/assignments'))).toEqual([]);
  const before = await students();
  const undone = await dana.post('/api/undo', { batchId: batchOf(answer) });
  ok(undone);
  expect(await students()).toEqual([]);
  ok(await dana.post('/api/undo', { batchId: batchOf(undone) }));
  const withoutRevision = (list: { revision: string }[]) => list.map(({ revision: _, ...student }) => student);
  expect(withoutRevision(await students())).toEqual(withoutRevision(before));
});

test('of several phones, email addresses and addresses the most preferred is taken, and names of emoji are people of their own', async () => {
  const visitor = await rondo.visitor().register('preferred@example.com');
  const preferring = [
    'BEGIN:VCARD',
    'VERSION:4.0',
    'FN:🎹',
    'TEL;PREF=100;TYPE=cell:(512) 555-0100',
    'TEL;PREF=1;TYPE=fax:(512) 555-0101',
    'TEL;TYPE=home;PREF=2:(512) 555-0102',
    'EMAIL;PREF=50:fifty@example.com',
    'EMAIL:none@example.com',
    'EMAIL;PREF=1:first@example.com',
    'ADR;TYPE=home:;;1 Elm St;Austin;TX;78704;',
    'ADR;TYPE=work;PREF=3:;;3 Oak St;Austin;TX;78704;',
    'ADR;TYPE=home;PREF=20:;;20 Ash St;Austin;TX;78704;',
    'END:VCARD',
    '',
  ].join('\r\n');
  const emoji = (name: string) => card(`N:${name};;;;`, 'TEL:(512) 555-0102');
  const file = preferring + ['🎻', '🥁', '🎹', '!!!', '???'].map(emoji).join('');
  expect(ok(await importing(visitor, file))).toMatchObject({ imported: 5, skipped: 1, errors: [] });
  const all: { name: string; phone: string; email: string | null; address: string }[] = await students(visitor);
  expect(all.map(({ name }) => name).toSorted()).toEqual(['!!!', '???', '🎹', '🎻', '🥁'].toSorted());
  expect(all.find(({ name }) => name === '🎹')).toMatchObject({
    phone: '(512) 555-0102',
    email: 'first@example.com',
    address: '3 Oak St, Austin, TX 78704',
  });
});

test('the preview says what an import would do and changes nothing', async () => {
  const address = '4107 Far West Blvd, Austin, TX 78731';
  ok(await dana.post('/api/students', { firstName: 'Ruby', lastName: 'Salazar', phone: '+1 512-555-0132', address }));
  ok(await dana.post('/api/students', { firstName: 'Lily', lastName: 'Tran', phone: '(512) 555-0100', address }));
  const lily = card('N:Tran;Lily;;;', 'TEL:(737) 555-0188');
  const before = await students();
  expect(ok(await previewing(kai + ruby + nameless + lily + kai))).toEqual({
    cards: 5,
    imported: 2,
    skipped: 2,
    failed: 1,
    rows: [
      expect.objectContaining({ row: 3, name: '', result: 'failed', detail: 'A name is required.' }),
      expect.objectContaining({ row: 4, result: 'known-name', detail: 'Same name, another phone' }),
      expect.objectContaining({ row: 2, name: 'Ruby Salazar', result: 'skipped', detail: 'Same name and phone' }),
      expect.objectContaining({ row: 5, result: 'skipped', detail: 'Same name and email address as card 1' }),
      expect.objectContaining({ row: 1, name: 'Kai Brandt', email: 'kai@example.com', result: 'new', detail: '' }),
    ],
  });
  expect(await students()).toEqual(before);
  expect(ok(await importing(dana, kai + ruby + nameless + lily + kai))).toMatchObject({ imported: 2, skipped: 2 });
});

test('a card of someone who is there without an email offers it, and an import adds it if it is asked to', async () => {
  const phone = 'TEL:(512) 555-0177';
  const known = card('N:Brandt;Kai;;;', phone, 'EMAIL:kai@example.com');
  ok(await importing(dana, card('N:Brandt;Kai;;;', phone)));
  const again = known + ruby + known;
  const { rows, emailsToAdd, skipped } = ok(await previewing(again));
  expect([emailsToAdd, skipped]).toEqual([1, 2]);
  expect(rows.map(({ name, result, addsEmail }: Record<string, unknown>) => [name, result, addsEmail])).toEqual([
    ['Kai Brandt', 'skipped', true],
    ['Kai Brandt', 'skipped', undefined],
    ['Ruby Salazar', 'new', undefined],
  ]);
  const emailOf = async () => (await students()).find(({ name }: { name: string }) => name === 'Kai Brandt').email;
  ok(await importing(dana, known));
  expect(await emailOf()).toBeNull();
  const added = await dana.post('/api/students/import-vcards?addEmails=true', fileForm(again));
  expect(ok(added)).toMatchObject({
    imported: 1,
    skipped: 2,
    emailsAdded: 1,
    message: '1 student imported. 2 already here, left out. 1 email address added.',
  });
  expect(await emailOf()).toBe('kai@example.com');
  ok(await dana.post('/api/undo', { batchId: batchOf(added) }));
  expect(await emailOf()).toBeNull();
  expect(await names()).toEqual(['Kai Brandt']);
  ok(await dana.post('/api/students/import-vcards?addEmails=true', fileForm(known)));
  expect(await emailOf()).toBe('kai@example.com');
  expect(ok(await previewing(known)).emailsToAdd).toBeUndefined();
});

test('two people who import the same file at the same time import it once', async () => {
  const other = rondo.visitor();
  ok(await other.post('/api/login', { email, password: 'six-strings' }));
  const file = Array.from({ length: 60 }, (_, i) => card(`FN:Student ${i}`, `TEL:512 555 1${i}`)).join('');
  const answers = await Promise.all([dana, other, dana].map(async (visitor) => ok(await importing(visitor, file))));
  expect(answers.map(({ imported }) => imported).toSorted((a, b) => a - b)).toEqual([0, 0, 60]);
  expect(answers.map(({ skipped }) => skipped).toSorted((a, b) => a - b)).toEqual([0, 60, 60]);
  expect(await names()).toHaveLength(60);
});

test('a repeated request with the same key imports once, and with another file is refused', async () => {
  const send = (content: string) =>
    dana.post('/api/students/import-vcards', fileForm(content), { 'Idempotency-Key': 'file' });
  const first = await send(ruby);
  const second = await send(ruby);
  expect([ok(second), batchOf(second)]).toEqual([ok(first), batchOf(first)]);
  expect((await send(kai)).status).toBe(422);
  expect(await names()).toEqual(['Ruby Salazar']);
});

test('an import whose answer was lost is completed by repeating it, without a second student', async () => {
  const send = () => dana.post('/api/students/import-vcards', fileForm(ruby + kai), { 'Idempotency-Key': 'lost' });
  const first = await send();
  const forgotten = await rondo.query(
    'update commands.command_keys set answer = null where answer is not null returning command_id',
  );
  expect(forgotten).not.toEqual([]);
  const second = await send();
  expect([ok(second), batchOf(second)]).toEqual([ok(first), batchOf(first)]);
  expect(await names()).toHaveLength(2);
});

test('the moment before an import is an automatic backup, and a restore leads back to it', async () => {
  await addStudent(dana, 'Ann Lee', everyDay);
  ok(await importing(dana, ruby + kai));
  const between = new Date().toISOString();
  const [backup] = ok(await dana.get('/api/backups'));
  expect(backup).toMatchObject({ name: 'Before importing 2 students from a vCard file', isAutomatic: true });
  expect(ok(await dana.get(`/api/students?asOf=${backup.asOf}`))).toHaveLength(1);
  ok(await restoreTo(dana, backup.asOf));
  expect(await names()).toEqual(['Ann Lee']);
  ok(await restoreTo(dana, between));
  expect(await names()).toEqual(['Kai Brandt', 'Ann Lee', 'Ruby Salazar']);
});

test('geocoding is no touch: an edit that was made before it can be saved and undone after it', async () => {
  const answer = await importing(dana, ruby);
  const [student] = await students();
  const edited = await dana.put(`/api/students/${student.id}`, { phone: '1', revision: '0' });
  ok(edited);
  await expect.poll(async () => (await students())[0].locationPrecision).toBe('zip');
  ok(await dana.post('/api/undo', { batchId: batchOf(edited) }));
  expect(await students()).toMatchObject([{ phone: '(512) 555-0132', locationPrecision: 'zip' }]);
  ok(await dana.post('/api/undo', { batchId: batchOf(answer) }));
  expect(await names()).toEqual([]);
});

test('names keep markup and formula characters as text', async () => {
  ok(await importing(dana, card('N:<script>alert(1)</script>;=HYPERLINK("http://x");;;')));
  expect(await students()).toMatchObject([
    { firstName: '=HYPERLINK("http://x")', lastName: '<script>alert(1)</script>' },
  ]);
});

describe('a file is refused with one sentence and nothing is imported:', () => {
  const manyCards = 'BEGIN:VCARD\nFN:A\nEND:VCARD\n'.repeat(maxImportCards + 1);
  test.each([
    ['an empty one', '', 400, 'This file is empty.'],
    ['another kind of file', '{"a": 1}', 400, 'This is not a vCard file: no card begins in it.'],
    ['only groups', card('KIND:group', 'FN:Band'), 400, 'This file has groups but no contacts.'],
    ['too many cards', manyCards, 400, 'This file has more than 5,000 cards. Please export fewer contacts at a time.'],
    [
      'a little too large',
      ' '.repeat(maxImportBytes + 1),
      413,
      'This file is larger than 5 MB. Please export fewer contacts at a time.',
    ],
    [
      'far too large',
      ' '.repeat(2 * maxImportBytes),
      413,
      'This file is larger than 5 MB. Please export fewer contacts at a time.',
    ],
  ])('%s', async (_, content, status, sentence) => {
    for (const path of ['/api/students/import-vcards', '/api/students/import-vcards/preview']) {
      const answer = await dana.post(path, fileForm(content));
      expect([answer.status, answer.text]).toEqual([status, sentence]);
    }
    expect(await students()).toEqual([]);
  });

  test.each([
    ['no body', undefined, {}, 400, 'Please select a vCard (.vcf or .vcard) file to import'],
    ['a form without a file', new FormData(), {}, 400, 'Please select a vCard (.vcf or .vcard) file to import'],
    ['JSON', {}, {}, 415, 'Please send the file in a multipart form, in the field "file".'],
    ['no boundary', 'x', { 'Content-Type': 'multipart/form-data' }, 400, 'The upload could not be read.'],
    [
      'a form that ends early',
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.vcf"\r\n\r\nBEGIN',
      { 'Content-Type': 'multipart/form-data; boundary=b' },
      400,
      'The file did not arrive completely. Please try again.',
    ],
  ])('%s', async (_, body, headers, status, sentence) => {
    const answer = await dana.call('POST', '/api/students/import-vcards', body, headers);
    expect([answer.status, answer.text]).toEqual([status, sentence]);
  });

  test('a photo of 4 MB and a cut card are no reason to refuse the others', async () => {
    const photo = card('FN:Ann', `PHOTO;ENCODING=b:${'/9j/4AAQ'.repeat(500_000)}`);
    expect(ok(await importing(dana, `${photo}${ruby}BEGIN:VCARD\nN:Bra`))).toMatchObject({
      imported: 2,
      errors: [{ row: 3, error: 'The card is cut off before its end.' }],
    });
  });
});

test('new students come with the teacher and the hours that the import names, in one batch', async () => {
  const marcus = await addTeacher(dana, 'Marcus Bell', everyDay);
  const path = '/api/students/import-vcards';
  expect((await dana.post(`${path}?teacherId=nobody`, fileForm(ruby + kai))).status).toBe(404);
  expect((await dana.post(`${path}?hours=sometimes`, fileForm(ruby + kai))).status).toBe(400);
  const imported = await dana.post(`${path}?teacherId=${marcus}&hours=standard`, fileForm(ruby + kai));
  expect(ok(imported)).toMatchObject({ imported: 2 });
  const assignments: { teacherId: string }[] = ok(await dana.get('/api/assignments'));
  expect(assignments.map(({ teacherId }) => teacherId)).toEqual([marcus, marcus]);
  const newcomers: { availability: unknown[] }[] = ok(await dana.get('/api/students'));
  expect(newcomers.map(({ availability }) => availability.length)).toEqual([5, 5]);
  ok(await dana.post('/api/undo', { batchId: batchOf(imported) }));
  expect(ok(await dana.get('/api/students'))).toEqual([]);
});
