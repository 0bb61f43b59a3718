import type { Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { decodeQR } from 'qr/decode.js';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { printedInvoice, withCredit } from './printed.ts';
import { renderPrints } from './render.ts';
import { november, source, withLines } from './testing/invoices-to-print.ts';
import { readPdf } from './testing/read-pdf.ts';

const link = 'https://pay.example/dana/{amount}?for={invoice}';

const printed = (more: Partial<Invoice> = {}, payLink: string | null = link) => {
  const invoice = { ...november, ...more };
  return withCredit(printedInvoice(invoice, { ...source, settings: { ...source.settings, payLink } }), invoice);
};

const inflated = (stream: Buffer): string => {
  try {
    return inflateSync(stream).toString('latin1');
  } catch {
    return '';
  }
};

/** What the instructions of a PDF's pages are. */
const instructionsOf = (pdf: Buffer): string =>
  [...pdf.toString('latin1').matchAll(/stream\r?\n(.*?)\r?\nendstream/gs)]
    .map(([, stream = '']) => inflated(Buffer.from(stream, 'latin1')))
    .join('\n');

/** Reads a QR code from what is drawn: rectangles of one module's height. */
const codeIn = (pdf: Uint8Array): string => {
  const runs = [...instructionsOf(Buffer.from(pdf)).matchAll(/^(\d+) (\d+) m\n(\d+) \2 l$/gm)].map((run) =>
    run.map(Number),
  );
  const scale = 4;
  const side = (Math.max(...runs.map(([, , , end = 0]) => end)) + 8) * scale;
  const data = new Uint8Array(side * side * 3).fill(255);
  for (const [, x = 0, y = 0, end = 0] of runs)
    for (let row = (y + 4) * scale; row < (y + 5) * scale; row += 1)
      data.fill(0, (row * side + (x + 4) * scale) * 3, (row * side + (end + 4) * scale) * 3);
  return decodeQR({ width: side, height: side, data });
};

const addressesIn = async (pdf: Uint8Array): Promise<unknown[]> => {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const annotations = await (await document.getPage(1)).getAnnotations();
  await document.destroy();
  return annotations.map(({ url }) => url);
};

const textOf = async (pdf: Uint8Array): Promise<string> => (await readPdf(pdf)).pages.flat().join('\n');

test('an invoice has the pay link as a text, an address and a QR code, filled in with what is to pay', async () => {
  const address = 'https://pay.example/dana/165.00?for=INV-2026-0063';
  const pdf = await renderPrints([printed()]);
  expect(await textOf(pdf)).toMatch(/Pay online\nhttps:\/\/pay\.example\/dana\/165\.00\?for=INV-2026-0063\n/);
  expect(await addressesIn(pdf)).toEqual([address]);
  expect(codeIn(pdf)).toBe(address);
  const { structures } = await readPdf(pdf);
  for (const role of ['"Link"', '"Figure"']) expect(JSON.stringify(structures)).toContain(`"role":${role}`);
});

test('credit lowers what the link asks for, and where nothing is to pay there is none', () => {
  expect(printed({ creditCents: 5000 }).payOnline).toBe('https://pay.example/dana/115.00?for=INV-2026-0063');
  for (const more of [{ creditCents: 16_500 }, { totalCents: 0 }, { totalCents: -5500 }])
    expect(printed(more)).not.toHaveProperty('payOnline');
  expect(printed({}, null)).not.toHaveProperty('payOnline');
});

test('an invoice in yen asks for whole yen, and its number is written as addresses write it', () => {
  const more = { currency: 'JPY', totalCents: 500_000, invoiceNumber: 'Nº 3/26 & 1' };
  expect(printed(more).payOnline).toBe('https://pay.example/dana/5000?for=N%C2%BA%203%2F26%20%26%201');
});

test('an address with letters beyond ASCII is one for programs too', async () => {
  const pdf = await renderPrints([printed({}, 'https://zahlen.müller.example/größe/{amount}')]);
  expect(await addressesIn(pdf)).toEqual(['https://zahlen.xn--mller-kva.example/gr%C3%B6%C3%9Fe/165.00']);
  expect(codeIn(pdf)).toBe('https://zahlen.müller.example/größe/165.00');
});

test('without a pay link a PDF has the bytes that it had, whatever the print says of it', async () => {
  const { payLink: _none, ...before } = printedInvoice(november, source);
  const now = await renderPrints([printed({}, null)]);
  expect(Buffer.compare(now, await renderPrints([{ ...before, payLink: null }]))).toBe(0);
  expect(await addressesIn(now)).toEqual([]);
});

test('the longest link fits, and twelve lines with one stay on one page', async () => {
  const longest = `https://pay.example/${'x'.repeat(470)}/{amount}`;
  const pdf = await renderPrints([printed({}, longest)]);
  expect(codeIn(pdf)).toBe(longest.replace('{amount}', '165.00'));
  expect((await readPdf(await renderPrints([printed(withLines(12))]))).pages).toHaveLength(1);
});
