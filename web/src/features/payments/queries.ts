import { queryOptions } from '@tanstack/react-query';
import { read } from '../../api/queries.ts';
import { mailPause } from '../invoices/queries.ts';

/** What every payer owes. */
export const accountsQuery = { ...read('GET /api/accounts', {}), staleTime: 0 };

/** What a payer owes, with the lines of the account. Invoices and days change it elsewhere, so every visit asks again. */
export const accountQuery = (payerId: string) =>
  queryOptions({
    ...read('GET /api/accounts/:payerId', { params: { payerId } }),
    staleTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      mailPause(data?.mails.some(({ mail }) => mail === 'queued') ?? false, dataUpdateCount),
  });

/** The same, what was paid, and the invoices, as they were at a moment. */
export const accountThenQueries = (payerId: string, asOf: string) =>
  [
    read('GET /api/accounts/:payerId', { params: { payerId }, query: { asOf } }),
    read('GET /api/payments', { query: { payerId, asOf } }),
    read('GET /api/invoices', { query: { asOf } }),
  ] as const;

/** Every charge that waits for an invoice. */
export const waitingChargesQuery = { ...read('GET /api/charges', { query: { waiting: 'true' } }), staleTime: 0 };

/** What a payer has paid, the newest first. */
export const paymentsQuery = (payerId: string) => ({
  ...read('GET /api/payments', { query: { payerId } }),
  staleTime: 0,
});
