import { chunksOf } from '@rondo/projections/kit/chunks.ts';
import type { Font } from 'fontkit';
import type PDFDocument from 'pdfkit';
import { printable, type Face, type Weight } from './fonts.ts';
import { runsOf, type Run } from './runs.ts';

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** PDFKit also takes a font that is loaded already, which its types do not know. */
      registerFont(name: string, font: Font): this;
    }
  }
}

type Document = InstanceType<typeof PDFDocument>;

export type Style = {
  readonly size: number;
  readonly weight: Weight;
  readonly color: string;
  /** Digits of the same width, so that columns of amounts align. */
  readonly tabular?: true;
};
/** Where a line begins, or ends if it is aligned to the right. */
type Place = { readonly x: number; readonly align?: 'left' | 'right' };

export type SetText = {
  readonly lines: readonly string[];
  readonly height: number;
  readonly draw: (y: number) => void;
};

const featuresOf = ({ tabular }: Style): { features?: PDFKit.Mixins.OpenTypeFeatures[] } =>
  tabular === true ? { features: ['tnum'] } : {};

const linesOfPart = 10;

/** A document into which text is set, with what it has needed so far. */
export type Typesetter = {
  readonly doc: Document;
  readonly leading: number;
  readonly registered: Set<string>;
  /** Texts repeat their words: what is known of them, by style. */
  readonly runs: Map<string, readonly Run[]>;
  readonly widths: Map<string, number>;
  /** Whether a character was replaced that no font has. */
  hasReplaced: boolean;
};

export const typesetter = (doc: Document, leading: number): Typesetter => ({
  doc,
  leading,
  registered: new Set(),
  runs: new Map(),
  widths: new Map(),
  hasReplaced: false,
});

const use = ({ doc, registered }: Typesetter, { name, font }: Face): void => {
  if (!registered.has(name)) doc.registerFont(name, font);
  registered.add(name);
  doc.font(name);
};

const runsIn = ({ runs }: Typesetter, text: string, weight: Weight): readonly Run[] => {
  const key = `${weight} ${text}`;
  const known = runs.get(key) ?? runsOf(text, weight);
  runs.set(key, known);
  return known;
};

export const widthOf = (type: Typesetter, text: string, style: Style): number => {
  const key = `${style.size} ${style.weight} ${style.tabular} ${text}`;
  const known = type.widths.get(key);
  if (known !== undefined) return known;
  type.doc.fontSize(style.size);
  let width = 0;
  for (const run of runsIn(type, text, style.weight)) {
    use(type, run.face);
    width += type.doc.widthOfString(run.text, featuresOf(style));
  }
  type.widths.set(key, width);
  return width;
};

const drawLine = (type: Typesetter, text: string, style: Style, x: number, baseline: number): void => {
  const { doc } = type;
  doc.fontSize(style.size).fillColor(style.color);
  let at = x;
  const runs = runsIn(type, text, style.weight);
  for (const [i, run] of runs.entries()) {
    use(type, run.face);
    doc.text(run.text, at, baseline, { lineBreak: false, baseline: 'alphabetic', ...featuresOf(style) });
    if (i < runs.length - 1) at += doc.widthOfString(run.text, featuresOf(style));
  }
};

/** A word that is wider than a line, in parts that fit. */
const partsOf = (type: Typesetter, word: string, style: Style, width: number): string[] => {
  if (widthOf(type, word, style) <= width) return [word];
  const parts: string[] = [];
  let part = '';
  for (const character of word) {
    if (part !== '' && widthOf(type, part + character, style) > width) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part];
};

const broken = (type: Typesetter, paragraph: string, style: Style, width: number): string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(' ').flatMap((one) => partsOf(type, one, style, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(type, longer, style) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
};

const linesOf = (type: Typesetter, text: string, style: Style, width: number): string[] => {
  const clean = printable(text, style.weight, () => {
    type.hasReplaced = true;
  });
  return clean.split('\n').flatMap((paragraph) => broken(type, paragraph, style, width));
};

const paragraph = (type: Typesetter, lines: readonly string[], style: Style, { x, align = 'left' }: Place): SetText => {
  const lineHeight = style.size * type.leading;
  return {
    lines,
    height: lines.length * lineHeight,
    draw: (y) =>
      lines.forEach((line, i) => {
        // The middle of the capital letters is in the middle of the line.
        const baseline = y + i * lineHeight + lineHeight / 2 + style.size * 0.36;
        drawLine(type, line, style, align === 'right' ? x - widthOf(type, line, style) : x, baseline);
      }),
  };
};

type Column = Place & { readonly width: number };

/** Breaks a text into lines of a width. */
export const setText = (type: Typesetter, text: string, style: Style, column: Column): SetText =>
  paragraph(type, linesOf(type, text, style, column.width), style, column);

/** The same in parts of some lines, between which a page may end. */
export const setParts = (type: Typesetter, text: string, style: Style, column: Column): SetText[] =>
  chunksOf(linesOf(type, text, style, column.width), linesOfPart).map((lines) => paragraph(type, lines, style, column));
