import type { Font } from 'fontkit';
import type PDFDocument from 'pdfkit';
import { printable, runsOf, type Face, type Weight } from './fonts.ts';

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
export type Place = { readonly x: number; readonly align?: 'left' | 'right' };

export type SetText = {
  readonly lines: readonly string[];
  readonly height: number;
  readonly draw: (y: number) => void;
};

const featuresOf = ({ tabular }: Style): { features?: PDFKit.Mixins.OpenTypeFeatures[] } =>
  tabular === true ? { features: ['tnum'] } : {};

const linesOfPart = 10;

export const typesetter = (doc: Document, leading: number) => {
  const registered = new Set<string>();
  let hasReplaced = false;

  const use = ({ name, font }: Face): void => {
    if (!registered.has(name)) doc.registerFont(name, font);
    registered.add(name);
    doc.font(name);
  };

  const widthOf = (text: string, style: Style): number => {
    doc.fontSize(style.size);
    let width = 0;
    for (const run of runsOf(text, style.weight)) {
      use(run.face);
      width += doc.widthOfString(run.text, featuresOf(style));
    }
    return width;
  };

  const drawLine = (text: string, style: Style, x: number, baseline: number): void => {
    doc.fontSize(style.size).fillColor(style.color);
    let at = x;
    for (const run of runsOf(text, style.weight)) {
      use(run.face);
      doc.text(run.text, at, baseline, { lineBreak: false, baseline: 'alphabetic', ...featuresOf(style) });
      at += doc.widthOfString(run.text, featuresOf(style));
    }
  };

  /** A word that is wider than a line, in parts that fit. */
  const partsOf = (word: string, style: Style, width: number): string[] => {
    if (widthOf(word, style) <= width) return [word];
    const parts: string[] = [];
    let part = '';
    for (const character of word) {
      if (part !== '' && widthOf(part + character, style) > width) {
        parts.push(part);
        part = '';
      }
      part += character;
    }
    return [...parts, part];
  };

  const broken = (paragraph: string, style: Style, width: number): string[] => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(' ').flatMap((one) => partsOf(one, style, width))) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line !== '' && widthOf(longer, style) > width) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    return [...lines, line];
  };

  const linesOf = (text: string, style: Style, width: number): string[] => {
    const clean = printable(text, style.weight, () => {
      hasReplaced = true;
    });
    return clean.split('\n').flatMap((paragraph) => broken(paragraph, style, width));
  };

  const paragraph = (lines: readonly string[], style: Style, { x, align = 'left' }: Place): SetText => {
    const lineHeight = style.size * leading;
    return {
      lines,
      height: lines.length * lineHeight,
      draw: (y) =>
        lines.forEach((line, i) => {
          // The middle of the capital letters is in the middle of the line.
          const baseline = y + i * lineHeight + lineHeight / 2 + style.size * 0.36;
          drawLine(line, style, align === 'right' ? x - widthOf(line, style) : x, baseline);
        }),
    };
  };

  return {
    /** Breaks a text into lines of a width. */
    set: (text: string, style: Style, place: Place & { readonly width: number }): SetText =>
      paragraph(linesOf(text, style, place.width), style, place),
    /** The same in parts of some lines, between which a page may end. */
    setParts: (text: string, style: Style, place: Place & { readonly width: number }): SetText[] => {
      const lines = linesOf(text, style, place.width);
      return Array.from({ length: Math.ceil(lines.length / linesOfPart) }, (_, i) =>
        paragraph(lines.slice(i * linesOfPart, (i + 1) * linesOfPart), style, place),
      );
    },
    widthOf,
    hasReplaced: () => hasReplaced,
  };
};
export type Typesetter = ReturnType<typeof typesetter>;
