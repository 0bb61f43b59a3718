import { columns, hairline, labelled, rule, sideBySide, space, styles, type Block, type Document } from './blocks.ts';
import type { CreditedPrint } from '@rondo/contracts/events/billing/invoice-print.ts';
import { replacement } from './fonts.ts';
import { payOnline } from './pay-online.ts';
import { setText, typesetter, widthOf, type Style, type Typesetter } from './typesetter.ts';

/** How much room an invoice takes: 1 is the design's, smaller ones fit more lines on a page. */
type Density = { readonly gap: number; readonly leading: number; readonly padding: number };
const densities: readonly Density[] = [
  { gap: 1, leading: 1.43, padding: 8 },
  { gap: 0.6, leading: 1.4, padding: 5.5 },
  { gap: 0.3, leading: 1.33, padding: 3.5 },
  { gap: 0.15, leading: 1.25, padding: 1.5 },
];

export const pageMargin = { top: 36, bottom: 68 } as const;

type Setting = {
  readonly doc: Document;
  readonly type: Typesetter;
  readonly density: Density;
  readonly invoice: CreditedPrint;
};

const letterhead = ({ doc, type, invoice }: Setting): Block => {
  const at = columns(doc.page.width);
  const name = setText(type, invoice.studioName, styles.title, { x: at.left, width: at.contact - at.left - 16 });
  const contact = setText(type, invoice.contact.join('\n'), styles.small, {
    x: at.contact,
    width: at.right - at.contact,
  });
  return sideBySide(doc, [
    { tag: 'H1', texts: [{ set: name }] },
    ...(invoice.contact.length === 0 ? [] : [{ tag: 'P', texts: [{ set: contact, down: 4 }] }]),
  ]);
};

const billedTo = ({ doc, type, density, invoice }: Setting): Block => {
  const at = columns(doc.page.width);
  const width = at.contact - at.main - 16;
  const [first = '', ...address] = invoice.billedTo;
  const label = setText(type, 'Billed to', styles.small, { x: at.left, width: at.main - at.left });
  const name = setText(type, first, styles.strong, { x: at.main, width });
  const rest = setText(type, address.join('\n'), styles.text, { x: at.main, width });
  const step = styles.text.size * density.leading + 3 * density.gap;
  let down = 0;
  const facts = invoice.facts.map(([fact, text]) => {
    const named = setText(type, fact, styles.small, { x: at.contact, width: at.facts - at.contact });
    const body = setText(type, text, styles.text, { x: at.facts, width: at.right - at.facts });
    const texts = [
      { set: named, down: down + 0.75 },
      { set: body, down },
    ];
    down += Math.max(step, body.height);
    return { tag: 'P', texts };
  });
  return sideBySide(doc, [
    {
      tag: 'P',
      texts: [
        { set: label, down: 0.75 },
        { set: name },
        ...(address.length === 0 ? [] : [{ set: rest, down: name.height }]),
      ],
    },
    ...facts,
  ]);
};

const amountDue = ({ doc, type, invoice: { due } }: Setting): Block => {
  const at = columns(doc.page.width);
  const figure = setText(type, due.amount, styles.figure, { x: at.main, width: at.right - at.main });
  const label = setText(type, due.label, styles.small, { x: at.left, width: at.main - at.left });
  const x = at.main + widthOf(type, due.amount, styles.figure) + 12;
  const by = setText(type, due.by, styles.lead, { x, width: Math.max(60, at.right - x) });
  const middle = figure.height / 2;
  return sideBySide(doc, [
    {
      tag: 'P',
      texts: [
        { set: label, down: middle + 3.2 - label.height / 2 },
        { set: figure },
        ...(due.by === '' ? [] : [{ set: by, down: middle + 4.6 - styles.lead.size * 0.7 }]),
      ],
    },
  ]);
};

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

const table = (setting: Setting): Block[] => {
  const { doc, type, density, invoice } = setting;
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
  const lines = invoice.lines.flatMap((line, i) => [
    ...(i === 0 ? [] : [{ ...rule(doc, { ...across, color: hairline }), within: 'Table' as const }]),
    lineBlock(setting, line),
  ]);
  return [
    head,
    { ...space(2 + 4 * density.gap), within: 'Table' },
    { ...rule(doc, across), within: 'Table' },
    ...lines,
    rule(doc, across),
  ];
};

const sums = ({ doc, type, density, invoice }: Setting): Block[] => {
  const at = columns(doc.page.width);
  const pair = (
    [label, amount]: readonly [string, string],
    as: { label: Style; amount: Style; down: number },
  ): Block => {
    const name = setText(type, label, as.label, { x: at.sums, width: 150 });
    const figure = setText(type, amount, as.amount, { x: at.right, align: 'right', width: 150 });
    return sideBySide(doc, [{ tag: 'P', texts: [{ set: name, down: as.down }, { set: figure }] }]);
  };
  const gap = space(2 + 4 * density.gap);
  return [
    space(3 + 5 * density.gap),
    ...invoice.sums.flatMap((one) => [pair(one, { label: styles.text, amount: styles.amount, down: 0 }), gap]),
    space(3 * density.gap),
    rule(doc, { from: at.sums, to: at.right, color: hairline }),
    space(2 + 6 * density.gap),
    pair(invoice.total, { label: styles.leadStrong, amount: styles.title, down: 2.6 }),
    ...(invoice.credit ?? []).flatMap((one) => [
      gap,
      pair(one, { label: styles.text, amount: styles.amount, down: 0 }),
    ]),
  ];
};

const blocksOf = (setting: Setting): Block[] => {
  const { doc, type, density, invoice } = setting;
  const at = columns(doc.page.width);
  const gap = (points: number): Block => space(6 + (points - 6) * density.gap);
  const sections = invoice.sections.flatMap((section) => [...labelled(doc, type, at, section), gap(9)]);
  const blocks = [
    gap(24),
    letterhead(setting),
    gap(60),
    billedTo(setting),
    gap(42),
    amountDue(setting),
    gap(38),
    ...table(setting),
    ...sums(setting),
    gap(42),
    ...(invoice.payOnline === undefined
      ? []
      : [payOnline(doc, type, { ...at, room: density.gap }, invoice.payOnline), gap(9)]),
    ...sections,
  ];
  if (!type.hasReplaced) return blocks;
  const note = `Characters that cannot be printed here are shown as “${replacement}” or without their marks.`;
  return [...blocks, ...labelled(doc, type, at, ['Characters', note])];
};

const heightOf = (blocks: readonly Block[]): number => blocks.reduce((sum, { height }) => sum + height, 0);

/** The blocks of an invoice, as roomy as one page allows; dense on several pages if one is not enough. */
export const layOut = (doc: Document, invoice: CreditedPrint): Block[] => {
  const available = doc.page.height - pageMargin.top - pageMargin.bottom;
  let blocks: Block[] = [];
  for (const density of densities) {
    blocks = blocksOf({ doc, type: typesetter(doc, density.leading), density, invoice });
    if (heightOf(blocks) <= available) return blocks;
  }
  return blocks;
};
