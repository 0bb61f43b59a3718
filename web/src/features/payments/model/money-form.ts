import { paymentMethod } from '@rondo/contracts/api/payments.ts';
import { clearableLine, clearableText, dateText } from '@rondo/contracts/api/shapes.ts';
import { z } from 'zod';
import { amountIn } from '../../../forms/amount-in.ts';

/** An amount as a user types it. What the studio's currency allows, the server says. */
export const typedAmount = z
  .string()
  .transform(amountIn)
  .pipe(
    z.number({ error: ({ input }) => (input === null ? 'Please enter the amount.' : 'The amount must be a number.') }),
  );

/** Input values are always text; the call's schema is stricter. */
const text = z.string().transform((typed): string | null | undefined => typed);

/** A payment or a refund, with the rules and messages of the calls. */
export const moneyForm = z.object({
  amount: typedAmount,
  date: dateText,
  method: paymentMethod,
  reference: text.pipe(clearableLine(80)),
  note: text.pipe(clearableText(500)),
});
export type MoneyValues = z.input<typeof moneyForm>;
export type CheckedMoney = z.output<typeof moneyForm>;
