import { expect, test } from 'vitest';
import { dana, inOwnStudio } from '../../../testing/own-studio.ts';
import { batchOf, fileForm, ok, refused } from '../../../testing/visitor.ts';

inOwnStudio();

const file = [
  'My Music Staff Family ID,Name,Parent Contact 1 First Name,Family Balance',
  'fml_1,"Park, Theo",,−80.00',
  'fml_1,"Park, Mia",,−80.00',
  'fml_2,"Lindqvist, Ava",Karin,45.00',
  ',"Ito, Ben",,0.00',
].join('\n');
const form = (content: string, options: object = { belowZero: 'owes' }): FormData => {
  const made = fileForm(content, 'families.csv');
  made.set('options', JSON.stringify(options));
  return made;
};
const previewing = (content: string, options?: object) =>
  dana.post('/api/import/families/preview', form(content, options));
const importing = (content: string, options?: object) => dana.post('/api/import/families', form(content, options));
const lists = async () => ({
  students: ok(await dana.get('/api/students')),
  households: ok(await dana.get('/api/households')),
  accounts: ok(await dana.get('/api/accounts')),
  files: await Promise.all(
    ['students.csv', 'invoices.csv', 'payments.csv?from=2026-01-01&to=2026-12-31'].map(
      async (file) => (await dana.get(`/api/${file}`)).text,
    ),
  ),
});

test('a file becomes students, families and opening balances as one batch, which is undone as a whole', async () => {
  const before = await lists();
  const asked = ok(await previewing(file, {}));
  expect(asked).toMatchObject({ format: 'My Music Staff', needs: ['Choose what a balance below zero means.'] });
  expect(refused(await importing(file, {}))).toEqual([400, 'Choose what a balance below zero means.']);
  const preview = ok(await previewing(file));
  expect(preview).toMatchObject({
    needs: [],
    counts: { rows: 4, students: 4, families: 2, known: 0, balances: 2, owed: 80, credit: 45, failed: 0 },
  });
  expect(
    preview.rows.map(({ student, family, balance, result }: Record<string, string>) => [
      student,
      family,
      balance,
      result,
    ]),
  ).toEqual([
    ['Theo Park', 'Park', 'Owes $80.00', 'new'],
    ['Mia Park', 'Park', 'Owes $80.00', 'new'],
    ['Ava Lindqvist', 'Lindqvist', 'Credit $45.00', 'new'],
    ['Ben Ito', null, 'Settled', 'new'],
  ]);
  expect(await lists()).toEqual(before);

  const imported = await importing(file);
  expect(ok(imported)).toMatchObject({ success: true, students: 4, families: 2, balances: 2, errors: [] });
  const after = await lists();
  expect(after.households).toMatchObject([
    { name: 'Lindqvist family', contacts: [{ name: 'Karin Lindqvist', gets: 'both' }] },
    { name: 'Park family' },
  ]);
  const words = after.accounts.map(({ payer, inWords }: { payer: { id: string }; inWords: string }) => [
    payer.id,
    inWords,
  ]);
  const [lindqvist, park] = after.households;
  expect(words).toContainEqual([park.id, 'Owes $80.00']);
  expect(words).toContainEqual([lindqvist.id, 'Credit $45.00']);
  const [backup] = ok(await dana.get('/api/backups'));
  expect(backup).toMatchObject({ name: 'Before importing 2 families', isAutomatic: true });

  const again = ok(await importing(file));
  expect(again).toMatchObject({ students: 0, families: 0, balances: 0 });
  expect(await lists()).toEqual(after);

  ok(await dana.post('/api/undo', { batchId: batchOf(imported) }));
  expect(await lists()).toEqual(before);
});

test('the template has the columns that an import reads', async () => {
  const { status, text } = await dana.get('/api/import/families/template.csv');
  expect([status, text.replace('\uFEFF', '')]).toEqual([
    200,
    'Family,Student first name,Student last name,Contact name,Email,Phone,Address,City,ZIP,Lesson length,Rate,Owes,Credit\r\n',
  ]);
});

test('a balance that is entered by hand while a file is imported stays, and its line is told', async () => {
  const { id } = ok(await dana.post('/api/students', { firstName: 'Ida', lastName: 'Ray', address: '78704' }));
  const others = Array.from({ length: 150 }, (_, i) => `Student ${i},Bench ${i},1.00`);
  const running = importing(['First Name,Last Name,Owes', 'Ida,Ray,70.00', ...others].join('\n'), {});
  await expect.poll(async () => ok(await dana.get('/api/students')).length, { interval: 5 }).toBeGreaterThan(1);
  const entered = await dana.post(`/api/accounts/${id}/opening-balances`, {
    date: '2026-11-23',
    side: 'owes',
    amount: 55,
  });
  const imported = ok(await running);
  // Who was first is not fixed: the one who comes second is told.
  const isFirst = entered.status === 200;
  expect(imported).toMatchObject({ students: 150, balances: isFirst ? 150 : 151 });
  const told = 'Row 2: Ida Ray has an opening balance already: Owes $55.00.';
  expect(imported.errors).toEqual(isFirst ? [{ row: 2, error: told }] : []);
  const { inWords } = ok(await dana.get('/api/accounts')).find((one: { payer: { id: string } }) => one.payer.id === id);
  expect(inWords).toBe(isFirst ? 'Owes $55.00' : 'Owes $70.00');
});
