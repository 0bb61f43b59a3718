import { calendarDate } from '../calendar/words.ts';
import { moneyText } from './money.ts';

/** How money comes and goes. */
export const paymentMethods = ['cash', 'check', 'bank', 'card', 'paypal', 'venmo', 'zelle', 'other'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Within a sentence: "Payment, bank transfer". */
export const methodNames: Readonly<Record<PaymentMethod, string>> = {
  cash: 'cash',
  check: 'check',
  bank: 'bank transfer',
  card: 'card',
  paypal: 'PayPal',
  venmo: 'Venmo',
  zelle: 'Zelle',
  other: 'other',
};

type Paid = { readonly method: PaymentMethod; readonly reference: string | null; readonly byStatus: boolean };

/** "Payment, check 1042", "Refund, Zelle", "Payment, marked as paid". */
export const paymentTitle = (what: 'Payment' | 'Refund', { method, reference, byStatus }: Paid): string => {
  if (byStatus) return `${what}, marked as paid`;
  const how = [...(method === 'other' ? [] : [methodNames[method]]), ...(reference === null ? [] : [reference])];
  return how.length === 0 ? what : `${what}, ${how.join(' ')}`;
};

type SamePayment = {
  readonly amount: number;
  readonly currency: string;
  readonly date: string;
  /** The payer's name. */
  readonly from: string;
};

/** "A payment of $300.00 on Nov 20, 2026 from Ann Lee is already recorded." */
export const alreadyRecorded = ({ amount, currency, date, from }: SamePayment): string =>
  `A payment of ${moneyText(amount, currency)} on ${calendarDate(date)} from ${from} is already recorded.`;
