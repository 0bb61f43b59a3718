import openBidi from 'bidi-js';
import { faceFor, graphemes, plainFace, type Face, type Weight } from './fonts.ts';

// Hebrew and Arabic are written from right to left, numbers and Latin names among them from left to right: Unicode's bidirectional algorithm.

const bidi = openBidi();

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/u;

const hasRightToLeft = (text: string): boolean => rightToLeft.test(text);

/** The level of each UTF-16 unit of a line, which is written in the direction of its first letter. */
export const levelsOf = (text: string): Uint8Array => bidi.getEmbeddingLevels(text, 'auto').levels;

/** A part of a line whose letters are all of one level. Those of odd levels are written from right to left. */
type Piece = { readonly text: string; readonly level: number };

const isWord = (text: string): boolean => /^[\p{L}\p{M}]/u.test(text);

/** Whether a piece continues the one before it. The font turns the letters of a word around; signs and spaces between words are pieces. */
const isJoined = (before: Piece, next: Piece): boolean =>
  before.level === next.level && (next.level % 2 === 0 || (isWord(before.text) && isWord(next.text)));

/** The pieces of a line in the order in which they are drawn, from left to right. */
export const inVisualOrder = <Part extends Piece>(pieces: readonly Part[]): Part[] => {
  const ordered = pieces.map((piece) =>
    piece.level % 2 === 0 || isWord(piece.text)
      ? piece
      : { ...piece, text: bidi.getMirroredCharacter(piece.text) ?? piece.text },
  );
  for (let level = Math.max(...pieces.map((piece) => piece.level)); level > 0; level -= 1)
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from;
      while ((ordered[to]?.level ?? 0) >= level) to += 1;
      ordered.splice(from, to - from, ...ordered.slice(from, to).toReversed());
      from = Math.max(from, to - 1);
    }
  return ordered;
};

export type Run = { readonly face: Face; readonly text: string };

const space = 0x20;

/** The parts of a line that are each set in one face, from left to right. */
export const runsOf = (text: string, weight: Weight): Run[] => {
  const only = plainFace(text, weight);
  if (only) return text === '' ? [] : [{ face: only, text }];
  const levels = hasRightToLeft(text) ? levelsOf(text) : null;
  const runs: (Run & Piece)[] = [];
  for (const { segment, index } of graphemes.segment(text)) {
    const last = runs.at(-1);
    const face = segment === ' ' && last?.face.characters.has(space) === true ? last.face : faceFor(segment, weight);
    if (!face) continue;
    const piece = { face, level: levels?.[index] ?? 0, text: segment };
    if (last?.face === face && isJoined(last, piece)) runs[runs.length - 1] = { ...last, text: last.text + segment };
    else runs.push(piece);
  }
  return levels ? inVisualOrder(runs) : runs;
};
