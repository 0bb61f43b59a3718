import { columns, hairline, labelled, rule, sideBySide, space, styles, type Block, type Document } from './blocks.ts';
import { replacement } from './fonts.ts';
import { setText, typesetter, widthOf, type Style, type Typesetter } from './typesetter.ts';

// What the pages of invoices and statements have in common.

/** How much room a letter takes: 1 is the design's, smaller ones fit more lines on a page. */
type Density = { readonly gap: number; readonly leading: number; readonly padding: number };
const densities: readonly Density[] = [
  { gap: 1, leading: 1.43, padding: 8 },
  { gap: 0.6, leading: 1.4, padding: 5.5 },
  { gap: 0.3, leading: 1.33, padding: 3.5 },
  { gap: 0.15, leading: 1.25, padding: 1.5 },
];

export const pageMargin = { top: 36, bottom: 68 } as const;

/** How a letter is set. */
export type Setting = { readonly doc: Document; readonly type: Typesetter; readonly density: Density };

export const letterhead = (
  { doc, type }: Setting,
  { studioName, contact: lines }: { readonly studioName: string; readonly contact: readonly string[] },
): Block => {
  const at = columns(doc.page.width);
  const name = setText(type, studioName, styles.title, { x: at.left, width: at.contact - at.left - 16 });
  const contact = setText(type, lines.join('\n'), styles.small, { x: at.contact, width: at.right - at.contact });
  return sideBySide(doc, [
    { tag: 'H1', texts: [{ set: name }] },
    ...(lines.length === 0 ? [] : [{ tag: 'P', texts: [{ set: contact, down: 4 }] }]),
  ]);
};

type Pairs = readonly (readonly [string, string])[];

/** To whom, and facts beside it. */
export const addressed = (
  { doc, type, density }: Setting,
  {
    label: title,
    lines,
    facts: pairs,
  }: { readonly label: string; readonly lines: readonly string[]; readonly facts: Pairs },
): Block => {
  const at = columns(doc.page.width);
  const width = at.contact - at.main - 16;
  const [first = '', ...address] = lines;
  const label = setText(type, title, styles.small, { x: at.left, width: at.main - at.left });
  const name = setText(type, first, styles.strong, { x: at.main, width });
  const rest = setText(type, address.join('\n'), styles.text, { x: at.main, width });
  const step = styles.text.size * density.leading + 3 * density.gap;
  let down = 0;
  const facts = pairs.map(([fact, text]) => {
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

/** The amount that the letter is about, as its largest text. */
export const figure = (
  { doc, type }: Setting,
  of: { readonly label: string; readonly amount: string; readonly by: string },
): Block => {
  const at = columns(doc.page.width);
  const amount = setText(type, of.amount, styles.figure, { x: at.main, width: at.right - at.main });
  const label = setText(type, of.label, styles.small, { x: at.left, width: at.main - at.left });
  const x = at.main + widthOf(type, of.amount, styles.figure) + 12;
  const by = setText(type, of.by, styles.lead, { x, width: Math.max(60, at.right - x) });
  const middle = amount.height / 2;
  return sideBySide(doc, [
    {
      tag: 'P',
      texts: [
        { set: label, down: middle + 3.2 - label.height / 2 },
        { set: amount },
        ...(of.by === '' ? [] : [{ set: by, down: middle + 4.6 - styles.lead.size * 0.7 }]),
      ],
    },
  ]);
};

/** Sums, the total below a line, and what follows from it. */
export const sums = (
  { doc, type, density }: Setting,
  of: { readonly sums: Pairs; readonly total: readonly [string, string]; readonly credit?: Pairs | undefined },
): Block[] => {
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
    ...of.sums.flatMap((one) => [pair(one, { label: styles.text, amount: styles.amount, down: 0 }), gap]),
    space(3 * density.gap),
    rule(doc, { from: at.sums, to: at.right, color: hairline }),
    space(2 + 6 * density.gap),
    pair(of.total, { label: styles.leadStrong, amount: styles.title, down: 2.6 }),
    ...(of.credit ?? []).flatMap((one) => [gap, pair(one, { label: styles.text, amount: styles.amount, down: 0 })]),
  ];
};

const heightOf = (blocks: readonly Block[]): number => blocks.reduce((sum, { height }) => sum + height, 0);

const withNote = ({ doc, type }: Setting, blocks: readonly Block[]): readonly Block[] => {
  if (!type.hasReplaced) return blocks;
  const note = `Characters that cannot be printed here are shown as “${replacement}” or without their marks.`;
  return [...blocks, ...labelled(doc, type, columns(doc.page.width), ['Characters', note])];
};

/** No page has room for more of the densest rows. */
const mostRows = 46;

/**
 * The blocks of a letter, as roomy as one page allows; dense on several pages if one is not enough.
 * @param rows of its table
 */
export const fitted = (
  doc: Document,
  rows: number,
  blocksOf: (setting: Setting) => readonly Block[],
): readonly Block[] => {
  const available = doc.page.height - pageMargin.top - pageMargin.bottom;
  let blocks: readonly Block[] = [];
  for (const density of rows > mostRows ? densities.slice(-1) : densities) {
    const setting = { doc, type: typesetter(doc, density.leading), density };
    blocks = withNote(setting, blocksOf(setting));
    if (heightOf(blocks) <= available) return blocks;
  }
  return blocks;
};
