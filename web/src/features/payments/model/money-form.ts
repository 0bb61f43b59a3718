import { paymentMethod } from '@rondo/contracts/api/payments.ts';
import { clearableLine, clearableText, dateText } from '@rondo/contracts/api/shapes.ts';
import { amountProblem } from '@rondo/contracts/money/money.ts';
import { z } from 'zod';
import { amountIn } from '../../../forms/amount-in.ts';

/** An amount in a currency as a user types it. */
export const typedAmount = (currency: string) =>
  z
    .string()
    .transform(amountIn)
    .pipe(
      z
        .number({
          error: ({ input }) => (input === null ? 'Please enter the amount.' : 'The amount must be a number.'),
        })
        .superRefine((amount, context) => {
          const message = amountProblem(amount, currency);
          if (message !== null) context.addIssue({ code: 'custom', message });
        }),
    );

/** Input values are always text; the call's schema is stricter. */
const text = z.string().transform((typed): string | null | undefined => typed);

/** A payment or a refund in a currency, with the rules and messages of the calls. */
export const moneyForm = (currency: string) =>
  z.object({
    amount: typedAmount(currency),
    date: dateText,
    method: paymentMethod,
    reference: text.pipe(clearableLine(80)),
    note: text.pipe(clearableText(500)),
  });
export type MoneyValues = z.input<ReturnType<typeof moneyForm>>;
export type CheckedMoney = z.output<ReturnType<typeof moneyForm>>;
