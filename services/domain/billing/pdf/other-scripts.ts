import { create, type Font } from 'fontkit';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import wawoff2 from 'wawoff2';
import { z } from 'zod';

// Fonts of the scripts that Inter has not: Noto Sans, in files of some characters each, which are read when a text needs them.

/** The characters of each package. */
const packages = {
  'noto-sans-hebrew': import.meta.resolve('@fontsource-variable/noto-sans-hebrew/unicode.json'),
  'noto-sans-arabic': import.meta.resolve('@fontsource-variable/noto-sans-arabic/unicode.json'),
  'noto-sans-sc': import.meta.resolve('@fontsource-variable/noto-sans-sc/unicode.json'),
  'noto-sans-kr': import.meta.resolve('@fontsource-variable/noto-sans-kr/unicode.json'),
} as const;

type Part = {
  readonly name: string;
  readonly url: URL;
  readonly ranges: readonly (readonly [from: number, to: number])[];
};

const rangesIn = (text: string): [number, number][] =>
  text.split(',').map((range) => {
    const [from = '', to = from] = range.replace('U+', '').split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  });

/** The files of a package with their characters. CJK files are numbered. */
const partsIn = ([name, unicode]: readonly [name: string, unicode: string]): Part[] => {
  const ranges = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(new URL(unicode), 'utf8')));
  return Object.entries(ranges).map(([part, text]) => {
    const file = `${name}-${part.replaceAll(/[[\]]/g, '')}-wght-normal`;
    return { name: file, url: new URL(`files/${file}.woff2`, unicode), ranges: rangesIn(text) };
  });
};

let parts: readonly Part[] | null = null;

/** The files that may have a character: their ranges also have some that they lack. */
const partsWith = (code: number): Part[] => {
  parts ??= Object.entries(packages).flatMap(partsIn);
  return parts.filter(({ ranges }) => ranges.some(([from, to]) => from <= code && code <= to));
};

type Command = { readonly command: string; readonly args: readonly number[] };

/** The outline of a glyph as the table `glyf` has it (OpenType, simple glyph), every point in two bytes. */
const simpleGlyph = (commands: readonly Command[]): Buffer => {
  const points: { x: number; y: number; isOnCurve: boolean }[] = [];
  const ends: number[] = [];
  for (const { command, args } of commands) {
    if (command === 'closePath') ends.push(points.length - 1);
    for (let i = 0; i < args.length; i += 2)
      points.push({
        x: Math.round(args[i] ?? 0),
        y: Math.round(args[i + 1] ?? 0),
        isOnCurve: command !== 'quadraticCurveTo' || i === 2,
      });
  }
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const header = [ends.length, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys), ...ends, 0];
  const deltas = [xs, ys].flatMap((list) => list.map((value, i) => value - (list[i - 1] ?? 0)));
  const length = 2 * header.length + points.length + 2 * deltas.length;
  const glyph = Buffer.alloc(Math.ceil(length / 4) * 4);
  header.forEach((word, i) => glyph.writeInt16BE(word, 2 * i));
  points.forEach(({ isOnCurve }, i) => glyph.writeUInt8(isOnCurve ? 1 : 0, 2 * header.length + i));
  deltas.forEach((delta, i) => glyph.writeInt16BE(delta, 2 * header.length + points.length + 2 * i));
  return glyph;
};

/**
 * The font with subsets that can be embedded: fontkit 2.0 cannot encode the outlines of a variable font.
 * @param name by which pdfkit tells it from the other weights of its file
 */
const embeddable = (font: Font, name: string): Font => {
  const createSubset = () =>
    Object.assign(font.createSubset(), {
      glyphEncoder: { encodeSimple: (path: { readonly commands: readonly Command[] }) => simpleGlyph(path.commands) },
    });
  return Object.create(font, { createSubset: { value: createSubset }, postscriptName: { value: name } });
};

const loaded = new Map<string, Font | null>();

const fontIn = async ({ name, url }: Part): Promise<Font | null> => {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const font = create(Buffer.from(await wawoff2.decompress(await readFile(url))));
  const single = 'getVariation' in font ? font : null;
  loaded.set(name, single);
  return single;
};

/** A font that has a character, in each of some weights, and its name; nothing if no font has it. */
export const fontsWith = async (code: number, weights: readonly number[]) => {
  for (const part of partsWith(code)) {
    const font = await fontIn(part);
    if (font?.hasGlyphForCodePoint(code) === true)
      return weights.map((weight) => {
        const name = `${part.name}-${weight}`;
        return { name, weight, font: embeddable(font.getVariation({ wght: weight }), name) };
      });
  }
  return [];
};
