import { expect, test } from 'vitest';
import { beginsWords, searchWords } from './search-words.ts';

test('words are found without case, accents, punctuation and special letters', () => {
  expect(searchWords('José Núñez-Ørsted')).toEqual(['jose', 'nunez', 'orsted']);
  expect(searchWords('Łukasz O’Brien, Straße 5b')).toEqual(['lukasz', 'o', 'brien', 'strasse', '5b']);
  expect(searchWords('% _ <>')).toEqual([]);
});

test('each typed word begins a word, in any order', () => {
  const words = searchWords('Leo Vance');
  expect(beginsWords(searchWords('van le'), words)).toBe(true);
  expect(beginsWords(searchWords('leo x'), words)).toBe(false);
  expect(beginsWords(searchWords('ance'), words)).toBe(false);
});
