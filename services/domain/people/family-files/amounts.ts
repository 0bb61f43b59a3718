import { amountProblem, rateProblem } from '@rondo/contracts/money/money.ts';

// Amounts as programs write them: "1,234.50", "$1,234.50", "1.234,50", "(30.00)", "-30".

/** What stands before the cents. */
type Style = 'point' | 'comma';

const patterns: Readonly<Record<Style, RegExp>> = {
  point: /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$|^\.\d+$/,
  comma: /^(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?$|^,\d+$/,
};

/** Currencies of countries that write a comma before the cents. */
const withComma = new Set(
  'ARS BAM BGN BRL CLP COP CZK DKK EUR HUF IDR ISK MKD NOK PLN RON RSD RUB SEK TRY UAH UYU VND'.split(' '),
);

/** Digits and separators, and whether they are below zero. */
const bare = (cell: string): { text: string; isNegative: boolean } => {
  const text = cell.replaceAll(/[\p{Sc}\s'’]|\b[A-Z]{3}\b/gu, '').replaceAll('−', '-');
  const bracketed = /^\((.*)\)$/.exec(text)?.[1];
  const signed = /^-(.*)$|^(.*)-$/.exec(bracketed ?? text);
  return {
    text: signed ? (signed[1] ?? signed[2] ?? '') : (bracketed ?? text),
    isNegative: bracketed !== undefined || signed !== null,
  };
};

/** The style that fits the most cells of a column; where both fit, the currency's own. */
export const styleOf = (cells: readonly string[], currency: string): Style => {
  const written = cells.filter((cell) => cell !== '').map((cell) => bare(cell).text);
  const fits = (style: Style): number => written.filter((text) => patterns[style].test(text)).length;
  const [point, comma] = [fits('point'), fits('comma')];
  if (point === comma) return withComma.has(currency) ? 'comma' : 'point';
  return point > comma ? 'point' : 'comma';
};

/** A cell in a sentence, which has only the beginning of a long one. */
const quoted = (cell: string): string => `“${cell.length > 40 ? `${cell.slice(0, 40)}…` : cell}”`;

type Amount = { readonly cents: number } | { readonly problem: string };

const lower = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);

const numberIn = (cell: string, style: Style): number | null => {
  const { text, isNegative } = bare(cell);
  if (!patterns[style].test(text)) return null;
  const plain = style === 'point' ? text.replaceAll(',', '') : text.replaceAll('.', '').replace(',', '.');
  const amount = Number(plain);
  return isNegative && amount !== 0 ? -amount : amount;
};

/** A balance; the problem goes on after "Row 9: ". */
export const amountIn = (cell: string, style: Style, currency: string): Amount => {
  const amount = numberIn(cell, style);
  if (amount === null) return { problem: `${quoted(cell)} is not an amount.` };
  if (amount === 0) return { cents: 0 };
  const problem = amountProblem(Math.abs(amount), currency);
  return problem === null ? { cents: Math.round(amount * 100) } : { problem: lower(problem) };
};

const highestRate = 100_000;

/** A rate per lesson. */
export const rateIn = (cell: string, style: Style, currency: string): Amount => {
  const amount = numberIn(cell, style);
  if (amount === null) return { problem: `${quoted(cell)} is not an amount.` };
  if (amount < 0) return { problem: 'the rate must not be below 0.' };
  if (amount > highestRate) return { problem: 'the rate must be at most 100,000.' };
  const problem = rateProblem(amount, currency);
  if (problem !== null) return { problem: lower(problem) };
  const cents = Math.round(amount * 100);
  return Math.abs(amount * 100 - cents) > 1e-6 ? { problem: 'the amount must have at most two decimals.' } : { cents };
};
