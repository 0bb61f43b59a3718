import Pdf from 'pdfkit';
import { columns, drawRule, hairline, styles, type Document, type Structure } from './blocks.ts';
import { prepareFonts } from './fonts.ts';
import { layOut } from './layout.ts';
import { pageMargin } from './letter.ts';
import { layOutStatement } from './statement-layout.ts';
import type { CreditedPrint } from '@rondo/contracts/events/billing/invoice-print.ts';
import type { StatementPrint } from '@rondo/contracts/events/billing/statements.ts';
import { setText, typesetter } from './typesetter.ts';

/** What is printed: an invoice, or the statement of an account. */
export type Print = CreditedPrint | StatementPrint;

const isStatement = (print: Print): print is StatementPrint => 'closing' in print;

const nameOf = (print: Print): string =>
  isStatement(print) ? `Statement of ${print.billedTo[0] ?? ''}` : `Invoice ${print.number}`;

const titleOf = (prints: readonly Print[]): string => {
  const [first, last] = [prints[0], prints.at(-1)];
  if (!first || !last) throw new Error('There is nothing to print.');
  return first === last || isStatement(first) || isStatement(last)
    ? nameOf(first)
    : `Invoices ${first.number} to ${last.number}`;
};

/** Draws an invoice or a statement on new pages. @returns how many */
const drawPages = (doc: Document, print: Print, document: Structure): number => {
  const addPage = (): void => void doc.addPage({ size: print.paper, margin: 0 });
  addPage();
  const section = doc.struct('Sect');
  document.add(section);
  let table: Structure | undefined;
  let pages = 1;
  let y: number = pageMargin.top;
  for (const block of isStatement(print) ? layOutStatement(doc, print) : layOut(doc, print)) {
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

const drawFooter = (doc: Document, print: Print, page: string): void => {
  const at = columns(doc.page.width);
  const type = typesetter(doc, 1.4);
  const top = doc.page.height - 64;
  drawRule(doc, { from: at.left, to: at.right, y: top, color: hairline });
  doc.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] });
  const width = at.right - at.main - 110;
  const [name = ''] = setText(type, print.studioName, styles.small, { x: at.main, width }).lines;
  setText(type, page, styles.small, { x: at.left, width: 110 }).draw(top + 9);
  setText(type, name, styles.small, { x: at.main, width }).draw(top + 9);
  const right = isStatement(print) ? 'Statement' : print.number;
  setText(type, right, styles.small, { x: at.right, align: 'right', width: 110 }).draw(top + 9);
  doc.endMarkedContent();
};

/** Invoices or statements as one PDF file, each on pages of its own: tagged, with title and language. The same prints give the same bytes. */
export const renderPrints = async (prints: readonly Print[]): Promise<Uint8Array> => {
  await prepareFonts(JSON.stringify(prints));
  const created = new Date(Math.max(...prints.map(({ createdAt }) => createdAt)));
  const doc = new Pdf({
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: titleOf(prints), Author: prints[0]?.studioName ?? '', CreationDate: created, ModDate: created },
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
  for (const print of prints) pages.push(drawPages(doc, print, document));
  document.end();
  let index = 0;
  for (const [i, print] of prints.entries()) {
    const count = pages[i] ?? 0;
    for (let page = 1; page <= count; page += 1) {
      doc.switchToPage(index);
      drawFooter(doc, print, `Page ${page} of ${count}`);
      index += 1;
    }
  }
  doc.end();
  await ended;
  return Buffer.concat(chunks);
};
