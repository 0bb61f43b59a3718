import { z } from 'zod';
import { mostInvoices, mostMails } from '../money/invoice-limits.ts';
import { newStatus } from './billing.ts';
import { endpoint } from './endpoint.ts';

// Several invoices at once, each as the call for one.

const missing = 'Please select at least one invoice.';

/** Each once. What is no invoice of the studio is among those that failed. */
const ids = z
  .array(z.string(), missing)
  .transform((list) => [...new Set(list)])
  .pipe(
    z.array(z.string()).min(1, missing).max(mostInvoices, `At most ${mostInvoices} invoices can be changed at once.`),
  );

/** What became of each invoice; why one failed is the sentence of the call for one. */
const outcome = z.object({
  done: z.array(z.string()),
  failed: z.array(z.object({ id: z.string(), message: z.string() })),
});
export type ManyOutcome = z.infer<typeof outcome>;

export const setInvoiceStatuses = endpoint({
  method: 'POST',
  path: '/api/invoices/status',
  expensive: true,
  summary:
    'Marks several invoices sent, paid or overdue as one change, each as PUT /api/invoices/{id}/status does. It says which could not be.',
  body: z.object({ ids, status: newStatus }),
  response: outcome,
  updates: ['invoices', 'history'],
});

export const deleteInvoices = endpoint({
  method: 'POST',
  path: '/api/invoices/delete',
  expensive: true,
  summary:
    'Deletes several invoices as one change, the newest first, each as DELETE /api/invoices/{id} does. It says which could not be.',
  body: z.object({ ids }),
  response: outcome,
  updates: ['invoices', 'history'],
});

/** Each invoice once; `to` absent: the address to which the student's last invoice was sent, or else the student's own. */
const mails = z
  .array(z.object({ id: z.string(), to: z.string().nullish() }), missing)
  .transform((list) => [...Map.groupBy(list, ({ id }) => id).values()].flatMap(([first]) => first ?? []))
  .pipe(
    z
      .array(z.object({ id: z.string(), to: z.string().nullish() }))
      .min(1, missing)
      .max(mostMails, `At most ${mostMails} invoices can be sent at once.`),
  );

export const sendInvoices = endpoint({
  method: 'POST',
  path: '/api/invoices/send',
  expensive: true,
  summary:
    'Queues an email for each of several invoices as one change, each as POST /api/invoices/{id}/send does. It says which could not be.',
  body: z.object({ invoices: mails }),
  response: outcome,
  updates: ['invoices', 'history'],
  writes: ['confirmationLinks'],
});

const figure = z.object({ count: z.number(), amount: z.number() });

export const invoiceFigures = endpoint({
  method: 'GET',
  path: '/api/invoices/figures',
  summary: 'How many invoices are drafts, billed, paid, outstanding and past due, per currency, the studio’s first.',
  response: z.array(
    z.object({
      currency: z.string(),
      drafts: figure,
      billed: figure,
      paid: figure,
      outstanding: figure,
      pastDue: figure,
      /** What of payments, credits and opening credits waits to be used. */
      credit: z.number(),
    }),
  ),
  reads: ['invoices', 'households'],
});
