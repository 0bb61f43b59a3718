import type { Account } from '@rondo/contracts/api/payer-accounts.ts';
import { allocate } from '@rondo/contracts/money/allocation.ts';
import { sumOf } from '@rondo/contracts/money/money.ts';

/** So much for one document. */
export type Part = { readonly to: string; readonly amount: number };

const inCents = (amount: number): number => Math.round(amount * 100);

/** What an amount pays, by the rule of the server: what is named first, then the others by their due dates. */
export const partsOf = (
  amount: number,
  documents: readonly Account['documents'][number][],
  first: readonly string[] = [],
): Part[] => {
  const open = documents.map(({ id, kind, number, date, dueDate, open: left }) => ({
    id,
    isOpening: kind === 'opening',
    number: kind === 'opening' ? '' : number,
    dueOn: dueDate,
    issuedOn: date,
    openCents: inCents(left),
  }));
  return allocate(inCents(amount), open, first).map(({ to, cents }) => ({ to, amount: cents / 100 }));
};

/** What is left of an amount; below zero if the parts are more than it. */
export const leftOf = (amount: number, parts: readonly Part[]): number =>
  sumOf([amount, ...parts.map((part) => -part.amount)]);
