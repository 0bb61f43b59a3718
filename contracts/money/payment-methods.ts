/** How money comes and goes. */
export const paymentMethods = ['cash', 'check', 'bank', 'card', 'paypal', 'venmo', 'zelle', 'other'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
