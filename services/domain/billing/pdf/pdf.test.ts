import type { InvoiceRefund } from '@rondo/contracts/events/billing/billing.ts';
import { describe, expect, test } from 'vitest';
import { postalLines, printedInvoice, type PrintSource } from './printed.ts';
import { openPrinter } from './printing.ts';
import { renderPrints } from './render.ts';
import { november, source, withLines } from './testing/invoices-to-print.ts';
import { readPdf } from './testing/read-pdf.ts';

const named = (name: string): PrintSource => ({ ...source, names: { ...source.names, studentOf: () => name } });
const pagesOf = async (...printed: Parameters<typeof renderPrints>[0]) =>
  (await readPdf(await renderPrints(printed))).pages;
const textOf = async (name: string): Promise<string> =>
  (await pagesOf(printedInvoice(november, named(name)))).flat().join('\n').replaceAll(' | ', ' ');

test('an invoice says who bills whom for what, how much, by when and how to pay', async () => {
  expect(await pagesOf(printedInvoice(november, source))).toMatchSnapshot();
});

test('a monthly invoice in another currency says so, and that it was paid is not printed', async () => {
  const months = [{ studentId: 'ava', month: '2026-11', amountCents: 18_000 }];
  const covered = november.entries.map((entry) => ({ ...entry, kind: 'covered' as const }));
  const items = november.items.map((item) => ({
    ...item,
    itemType: 'monthly' as const,
    quantity: 1,
    rateCents: 18_000,
    amountCents: 18_000,
  }));
  const monthly = {
    ...november,
    currency: 'EUR',
    months,
    entries: covered,
    refunds: [],
    items: items.slice(0, 1),
    subtotalCents: 18_000,
    refundsCents: 0,
    totalCents: 18_000,
    status: 'paid' as const,
    paidAt: '2026-12-04T03:00:00.000000Z',
  };
  expect(await pagesOf(printedInvoice(monthly, source))).toMatchSnapshot();
});

test('a refund says when the lesson was cancelled, and which invoice billed it', () => {
  const [own, earlier] = november.refunds;
  const detailOf = (refunds: typeof november.refunds, rateCents = -5500) =>
    printedInvoice(
      { ...november, refunds, items: november.items.map((one) => ({ ...one, rateCents })).slice(1) },
      source,
    ).lines[0]?.detail;
  expect(detailOf(own ? [own] : [])).toBe('Cancelled on November 8, 2026');
  expect(detailOf(earlier ? [earlier] : [])).toBe('Did not take place, billed on INV-2026-0032');
});

const cancelled: NonNullable<InvoiceRefund['cancellation']> = {
  by: 'family',
  at: '2026-11-08T12:00:00.000000Z',
  noticeAt: '2026-11-08T12:00:00.000000Z',
  noticeMinutes: 1839,
  outcome: { charge: 50 },
  tier: 1,
  policyId: 'policy',
  chosen: false,
  reason: null,
  onPage: false,
  message: null,
};
const closed = { closureId: 'c', reason: 'Thanksgiving', money: 'refund' } as const;

test.each<[Partial<InvoiceRefund>, string]>([
  [{ cancellation: cancelled }, 'Cancelled with 30 h notice, 50 % charged'],
  [{ cancellation: { ...cancelled, noticeMinutes: 4320, outcome: { charge: 0 } } }, 'Cancelled with 3 d notice'],
  [
    { cancellation: { ...cancelled, by: 'teacher', noticeAt: null, noticeMinutes: null, outcome: { charge: 0 } } },
    'Cancelled on November 8, 2026',
  ],
  [{ cancellation: { ...cancelled, outcome: null } }, 'Cancelled on November 8, 2026'],
  [{ closure: closed }, 'Closed: Thanksgiving'],
  [{ closure: { ...closed, reason: null } }, 'Closed'],
  [{ absence: { charge: 50 } }, 'Nobody at home, 50 % charged'],
  [{ absence: { charge: 0 } }, 'Nobody at home'],
])('a refund says what was agreed: %j', (fate, words) => {
  const refunds = november.refunds.slice(0, 1).map((refund) => ({ ...refund, ...fate }));
  const items = november.items.map((one) => ({ ...one, rateCents: -5500 })).slice(1);
  expect(printedInvoice({ ...november, refunds, items }, source).lines[0]?.detail).toBe(words);
});

test.each([
  ['1905 S 5th St, Austin, TX 78704', 'Austin', '78704', ['1905 S 5th St', 'Austin, TX 78704']],
  ['1905 S 5th St', 'Austin', '78704', ['1905 S 5th St', 'Austin 78704']],
  ['12 Austin Ave, Kyle, TX', 'Kyle', '78640', ['12 Austin Ave', 'Kyle, TX', '78640']],
  ['Austin', 'Austin', null, ['Austin']],
  ['1 Hill Rd\nAustin, TX', 'Austin', null, ['1 Hill Rd', 'Austin, TX']],
  [null, null, null, []],
])('the address %s has its town once', (street, city, zipCode, lines) => {
  expect(postalLines(street, city, zipCode)).toEqual(lines);
});

describe('the day by which to pay', () => {
  const byOf = (more: object, dueOn: string | null = null, days = 14) =>
    printedInvoice(
      { ...november, dueOn: null, ...more },
      { ...source, dueOn, settings: { ...source.settings, paymentTermsDays: days } },
    ).due;

  test('is that of the invoice, or of its sending, or the terms of a draft', () => {
    expect(byOf({ dueOn: '2026-12-13' }, '2026-12-31').by).toBe('by Sunday, December 13, 2026');
    expect(byOf({}, '2026-12-31').by).toBe('by Thursday, December 31, 2026');
    expect(byOf({ status: 'draft' }).by).toBe('within 14 days');
    expect(byOf({ status: 'draft' }, null, 0).by).toBe('on receipt');
  });

  test('is missing where nothing is due', () => {
    expect(byOf({ totalCents: -5500 })).toEqual({ label: 'Credit', amount: '$55.00', by: '' });
    expect(byOf({ totalCents: 0 })).toEqual({ label: 'Amount due', amount: '$0.00', by: '' });
  });
});

test('twelve lines fit on one page, with payment instructions and a note', async () => {
  const pages = await pagesOf(printedInvoice(withLines(12, { notes: 'A note.' }), source));
  expect(pages).toHaveLength(1);
  expect(pages[0]?.filter((line) => line.includes('4 × 55.00'))).toHaveLength(12);
});

test('many lines and a long note go on as many pages as they need, and each page has its number', async () => {
  const notes = Array.from({ length: 200 }, (_, i) => `Line ${i + 1} of the note.`).join('\n');
  const pages = await pagesOf(printedInvoice(withLines(30, { notes }), source));
  expect(pages.length).toBeGreaterThan(2);
  const all = pages.flat();
  expect(all.filter((line) => line.includes('4 × 55.00'))).toHaveLength(30);
  expect(all.filter((line) => line.includes('of the note.'))).toHaveLength(200);
  expect(pages.map((page) => page.at(-1))).toEqual(
    pages.map((_, i) => `Page ${i + 1} of ${pages.length} | Whitfield Strings & Keys | INV-2026-0063`),
  );
});

test.each([
  'Αλέξανδρος Παπαδόπουλος',
  'Зоя Ёлкина',
  'Nguyễn Thị Hồng Ngọc',
  'Łukasz Őry',
  'Zo\u0308e Smith',
  '王小明 陳美玲',
  '佐々木さくら 沢辺ケンジ',
  '김철수',
])('the name %s is printed with all its letters', async (name) => {
  const text = await textOf(name);
  expect(text).toContain(name.normalize('NFC'));
  expect(text).not.toContain('cannot be printed');
});

test('Hebrew and Arabic are printed in their order', async () => {
  // Read back in the order in which they are read, which takes them in the order in which they are drawn.
  for (const name of ['שרה כהן', 'محمد علي']) {
    const text = await textOf(name);
    expect(text).toContain(name);
    expect(text).not.toContain('cannot be printed');
  }
});

test('a file embeds only the glyphs that are used', async () => {
  const sizeOf = async (name: string) => (await renderPrints([printedInvoice(november, named(name))])).length;
  const plain = await sizeOf('Ava Lindqvist');
  expect(await sizeOf('王小明 김철수 שרה محمد')).toBeLessThan(plain + 40_000);
});

test('markup in a name is plain text', async () => {
  expect(await textOf('<b>Ava</b> &amp; %s \\(x) {{y}}')).toContain('<b>Ava</b> &amp; %s \\(x) {{y}}');
});

test.each([
  ['Ava 🎻 Lindqvist', 'Ava ? Lindqvist'],
  ['👩‍🏫 Ava', '? Ava'],
  ['ཀ Ava', '? Ava'],
])('what no font has is replaced and said: %s', async (name, shown) => {
  const text = await textOf(name);
  expect(text).toContain(shown);
  expect(text).toContain('Characters that cannot be printed here are shown as “?”');
});

test('invisible characters and line breaks in a name do not change the page', async () => {
  expect(await textOf('Ava\u202E \u200BLind\u0007qvist')).toContain('Ava Lindqvist');
});

test('the file is tagged, with title and language, and the same invoice gives the same bytes', async () => {
  const printed = printedInvoice(november, source);
  const [one, two] = [await renderPrints([printed]), await renderPrints([printed])];
  expect(Buffer.compare(one, two)).toBe(0);
  const { info, markings, structures } = await readPdf(one);
  expect(info).toMatchObject({ Title: 'Invoice INV-2026-0063', Language: 'en-US', CreationDate: 'D:20261129180000Z' });
  expect(markings).toMatchObject({ Marked: true });
  const text = JSON.stringify(structures);
  for (const role of ['"H1"', '"Table"', '"TR"', '"TH"', '"TD"', '"P"']) expect(text).toContain(`"role":${role}`);
});

test('several invoices are one file, each on pages of its own', async () => {
  const printer = openPrinter();
  const first = printedInvoice(november, source);
  const second = { ...first, number: 'INV-2026-0064' };
  const { pages, info } = await readPdf(await printer.print([first, second]));
  await printer.close();
  expect(info).toMatchObject({ Title: 'Invoices INV-2026-0063 to INV-2026-0064' });
  expect(pages.map((page) => page.at(-1))).toEqual([
    'Page 1 of 1 | Whitfield Strings & Keys | INV-2026-0063',
    'Page 1 of 1 | Whitfield Strings & Keys | INV-2026-0064',
  ]);
});
