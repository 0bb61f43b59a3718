import type PDFDocument from 'pdfkit';
import { setParts, setText, type SetText, type Style, type Typesetter } from './typesetter.ts';

export type Document = InstanceType<typeof PDFDocument>;
export type Structure = PDFKit.PDFStructureElement;

/** A horizontal strip of a page. */
export type Block = {
  readonly height: number;
  /** The kind of structure element in which it is drawn: blocks of a kind that follow one another share one. */
  readonly within?: 'Table';
  readonly draw: (y: number, parent: Structure) => void;
};

const ink = '#1c1917';
const soft = '#57534e';
export const hairline = '#d6d3d1';

const style = (size: number, weight: Style['weight'] = 400, color = ink): Style => ({ size, weight, color });
export const styles = {
  text: style(10.5),
  amount: { ...style(10.5), tabular: true },
  strong: style(10.5, 600),
  small: style(9, 400, soft),
  lead: style(12),
  leadStrong: style(12, 600),
  title: style(15, 600),
  figure: style(27, 600),
} as const;

/** Points from the left edge of the page. */
export const columns = (pageWidth: number) => {
  const left = 60;
  const right = pageWidth - 60;
  return {
    left,
    right,
    main: left + 114,
    contact: right - 186,
    facts: right - 126,
    rate: right - 72,
    sums: right - 234,
  };
};
export type Columns = ReturnType<typeof columns>;

export const space = (height: number): Block => ({ height, draw: () => undefined });

/** A line across part of the page, which is no content. */
export const rule = (
  doc: Document,
  { from, to, color = ink }: { from: number; to: number; color?: string },
): Block => ({
  height: 0.75,
  draw: (y) => drawRule(doc, { from, to, y, color }),
});

export const drawRule = (
  doc: Document,
  { from, to, y, color }: { from: number; to: number; y: number; color: string },
): void => {
  doc.markContent('Artifact', { type: 'Layout' });
  doc.moveTo(from, y).lineTo(to, y).lineWidth(0.75).strokeColor(color).stroke();
  doc.endMarkedContent();
};

/** Adds a structure element whose content is what `draw` draws. */
const element = (doc: Document, parent: Structure, tag: string, draw: () => void): void => {
  parent.add(doc.struct(tag, {}, [draw]));
};

/** Texts side by side, each an element; their first lines share a baseline. */
export const sideBySide = (
  doc: Document,
  cells: readonly {
    readonly tag: string;
    readonly texts: readonly { readonly set: SetText; readonly down?: number }[];
  }[],
  { padding = 0, row = null }: { padding?: number; row?: 'TR' | null } = {},
): Block => {
  const heights = cells.flatMap(({ texts }) => texts.map(({ set, down = 0 }) => set.height + down));
  return {
    height: Math.max(0, ...heights) + 2 * padding,
    ...(row === null ? {} : { within: 'Table' }),
    draw: (y, parent) => {
      const inside = row === null ? parent : doc.struct(row);
      if (inside !== parent) parent.add(inside);
      for (const { tag, texts } of cells)
        element(doc, inside, tag, () => {
          for (const { set, down = 0 } of texts) set.draw(y + padding + down);
        });
      if (inside !== parent) inside.end();
    },
  };
};

/** A label in the left column and a text beside it; a long one can continue on another page. */
export const labelled = (
  doc: Document,
  type: Typesetter,
  { left, main, right }: Columns,
  [label, text]: readonly [string, string],
): Block[] => {
  const name = setText(type, label, styles.small, { x: left, width: main - left - 8 });
  return setParts(type, text, styles.text, { x: main, width: right - main }).map((part, i) =>
    sideBySide(doc, [{ tag: 'P', texts: [...(i === 0 ? [{ set: name, down: 0.75 }] : []), { set: part }] }]),
  );
};
