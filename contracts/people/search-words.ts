import { nameWords } from './name-words.ts';

/** Letters that Unicode does not decompose, as people without them on the keyboard type them. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** The words by which a text is found: without case, accents and punctuation. */
export const searchWords = (text: string): string[] =>
  nameWords(text).map((word) => word.replaceAll(/[ßæœøłđðþı]/g, (letter) => plainLetters[letter] ?? letter));

/** Whether every word that is typed begins a word of the text. */
export const beginsWords = (typed: readonly string[], words: readonly string[]): boolean =>
  typed.every((start) => words.some((word) => word.startsWith(start)));

/** The longest text that a search takes. */
export const longestSearch = 80;
