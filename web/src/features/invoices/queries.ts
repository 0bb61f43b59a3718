import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../api/client.ts';
import { read } from '../../api/queries.ts';
import type { Period } from './model/period.ts';
import type { InputTo } from '../../api/calls.ts';

/**
 * While an email is queued its invoice or account is read again, so that the outcome is shown: often at first, then now and then, because a mail
 * server may be away for long. In milliseconds.
 */
export const mailPause = (queued: boolean, timesRead: number): number | false =>
  queued && (timesRead < 15 ? 2000 : 30_000);

/** The invoices of a teacher; null for all. Names, days and emails change them elsewhere, so every visit asks again. */
export const invoicesQuery = (teacherId: string | null) =>
  queryOptions({
    ...read('GET /api/invoices', { query: teacherId === null ? {} : { teacherId } }),
    staleTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      mailPause(data?.some(({ mail }) => mail === 'queued') ?? false, dataUpdateCount),
  });

/** An invoice with its entries. */
export const invoiceQuery = (id: string) =>
  queryOptions({
    ...read('GET /api/invoices/:id', { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount } }) => mailPause(data?.mail === 'queued', dataUpdateCount),
  });

/** What can be billed in a period, with the refunds that wait, and which invoices bill it already. */
export const billingRowsQuery = (teacherId: string | null, { from, to }: Period) => {
  const query = {
    startDate: from,
    endDate: to,
    includeRefundsSinceLastInvoice: 'true',
    includeBilled: 'true',
  } as const;
  const declared =
    teacherId === null
      ? read('GET /api/lessons/billing/studio', { query })
      : read('GET /api/lessons/billing/:teacherId', { params: { teacherId }, query });
  return { ...declared, staleTime: 0 };
};

/** The families, some of which pay for several students. */
export const familiesQuery = read('GET /api/households', {});

export type InvoiceRun = Omit<InputTo<'POST /api/invoices/generate'>['body'], 'preview'>;

/** What a run creates, without creating it. Never kept: lessons change on other screens. */
export const previewQuery = (run: InvoiceRun) =>
  queryOptions({
    queryKey: ['POST /api/invoices/generate', run] as const,
    queryFn: ({ signal }) => ask('POST /api/invoices/generate', { body: { ...run, preview: true } }, signal),
    staleTime: 0,
    gcTime: 0,
  });
