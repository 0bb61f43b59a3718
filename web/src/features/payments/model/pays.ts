import { sumOf } from '@rondo/contracts/money/money.ts';

/** So much for one document. */
export type Part = { readonly to: string; readonly amount: number };

type Payable = { readonly id: string; readonly open: number };

const inCents = (amount: number): number => Math.round(amount * 100);

/** What an amount pays, as the server decides it: what is named first, then the others in the order of the account. */
export const partsOf = (amount: number, documents: readonly Payable[], first: readonly string[] = []): Part[] => {
  const named = first.flatMap((id) => documents.find((one) => one.id === id) ?? []);
  const others = documents.filter(({ id }) => !first.includes(id));
  let left = inCents(amount);
  return [...named, ...others].flatMap(({ id, open }) => {
    const cents = Math.max(0, Math.min(left, inCents(open)));
    left -= cents;
    return cents === 0 ? [] : [{ to: id, amount: cents / 100 }];
  });
};

/** What is left of an amount; below zero if the parts are more than it. */
export const leftOf = (amount: number, parts: readonly Part[]): number =>
  sumOf([amount, ...parts.map((part) => -part.amount)]);
