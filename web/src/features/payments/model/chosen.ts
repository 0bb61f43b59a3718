import { amountIn, typedText } from '../../../forms/amount-in.ts';
import { leftOf, type Part } from './pays.ts';

/** The amount for each chosen document, as the user typed it. */
export type Chosen = ReadonlyMap<string, string>;

/** What is typed, without what is no amount. */
export const chosenParts = (chosen: Chosen): Part[] =>
  [...chosen].flatMap(([to, typed]) => {
    const amount = amountIn(typed);
    return amount !== null && amount > 0 ? [{ to, amount }] : [];
  });

/** A document is chosen, with what is left for it, or no longer. */
export const toggled = (
  chosen: Chosen,
  { id, open, currency }: { readonly id: string; readonly open: number; readonly currency: string },
  amount: number,
  on: boolean,
): Chosen => {
  const others = new Map([...chosen].filter(([to]) => to !== id));
  if (!on) return others;
  const remaining = Math.max(0, leftOf(amount, chosenParts(others)));
  return others.set(id, typedText(Math.min(open, remaining), currency));
};
