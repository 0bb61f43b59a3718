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
