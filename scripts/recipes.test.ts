import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

// docs/recipes.md lists the files that a common change touches: a line is "- `path` at "quote": what to do".
const root = path.resolve(import.meta.dirname, '..');
const text = await readFile(path.join(root, 'docs/recipes.md'), 'utf8');

type Place = { readonly file: string; readonly quote: string };

const placesIn = (recipe: string): Place[] =>
  [...recipe.matchAll(/^- `([^`]+)` at "([^"]+)": /gm)].map(([, file = '', quote = '']) => ({ file, quote }));

/** List items in any other form, which would go unchecked. */
const otherLines = (recipe: string): string[] =>
  recipe.split('\n').filter((line) => line.startsWith('- ') && !/^- `[^`]+` at "[^"]+": /.test(line));

const recipes = text
  .split(/^## /m)
  .slice(1)
  .map((recipe) => ({
    title: recipe.split('\n', 1)[0] ?? '',
    atMost: Number(/^At most (\d+) files/m.exec(recipe)?.[1]),
    places: placesIn(recipe),
    otherLines: otherLines(recipe),
  }));

/** Null when the file contains the quote. */
const wrongWith = async ({ file, quote }: Place): Promise<string | null> => {
  const source = await readFile(path.join(root, file), 'utf8').catch(() => null);
  if (source === null) return `${file} does not exist.`;
  return source.includes(quote) ? null : `${file} does not contain ${quote}`;
};

test('a missing file or quote is reported', async () => {
  const gone = placesIn('- `contracts/gone.ts` at "x": this\n- `contracts/events/event.ts` at "no such text": that\n');
  expect(await Promise.all(gone.map(wrongWith))).toEqual([
    'contracts/gone.ts does not exist.',
    'contracts/events/event.ts does not contain no such text',
  ]);
  expect(otherLines('- `contracts/gone.ts`: without a quote\n')).toHaveLength(1);
});

test('there are recipes for a field, a read model, a call, an event, a line of an account, undo, restores and a past', () => {
  expect(recipes.map(({ title }) => title)).toEqual([
    'An optional field on a lesson',
    'A new read model',
    'A call with a screen',
    'A detail that shared calendars show',
    'A new schedule event',
    'A new reader of dates',
    'A fact of the day',
    'An entry that can wait offline',
    'A candidate for repairs',
    'A new outcome of a cancellation',
    'A kind of mail to families',
    "A country's mileage",
    'A new line of an account',
    'A new aggregate takes part in undo',
    'A new aggregate takes part in restores',
    'A kind of change in a branch',
    'An aggregate with a past',
  ]);
});

describe.each(recipes)('the recipe $title', ({ atMost, places, otherLines: unread }) => {
  test('names existing files and quotes their text', async () => {
    expect(unread).toEqual([]);
    const wrong = await Promise.all(places.map(wrongWith));
    expect(wrong.filter((sentence) => sentence !== null)).toEqual([]);
  });

  test('touches no more files than it says', () => {
    const files = new Set(places.map(({ file }) => file));
    expect(files.size).toBeGreaterThan(0);
    expect(files.size).toBeLessThanOrEqual(atMost);
  });
});
