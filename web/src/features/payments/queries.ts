import { read } from '../../api/queries.ts';

/** What every payer owes. */
export const accountsQuery = { ...read('GET /api/accounts', {}), staleTime: 0 };

/** What a payer owes, with the lines of the account. Invoices and days change it elsewhere, so every visit asks again. */
export const accountQuery = (payerId: string) => ({
  ...read('GET /api/accounts/:payerId', { params: { payerId } }),
  staleTime: 0,
});

/** What a payer has paid, the newest first. */
export const paymentsQuery = (payerId: string) => ({
  ...read('GET /api/payments', { query: { payerId } }),
  staleTime: 0,
});
