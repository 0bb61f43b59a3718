import type { StatementPrint } from '@rondo/contracts/events/billing/statements.ts';
import { columns, hairline, labelled, rule, sideBySide, space, styles, type Block, type Document } from './blocks.ts';
import { addressed, figure, fitted, letterhead, sums, type Setting } from './letter.ts';
import { payOnline } from './pay-online.ts';
import { setText, type Style } from './typesetter.ts';

/** Points of the columns of amounts and balances. */
const widths = { amount: 72, balance: 92 } as const;

type Row = {
  readonly date: string;
  readonly text: string;
  readonly detail: string;
  readonly amount: string;
  readonly balance: string;
};

const row = (
  { doc, type }: Setting,
  cells: Row,
  as: { readonly tag: 'TH' | 'TD'; readonly text: Style; readonly amount: Style; readonly padding?: number },
): Block => {
  const at = columns(doc.page.width);
  const amountEnd = at.right - widths.balance;
  const width = amountEnd - widths.amount - at.main - 8;
  const what = setText(type, cells.text, as.text, { x: at.main, width });
  const detail = setText(type, cells.detail, styles.small, { x: at.main, width });
  const right = { align: 'right' as const, width: widths.balance };
  const sets = [
    [{ set: setText(type, cells.date, as.amount, { x: at.left, width: at.main - at.left - 8 }) }],
    [{ set: what }, ...(cells.detail === '' ? [] : [{ set: detail, down: what.height }])],
    [{ set: setText(type, cells.amount, as.amount, { x: amountEnd, ...right }) }],
    [{ set: setText(type, cells.balance, as.amount, { x: at.right, ...right }) }],
  ];
  return sideBySide(
    doc,
    sets.map((texts) => ({ tag: as.tag, texts })),
    { row: 'TR', padding: as.padding ?? 0 },
  );
};

const table = (setting: Setting, { before, lines }: StatementPrint): Block[] => {
  const { doc, density } = setting;
  const at = columns(doc.page.width);
  const across = { from: at.left, to: at.right };
  const between = { ...rule(doc, { ...across, color: hairline }), within: 'Table' as const };
  const head = { date: 'Date', text: 'What', detail: '', amount: 'Amount', balance: 'Balance' };
  const body = { tag: 'TD', text: styles.text, amount: styles.amount, padding: density.padding } as const;
  return [
    row(setting, head, { tag: 'TH', text: styles.small, amount: styles.small }),
    { ...space(2 + 4 * density.gap), within: 'Table' },
    { ...rule(doc, across), within: 'Table' },
    row(setting, { ...before, detail: '', amount: '' }, body),
    ...lines.flatMap((line) => [between, row(setting, line, body)]),
    rule(doc, across),
  ];
};

const blocksOf = (setting: Setting, statement: StatementPrint): Block[] => {
  const { doc, type, density } = setting;
  const at = columns(doc.page.width);
  const gap = (points: number): Block => space(6 + (points - 6) * density.gap);
  const pastDue = statement.aging.map(([word, amount]) => `${word}: ${amount}`).join('\n');
  const sections = [...(pastDue === '' ? [] : [['What is open', pastDue] as const]), ...statement.sections];
  return [
    gap(24),
    letterhead(setting, statement),
    gap(60),
    addressed(setting, { label: 'To', lines: statement.billedTo, facts: statement.facts }),
    gap(42),
    figure(setting, statement.closing),
    gap(38),
    ...table(setting, statement),
    ...sums(setting, statement),
    gap(42),
    ...(statement.payOnline === undefined
      ? []
      : [payOnline(doc, type, { ...at, room: density.gap }, statement.payOnline), gap(9)]),
    ...sections.flatMap((section) => [...labelled(doc, type, at, section), gap(9)]),
  ];
};

/** The blocks of a statement. */
export const layOutStatement = (doc: Document, statement: StatementPrint): readonly Block[] =>
  fitted(doc, statement.lines.length, (setting) => blocksOf(setting, statement));
