import Pdf from 'pdfkit';
import { columns, drawRule, hairline, styles, type Document, type Structure } from './blocks.ts';
import { prepareFonts } from './fonts.ts';
import { layOut, pageMargin } from './layout.ts';
import type { CreditedPrint } from '@rondo/contracts/events/billing/invoice-print.ts';
import { setText, typesetter } from './typesetter.ts';

const titleOf = (invoices: readonly CreditedPrint[]): string => {
  const [first, last] = [invoices[0], invoices.at(-1)];
  if (!first || !last) throw new Error('There is no invoice to print.');
  return first === last ? `Invoice ${first.number}` : `Invoices ${first.number} to ${last.number}`;
};

/** Draws an invoice on new pages. @returns how many */
const drawInvoice = (doc: Document, invoice: CreditedPrint, document: Structure): number => {
  const addPage = (): void => void doc.addPage({ size: invoice.paper, margin: 0 });
  addPage();
  const section = doc.struct('Sect');
  document.add(section);
  let table: Structure | undefined;
  let pages = 1;
  let y: number = pageMargin.top;
  for (const block of layOut(doc, invoice)) {
    if (y + block.height > doc.page.height - pageMargin.bottom) {
      addPage();
      pages += 1;
      y = pageMargin.top;
    }
    if (block.within === undefined) {
      table?.end();
      table = undefined;
    } else if (!table) {
      table = doc.struct(block.within);
      section.add(table);
    }
    block.draw(y, table ?? section);
    y += block.height;
  }
  section.end();
  return pages;
};

const drawFooter = (doc: Document, { number, studioName }: CreditedPrint, page: string): void => {
  const at = columns(doc.page.width);
  const type = typesetter(doc, 1.4);
  const top = doc.page.height - 64;
  drawRule(doc, { from: at.left, to: at.right, y: top, color: hairline });
  doc.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] });
  const width = at.right - at.main - 110;
  const [name = ''] = setText(type, studioName, styles.small, { x: at.main, width }).lines;
  setText(type, page, styles.small, { x: at.left, width: 110 }).draw(top + 9);
  setText(type, name, styles.small, { x: at.main, width }).draw(top + 9);
  setText(type, number, styles.small, { x: at.right, align: 'right', width: 110 }).draw(top + 9);
  doc.endMarkedContent();
};

/** Invoices as one PDF file, each on pages of its own: tagged, with title and language. The same invoices give the same bytes. */
export const renderInvoices = async (invoices: readonly CreditedPrint[]): Promise<Uint8Array> => {
  await prepareFonts(JSON.stringify(invoices));
  const created = new Date(Math.max(...invoices.map(({ createdAt }) => createdAt)));
  const doc = new Pdf({
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: titleOf(invoices), Author: invoices[0]?.studioName ?? '', CreationDate: created, ModDate: created },
  });
  const chunks: Uint8Array[] = [];
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  const document = doc.struct('Document');
  doc.addStructure(document);
  const pages: number[] = [];
  for (const invoice of invoices) pages.push(drawInvoice(doc, invoice, document));
  document.end();
  let index = 0;
  for (const [i, invoice] of invoices.entries()) {
    const count = pages[i] ?? 0;
    for (let page = 1; page <= count; page += 1) {
      doc.switchToPage(index);
      drawFooter(doc, invoice, `Page ${page} of ${count}`);
      index += 1;
    }
  }
  doc.end();
  await ended;
  return Buffer.concat(chunks);
};
