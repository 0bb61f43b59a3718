import { expect, test } from 'vitest';
import { inVisualOrder, levelsOf, runsOf } from './runs.ts';

/** A line as it is drawn, each letter a piece; capital letters stand for Hebrew. */
const drawn = (line: string): string => {
  const text = line.replaceAll(/[A-Z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) - 65 + 0x5_d0));
  const levels = levelsOf(text);
  const pieces = Array.from(text, (letter, i) => ({ text: letter, level: levels[i] ?? 0 }));
  return inVisualOrder(pieces)
    .map((piece) =>
      piece.text.replaceAll(/[\u05D0-\u05E9]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) - 0x5_d0 + 65)),
    )
    .join('');
};

test.each([
  ['SARAH COHEN', 'NEHOC HARAS'],
  ['for SARAH COHEN: lessons', 'for NEHOC HARAS: lessons'],
  // A number belongs to the words before it.
  ['for SARAH COHEN, 3 lessons', 'for 3 ,NEHOC HARAS lessons'],
  ['SARAH (3) COHEN', 'NEHOC (3) HARAS'],
  ['SARAH 12 and ben COHEN', 'NEHOC and ben 12 HARAS'],
  ['SARAH!', '!HARAS'],
  ['only latin (3)', 'only latin (3)'],
])('%s is drawn as %s', (line, visual) => {
  expect(drawn(line)).toBe(visual);
});

test('a line without such letters is as it was', () => {
  expect(runsOf('Ava Lindqvist (3), Zoë', 400).map(({ text }) => text)).toEqual(['Ava Lindqvist (3), Zoë']);
});
