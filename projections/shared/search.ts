import { searchWords } from '@rondo/contracts/people/search-words.ts';
import { sql, type RawBuilder } from 'kysely';

type Findable = {
  readonly name: string;
  readonly phone: string | null;
  readonly address: string | null;
  readonly city: string | null;
  readonly zipCode: string | null;
};

const spaced = (text: string): string =>
  searchWords(text)
    .map((word) => ` ${word}`)
    .join('') + ' ';

/**
 * By what a person is found, as one text: ` words of the name | words of the address |digits of the phone`. What a search finds is listed in its
 * order, so that the name begins with what people are sorted by: sorting thousands by a part of their details takes longer than finding them.
 */
export const searchText = ({ name, phone, address, city, zipCode }: Findable): string =>
  [spaced(name), spaced(`${address ?? ''} ${city ?? ''} ${zipCode ?? ''}`), (phone ?? '').replaceAll(/\D/g, '')].join(
    '|',
  );

/** Digits of a phone number are found anywhere in it, but not fewer than these. */
const fewestDigits = 3;
const isPartOfPhone = (text: string): boolean => /^\d+$/.test(text) && text.length >= fewestDigits;

const inPhone = (digits: string) => sql<boolean>`search like ${`%|%|%${digits}%`}`;
const inName = (start: string) => sql<boolean>`search like ${`% ${start}%|%|%`}`;

const all = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(conditions, sql` and `)})`;

/**
 * The rows with a `search` column that a search finds, and their order, best first: whole words of the name, then beginnings of them, then
 * the rest; each by name. Words have only letters and digits, so that none is a pattern.
 * @param terms at least one
 */
export const searchTerms = (
  terms: readonly string[],
): { readonly found: RawBuilder<boolean>; readonly order: RawBuilder<unknown> } => {
  const whole = terms.join('');
  const begins = all(
    terms.map((word) => {
      const begun = sql<boolean>`search like ${`% ${word}%`}`;
      return isPartOfPhone(word) ? sql<boolean>`(${begun} or ${inPhone(word)})` : begun;
    }),
  );
  const found = terms.length > 1 && isPartOfPhone(whole) ? sql<boolean>`(${begins} or ${inPhone(whole)})` : begins;
  const named = all(terms.map(inName));
  const namedWhole = all(terms.map((word) => inName(`${word} `)));
  return { found, order: sql`case when not ${named} then 2 when ${namedWhole} then 0 else 1 end, search collate "C"` };
};
