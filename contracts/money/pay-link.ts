import { z } from 'zod';
import { decimalsOf } from './money.ts';

const isAddress = (link: string): boolean => !/\s/.test(link) && URL.canParse(link) && !/[{}]/.test(new URL(link).host);

/** Why a text is no pay link; null if it is one. Its host has no placeholder, so that the link always leads to the same site. */
export const payLinkProblem = (link: string): string | null => {
  if (!link.startsWith('https://')) return 'The pay link must begin with https://.';
  return isAddress(link) ? null : 'The pay link must be a web address without spaces.';
};

/** Where families pay online: a web address in which `{amount}` and `{invoice}` are filled in. */
export const payLink = z
  .string()
  .max(500)
  .refine((link) => payLinkProblem(link) === null, 'a web address that begins with https://');

type Due = { readonly cents: number; readonly currency: string; readonly number: string };

/** "170.00", and "5000" in a currency without decimals: as programs read amounts. No part of an amount is left out. */
const amountIn = ({ cents, currency }: Due): string =>
  (cents / 100).toFixed(cents % 100 === 0 ? decimalsOf(currency) : 2);

/** The link by which to pay an invoice. */
export const payLinkFor = (link: string, due: Due): string =>
  link
    .replaceAll('{amount}', () => encodeURIComponent(amountIn(due)))
    .replaceAll('{invoice}', () => encodeURIComponent(due.number));
