import { columns, hairline, labelled, rule, sideBySide, space, styles, type Block, type Document } from './blocks.ts';
import type { CreditedPrint } from '@rondo/contracts/events/billing/invoice-print.ts';
import { addressed, figure, fitted, letterhead, sums, type Setting } from './letter.ts';
import { payOnline } from './pay-online.ts';
import { setText, widthOf } from './typesetter.ts';

const lineBlock = ({ doc, type, density }: Setting, line: CreditedPrint['lines'][number]): Block => {
  const at = columns(doc.page.width);
  const rateWidth = widthOf(type, line.rate, styles.amount) + 12;
  const width = at.rate - rateWidth - at.main;
  const text = setText(type, line.text, styles.text, { x: at.main, width });
  const detail = setText(type, line.detail, styles.small, { x: at.main, width });
  const rate = setText(type, line.rate, styles.amount, { x: at.rate, align: 'right', width: rateWidth });
  const amount = setText(type, line.amount, styles.amount, { x: at.right, align: 'right', width: at.right - at.rate });
  return sideBySide(
    doc,
    [
      { tag: 'TD', texts: [{ set: text }, ...(line.detail === '' ? [] : [{ set: detail, down: text.height }])] },
      { tag: 'TD', texts: [{ set: rate }] },
      { tag: 'TD', texts: [{ set: amount }] },
    ],
    { row: 'TR', padding: density.padding },
  );
};

/** The name of the child whose lines follow. */
const childHead = ({ doc, type, density }: Setting, name: string): Block => {
  const at = columns(doc.page.width);
  const set = setText(type, name, styles.strong, { x: at.main, width: at.right - at.main });
  return sideBySide(doc, [{ tag: 'TH', texts: [{ set }] }], { row: 'TR', padding: density.padding });
};

/** What the lines of one child add up to. */
const childTotal = ({ doc, type, density }: Setting, [label, text]: readonly [string, string]): Block => {
  const at = columns(doc.page.width);
  const name = setText(type, label, styles.small, { x: at.main, width: at.rate - at.main });
  const sum = setText(type, text, { ...styles.amount, weight: 600 }, { x: at.right, align: 'right', width: 100 });
  return sideBySide(
    doc,
    [
      { tag: 'TD', texts: [{ set: name, down: 0.75 }] },
      { tag: 'TD', texts: [{ set: sum }] },
    ],
    { row: 'TR', padding: density.padding },
  );
};

/** Every row of the table: the lines, of a family's invoice with a head and a total for each child. */
const rowsOf = (setting: Setting, { lines, children }: CreditedPrint): Block[] => {
  if (children.length === 0) return lines.map((line) => lineBlock(setting, line));
  let at = 0;
  return children.flatMap(({ name, lines: count, total }) => {
    const own = lines.slice(at, at + count);
    at += count;
    return [
      childHead(setting, name),
      ...own.map((line) => lineBlock(setting, line)),
      ...(total === null ? [] : [childTotal(setting, total)]),
    ];
  });
};

const table = (setting: Setting, invoice: CreditedPrint): Block[] => {
  const { doc, type, density } = setting;
  const at = columns(doc.page.width);
  const heading = setText(type, invoice.heading, styles.strong, { x: at.main, width: at.rate - at.main - 60 });
  const rate = setText(type, 'Rate', styles.small, { x: at.rate, align: 'right', width: 60 });
  const amount = setText(type, 'Amount', styles.small, { x: at.right, align: 'right', width: 60 });
  const head = sideBySide(
    doc,
    [
      { tag: 'TH', texts: [{ set: heading }] },
      { tag: 'TH', texts: [{ set: rate, down: 0.75 }] },
      { tag: 'TH', texts: [{ set: amount, down: 0.75 }] },
    ],
    { row: 'TR' },
  );
  const across = { from: at.main, to: at.right };
  const lines = rowsOf(setting, invoice).flatMap((row, i) => [
    ...(i === 0 ? [] : [{ ...rule(doc, { ...across, color: hairline }), within: 'Table' as const }]),
    row,
  ]);
  return [
    head,
    { ...space(2 + 4 * density.gap), within: 'Table' },
    { ...rule(doc, across), within: 'Table' },
    ...lines,
    rule(doc, across),
  ];
};

const blocksOf = (setting: Setting, invoice: CreditedPrint): Block[] => {
  const { doc, type, density } = setting;
  const at = columns(doc.page.width);
  const gap = (points: number): Block => space(6 + (points - 6) * density.gap);
  const sections = invoice.sections.flatMap((section) => [...labelled(doc, type, at, section), gap(9)]);
  return [
    gap(24),
    letterhead(setting, invoice),
    gap(60),
    addressed(setting, { label: 'Billed to', lines: invoice.billedTo, facts: invoice.facts }),
    gap(42),
    figure(setting, invoice.due),
    gap(38),
    ...table(setting, invoice),
    ...sums(setting, invoice),
    gap(42),
    ...(invoice.payOnline === undefined
      ? []
      : [payOnline(doc, type, { ...at, room: density.gap }, invoice.payOnline), gap(9)]),
    ...sections,
  ];
};

/** The blocks of an invoice. */
export const layOut = (doc: Document, invoice: CreditedPrint): readonly Block[] =>
  fitted(doc, invoice.lines.length, (setting) => blocksOf(setting, invoice));
