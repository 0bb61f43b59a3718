import { expect, test } from 'vitest';
import { dana, inOneStudio, rondo } from '../../../testing/own-studio.ts';
import { batchOf, fileForm, ok, refused } from '../../../testing/visitor.ts';

// Files that no program should write, but some do.

inOneStudio();

const form = (content: string | Uint8Array<ArrayBuffer>, options: object = { belowZero: 'owes' }): FormData => {
  const made = fileForm(content, 'families.csv');
  made.set('options', JSON.stringify(options));
  return made;
};
type Sent = Parameters<typeof form>;
const previewing = (...sent: Sent) => dana.post('/api/import/families/preview', form(...sent));
const importing = (...sent: Sent) => dana.post('/api/import/families', form(...sent));

const written = async (): Promise<number> => {
  const [row] = await rondo.query<{ count: number }>('select count(*)::int as count from event_log.events');
  return row?.count ?? -1;
};
const lists = async () => ({
  students: ok(await dana.get('/api/students')),
  households: ok(await dana.get('/api/households')),
  accounts: ok(await dana.get('/api/accounts')),
  backups: ok(await dana.get('/api/backups')),
});

const megabyte = 1024 * 1024;
const excel = 'This is an Excel file. Save it as CSV (comma separated) and try again.';
const notCsv = 'This is not a CSV file.';
const empty = 'This file is empty.';

test.each<[string, string | Uint8Array<ArrayBuffer>, number, string]>([
  ['an empty file', '', 400, empty],
  ['only a header', 'First Name,Last Name,Balance\r\n', 400, empty],
  ['a header and empty rows', 'First Name,Last Name\n,\n\n,\n', 400, empty],
  ['no header', 'Ada,a@example.com\nBea,b@example.com\n', 400, 'Choose the column with the names.'],
  [
    '5,001 rows',
    `First Name,Last Name\n${'A,B\n'.repeat(5001)}`,
    400,
    'This file has more than 5,000 rows. Please split it.',
  ],
  [
    '6 MB',
    `First Name,Last Name\n${'A,B\n'.repeat(1.5 * megabyte)}`,
    413,
    'This file is larger than 5 MB. Please split it.',
  ],
  ['an Excel file', Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, 6, 0), 400, excel],
  ['an old Excel file', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1), 400, excel],
  ['a PDF file', '%PDF-1.7\nFirst Name,Last Name\nAda,Fox\n', 400, notCsv],
  ['a NUL', 'First Name,Last Name\nA\0da,Fox\n', 400, notCsv],
  ['one column', 'First Name\nAda\nBea\n', 400, notCsv],
  ['quotes that are never closed', 'First Name,Last Name\n"Ada,Fox\nBea,Fox\n', 400, notCsv],
  ['10,000 columns', `First Name,${'x,'.repeat(10_000)}\nAda,${'y,'.repeat(10_000)}\n`, 400, notCsv],
  ['10,000 columns in a row', `First Name,Last Name\nAda,Fox,${'y,'.repeat(10_000)}\n`, 400, notCsv],
  [
    'a balance below zero that may mean either',
    'Name,Balance\nAda,-5\n',
    400,
    'Choose what a balance below zero means.',
  ],
])('%s is refused with one sentence, and nothing is written', async (what, content, status, sentence) => {
  const before = await written();
  const options = what.startsWith('a balance') ? {} : { belowZero: 'owes' };
  expect(refused(await importing(content, options))).toEqual([status, sentence]);
  const asked = await previewing(content, options);
  const isAsked = sentence.startsWith('Choose');
  expect(isAsked ? [status, ...ok(asked).needs] : refused(asked)).toEqual([status, sentence]);
  expect(await written()).toBe(before);
});

test.each([
  ['no file', undefined, '{}', 'Please select a CSV file to import.'],
  ['options that are no JSON', 'Name,Owes\nAda,5\n', '{', 'The options must be JSON.'],
  ['a date that is none', 'Name,Owes\nAda,5\n', '{"date":"2026-02-30"}', 'This must be a date in the form YYYY-MM-DD.'],
  [
    'a date in the future',
    'Name,Owes\nAda,5\n',
    '{"date":"2026-11-24"}',
    'The date of an opening balance must not be in the future.',
  ],
  [
    'a meaning that there is not',
    'Name,Balance\nAda,-5\n',
    '{"belowZero":"both"}',
    'Please choose what a balance below zero means.',
  ],
])('%s is refused', async (_, content, options, sentence) => {
  const before = await written();
  const made = content === undefined ? new FormData() : fileForm(content, 'families.csv');
  made.set('options', options);
  for (const call of ['/api/import/families', '/api/import/families/preview'])
    expect(refused(await dana.post(call, made))).toEqual([400, sentence]);
  expect(await written()).toBe(before);
});

const long = 'x'.repeat(300);

/** Files whose every row fails. */
test.each<[string, string, string[]]>([
  ['a name of 300 characters', `Name,Owes\n${long},5\n`, ['Row 2: the first name is longer than 100 characters.']],
  [
    'a name of a family of 300 characters',
    `Name,Family,Owes\nAda,${long},5\n`,
    ['Row 2: the name of the family is longer than 100 characters.'],
  ],
  ['a cell of 1 MB', `Name,City\nAda,${'y'.repeat(megabyte)}\n`, ['Row 2: the city is longer than 100 characters.']],
  [
    'an email address of 1 MB',
    `Name,Email\nAda,${'a.'.repeat(megabyte / 2)}@example.com\n`,
    ['Row 2: the email address is longer than 254 characters.'],
  ],
  ['an amount of 1 MB', `Name,Owes\nAda,${'9'.repeat(megabyte)}x\n`, [`Row 2: “${'9'.repeat(40)}…” is not an amount.`]],
  [
    'an amount that is infinite',
    `Name,Owes\nAda,${'9'.repeat(400)}\n`,
    ['Row 2: the amount must be at most 1,000,000.'],
  ],
  ['neither name', 'First Name,Last Name,Owes\n,,5\n', ['Row 2: a first or last name is required.']],
  ['no amount', 'Name,Owes\nAda,abc\n', ['Row 2: “abc” is not an amount.']],
  ['an address of no mail', 'Name,Email\nAda,parent@\n', ['Row 2: “parent@” is not an e-mail address.']],
  ['what is owed below zero', 'Name,Owes\nAda,-5\n', ['Row 2: what is owed and a credit must not be below 0.']],
  [
    'two balances of one family',
    'Name,Family ID,Owes\nAda Fox,1,5\nBea Fox,1,6\n',
    [2, 3].map(() => 'Rows 2 and 3 give the Fox family different balances.'),
  ],
  ['a family that there is not', 'Family,Name,Owes\nOrtiz,,5\n', ['Row 2: there is no family or student “Ortiz”.']],
])('%s fails its row, and nothing is written when there is no other', async (_, content, errors) => {
  const [before, shown] = [await written(), await lists()];
  const preview = ok(await previewing(content));
  expect(preview.counts).toMatchObject({ students: 0, families: 0, balances: 0, failed: errors.length });
  expect(preview.rows.map(({ detail }: { detail: string }) => detail)).toEqual(errors);
  const answer = await importing(content);
  expect(ok(answer)).toMatchObject({ students: 0, families: 0, balances: 0 });
  expect(answer.json.errors.map(({ error }: { error: string }) => error)).toEqual(errors);
  expect(answer.headers.get('rondo-batch')).toBeNull();
  expect(JSON.stringify([preview, answer.json]).length, 'no cell of a megabyte comes back').toBeLessThan(5000);
  expect([await written(), await lists()]).toEqual([before, shown]);
});

test.each<[string, string, object]>([
  [
    'two equal headers',
    'Name,Email,Email,Owes\nAda Fox,a@example.com,b@example.com,5\n',
    { students: [['Ada', 'a@example.com']], families: [], balances: ['Owes $5.00'] },
  ],
  [
    'amounts that fit both styles',
    'Name,Owes\nAda Fox,"1,234"\nBea Moss,"2,345"\n',
    {
      students: [
        ['Ada', null],
        ['Bea', null],
      ],
      families: [],
      balances: ['Owes $1,234.00', 'Owes $2,345.00'],
    },
  ],
  [
    'families in a circle',
    'Name,Family,Email,Phone,Owes\nAda,Fox,a@e.com,5125550100,5\nBea,Fox,b@e.com,5125550100,5\nCal,Fox,b@e.com,5125550199,\nDee,Fox,a@e.com,5125550199,5\n',
    {
      students: [
        ['Ada', 'a@e.com'],
        ['Bea', 'b@e.com'],
        ['Cal', 'b@e.com'],
        ['Dee', 'a@e.com'],
      ],
      families: [['Fox family', 4]],
      balances: ['Owes $5.00'],
    },
  ],
  [
    'a family of 21',
    `Name,Family ID,Family,Owes\n${Array.from({ length: 21 }, (_, i) => `Kid${String(i).padStart(2, '0')},1,Fox,5`).join('\n')}`,
    {
      students: Array.from({ length: 20 }, (_, i) => [`Kid${String(i).padStart(2, '0')}`, null]),
      families: [['Fox family', 20]],
      balances: ['Owes $5.00'],
    },
  ],
])(
  '%s: the preview says what the import makes, the same file again changes nothing, and an undo takes all back',
  async (_, content, made) => {
    const before = await lists();
    const preview = ok(await previewing(content));
    expect(await lists()).toEqual(before);
    const imported = await importing(content);
    const { students, families, balances, errors } = ok(imported);
    expect({ students, families, balances, failed: errors.length }).toEqual({
      students: preview.counts.students,
      families: preview.counts.families,
      balances: preview.counts.balances,
      failed: preview.counts.failed,
    });
    const after = await lists();
    expect({
      students: after.students
        .map(({ firstName, email }: Record<string, string>) => [firstName, email])
        .toSorted(([a]: string[], [b]: string[]) => (String(a) < String(b) ? -1 : 1)),
      families: after.households.map(({ name, studentIds }: { name: string; studentIds: string[] }) => [
        name,
        studentIds.length,
      ]),
      balances: after.accounts.flatMap(({ inWords }: { inWords: string }) => (inWords === 'Settled' ? [] : inWords)),
    }).toEqual(made);
    const again = await importing(content);
    expect(ok(again)).toMatchObject({ students: 0, families: 0, balances: 0 });
    expect(again.headers.get('rondo-batch')).toBeNull();
    expect(await lists()).toEqual(after);
    ok(await dana.post('/api/undo', { batchId: batchOf(imported) }));
    const { backups: _kept, ...taken } = await lists();
    const { backups: _none, ...as } = before;
    expect(taken).toEqual(as);
  },
);
