import { z } from 'zod';
import { decimalsOf } from './money.ts';

/** Where families pay online: a web address in which `{amount}` and `{invoice}` are filled in. */
export const payLink = z.string().max(500).startsWith('https://');

type Due = { readonly cents: number; readonly currency: string; readonly number: string };

/** "170.00", and "5000" in a currency without decimals: as programs read amounts. No part of an amount is left out. */
const amountIn = ({ cents, currency }: Due): string =>
  (cents / 100).toFixed(cents % 100 === 0 ? decimalsOf(currency) : 2);

/** The link by which to pay an invoice. */
export const payLinkFor = (link: string, due: Due): string =>
  link
    .replaceAll('{amount}', () => encodeURIComponent(amountIn(due)))
    .replaceAll('{invoice}', () => encodeURIComponent(due.number));

/** Why a text is no pay link; null if it is one. */
export const payLinkProblem = (link: string): string | null => {
  if (!link.startsWith('https://')) return 'The pay link must begin with https://.';
  const example = payLinkFor(link, { cents: 17_000, currency: 'USD', number: 'INV-2026-0001' });
  return /\s/.test(link) || !URL.canParse(example) ? 'The pay link must be a web address without spaces.' : null;
};
