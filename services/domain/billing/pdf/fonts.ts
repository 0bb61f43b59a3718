import { readFileSync } from 'node:fs';
import { create, type Font, type GlyphRun } from 'fontkit';
import { inflateSync } from 'node:zlib';
import { fontsWith } from './other-scripts.ts';

const align = (length: number): number => Math.ceil(length / 4) * 4;

/**
 * The OpenType font in a WOFF file (W3C, WOFF File Format 1.0). fontkit reads WOFF too, but inflates a table again for each glyph that it
 * reads, which takes a second per page.
 */
const openTypeOf = (woff: Buffer): Buffer => {
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, i) => {
    const entry = 44 + i * 20;
    const [offset, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at));
    if (offset === undefined || packed === undefined || length === undefined) throw new Error('Not a WOFF file.');
    const stored = woff.subarray(offset, offset + packed);
    return {
      tag: woff.subarray(entry, entry + 4),
      checksum: woff.readUInt32BE(entry + 16),
      data: packed < length ? inflateSync(stored) : stored,
    };
  });
  const header = Buffer.alloc(12 + 16 * count);
  woff.copy(header, 0, 4, 8);
  const exponent = Math.floor(Math.log2(count));
  header.writeUInt16BE(count, 4);
  header.writeUInt16BE(16 * 2 ** exponent, 6);
  header.writeUInt16BE(exponent, 8);
  header.writeUInt16BE(16 * (count - 2 ** exponent), 10);
  let offset = header.length;
  const parts: Buffer[] = [header];
  tables.forEach(({ tag, checksum, data }, i) => {
    const entry = 12 + i * 16;
    tag.copy(header, entry);
    header.writeUInt32BE(checksum, entry + 4);
    header.writeUInt32BE(offset, entry + 8);
    header.writeUInt32BE(data.length, entry + 12);
    parts.push(data, Buffer.alloc(align(data.length) - data.length));
    offset += align(data.length);
  });
  return Buffer.concat(parts);
};

const subsets = ['latin', 'latin-ext', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext', 'vietnamese'] as const;
export type Weight = 400 | 600;

/** One file of a font: some of its characters in one weight. */
export type Face = {
  readonly name: string;
  readonly font: Font;
  readonly characters: ReadonlySet<number>;
};

const files = import.meta.resolve('@fontsource/inter/files/inter-latin-400-normal.woff');

/** Before the letters of Hebrew. */
const firstOther = 0x5_90;

const mostWords = 20_000;

/** The same font that shapes each word once: shaping takes about a millisecond, and invoices repeat their words. */
const remembering = (font: Font): Font => {
  const known = new Map<string, GlyphRun>();
  const layout: Font['layout'] = (text, features, ...rest) => {
    const key = features === undefined ? text : `${JSON.stringify(features)} ${text}`;
    const run = known.get(key) ?? font.layout(text, features, ...rest);
    if (known.size >= mostWords) known.clear();
    known.set(key, run);
    // The document scales the positions that it gets.
    const positions = run.positions.map((position) => ({ ...position }));
    return Object.create(run, { positions: { value: positions, enumerable: true } });
  };
  return Object.create(font, { layout: { value: layout } });
};

const faceOf = (subset: string, weight: Weight): Face => {
  const name = `inter-${subset}-${weight}-normal`;
  const font = create(openTypeOf(readFileSync(new URL(`${name}.woff`, files))));
  if (!('characterSet' in font)) throw new Error(`${name} is a collection of fonts.`);
  return { name, font: remembering(font), characters: new Set(font.characterSet) };
};

const loaded = new Map<Weight, readonly Face[]>();

/** Every face of a weight, read once per thread. */
const facesOf = (weight: Weight): readonly Face[] => {
  const known = loaded.get(weight);
  if (known) return known;
  const faces = subsets.map((subset) => faceOf(subset, weight));
  loaded.set(weight, faces);
  return faces;
};

/** Faces of other scripts, as texts have needed them so far. */
const others = new Map<Weight, Face[]>([
  [400, []],
  [600, []],
]);

const codesIn = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0) ?? 0);

/** Reads the fonts of the scripts of a text, before it is set. */
export const prepareFonts = async (text: string): Promise<void> => {
  for (const code of new Set(codesIn(text))) {
    const known = (): Face[] => [...facesOf(400), ...(others.get(400) ?? [])];
    // Latin, Greek and Cyrillic letters are in Inter.
    if (code < firstOther || known().some(({ characters }) => characters.has(code))) continue;
    for (const { name, weight, font } of await fontsWith(code, [...others.keys()]))
      others
        .get(weight === 600 ? 600 : 400)
        ?.push({ name, font: remembering(font), characters: new Set(font.characterSet) });
  }
};

export const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const found = new Map<string, Face>();

export const faceFor = (grapheme: string, weight: Weight): Face | undefined => {
  const key = `${weight} ${grapheme}`;
  const known = found.get(key) ?? faceWith(grapheme, weight);
  if (found.size >= mostWords) found.clear();
  if (known) found.set(key, known);
  return known;
};

const faceWith = (grapheme: string, weight: Weight): Face | undefined => {
  const codes = codesIn(grapheme);
  const hasAll = ({ characters }: Face): boolean => codes.every((code) => characters.has(code));
  return facesOf(weight).find(hasAll) ?? others.get(weight)?.find(hasAll);
};

/** Letters and signs of which each is a character by itself, printed as it is written: nearly all texts have no others. */
const plain = /^[\x20-\x7E\u00A1-\u00AC\u00AE-\u00FF–—−…‘’“”•\n]*$/;

/** The one face of a plain text; null for any other text. */
export const plainFace = (text: string, weight: Weight): Face | null => {
  if (!plain.test(text)) return null;
  const [face] = facesOf(weight);
  for (const character of text)
    if (character !== '\n' && face?.characters.has(character.codePointAt(0) ?? 0) !== true) return null;
  return face ?? null;
};

export const replacement = '?';

// Formatting and control characters have no shape: they are left out.
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The text with only characters that can be printed. `onReplaced` is called if another one had to be replaced. */
export const printable = (text: string, weight: Weight, onReplaced: () => void): string =>
  plainFace(text, weight) ? text : printableOf(text, weight, onReplaced);

const printableOf = (text: string, weight: Weight, onReplaced: () => void): string =>
  [...graphemes.segment(text.normalize('NFC'))]
    .map(({ segment }) => {
      if (segment === '\n') return segment;
      if (/^\s$/.test(segment)) return ' ';
      const visible = /\p{Extended_Pictographic}/u.test(segment) ? segment : segment.replaceAll(invisible, '');
      if (visible === '' || faceFor(visible, weight)) return visible;
      onReplaced();
      const [base = ''] = visible;
      return /\p{L}/u.test(base) && faceFor(base, weight) ? base : replacement;
    })
    .join('');
