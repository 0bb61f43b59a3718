import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { billingEvents } from '@rondo/contracts/events/billing/billing.ts';
import type { Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import { streamPrefix } from '@rondo/contracts/events/stream-name.ts';
import { eventReader, recordedAtOf } from '@rondo/projections/runner/events.ts';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import { z } from 'zod';
import { billingAggregate, liveInvoices } from '@rondo/services/domain/billing/state.ts';
import type { Studio } from './client.ts';

/** What is wrong with the invoices in the log; all lists should be empty. */
export type BillingFindings = {
  /** Live invoices in all. */
  readonly invoices: number;
  /** Dates that a student pays twice, months that are charged twice, and dates that are refunded twice or without having been billed. */
  readonly doubled: readonly string[];
  /** Mails that ended twice or not at all, or whose file is missing. */
  readonly mails: readonly string[];
  /** Numbers that two invoices of a studio have. */
  readonly numbers: readonly string[];
};

const read = eventReader(billingEvents);

const twice = (names: readonly string[]): string[] =>
  [...Map.groupBy(names, (name) => name)].flatMap(([name, all]) => (all.length > 1 ? [name] : []));

const doubledIn = (live: readonly Invoice[]): string[] => {
  const refunds = live.flatMap((invoice) => invoice.refunds.map(({ invoiceId, entry }) => `${invoiceId} ${entry}`));
  const refunded = new Set(refunds);
  const billed = live.flatMap(({ invoiceId, studentId, entries }) =>
    entries.map((entry, i) => ({ studentId, ...entry, at: `${invoiceId} ${i}` })),
  );
  const known = new Set(billed.map(({ at }) => at));
  const paid = billed.filter(({ at }) => !refunded.has(at));
  return [
    ...twice(paid.map(({ studentId, lessonId, originalDate }) => `billed: ${studentId} ${lessonId} ${originalDate}`)),
    ...twice(live.flatMap(({ studentId, months }) => months.map(({ month }) => `charged: ${studentId} ${month}`))),
    ...twice(refunds.map((refund) => `refunded: ${refund}`)),
    ...refunds.filter((refund) => !known.has(refund)).map((refund) => `refunded without an invoice: ${refund}`),
  ];
};

/** What is wrong with the mails of all studios. */
const mailsIn = (events: readonly SourceEvent[], isSaved: (file: string) => boolean): string[] => {
  const ended = events.map(read).flatMap((event) => {
    if (event.type === 'InvoiceMailSent') return [{ mailId: event.data.mailId, file: event.data.savedAs }];
    return event.type === 'InvoiceMailFailed' ? [{ mailId: event.data.mailId, file: null }] : [];
  });
  return [
    ...twice(ended.map(({ mailId }) => mailId)).map((mailId) => `ended twice: ${mailId}`),
    ...ended.flatMap(({ file }) => (file === null || isSaved(file) ? [] : [`not saved: ${file}`])),
  ];
};

/**
 * Folds every studio's invoices from the log and checks that no date is billed twice, no number is given twice, and every mail ended.
 * @param isSaved whether a file exists
 */
export const checkBilling = (events: readonly SourceEvent[], isSaved: (file: string) => boolean): BillingFindings => {
  const ofBilling = events.filter(({ stream }) => stream.startsWith(streamPrefix(billingEvents)));
  const studios = [...Map.groupBy(ofBilling, ({ stream }) => stream)].map(([stream, own]) => {
    const state = own.reduce(
      (before, recorded) =>
        billingAggregate.evolve(before, read(recorded), {
          revision: recorded.revision,
          recordedAt: recordedAtOf(recorded),
        }),
      billingAggregate.initialState(),
    );
    return { stream, live: liveInvoices(state) };
  });
  return {
    invoices: studios.reduce((sum, { live }) => sum + live.length, 0),
    doubled: studios.flatMap(({ live }) => doubledIn(live)),
    mails: [
      ...studios.flatMap(({ live }) =>
        live.flatMap(({ mail }) => (mail?.state === 'queued' ? [`not delivered: ${mail.mailId}`] : [])),
      ),
      ...mailsIn(ofBilling, isSaved),
    ],
    numbers: studios.flatMap(({ stream, live }) =>
      twice(live.map(({ invoiceNumber }) => `${stream} ${invoiceNumber}`)),
    ),
  };
};

const students = z.array(z.object({ id: z.string() }));

/** Bills everything that is left in a studio, twice. @returns what the second time answered, unless it found nothing to bill */
export const billAgain = async (url: string, { cookie, studioId }: Studio): Promise<string[]> => {
  const headers = { Cookie: cookie, 'Content-Type': 'application/json' };
  const selected = students.parse(await (await fetch(`${url}/api/students`, { headers })).json()).map(({ id }) => id);
  if (selected.length === 0) return [];
  const { date: today } = wallClock(Date.now(), 'UTC');
  const body = JSON.stringify({
    teacherId: null,
    billingPeriodStart: addDays(today, -7),
    billingPeriodEnd: addDays(today, 180),
    selectedStudentIds: selected,
    includeRefundsSinceLastInvoice: true,
  });
  const bill = () => fetch(`${url}/api/invoices/generate`, { method: 'POST', headers, body });
  const first = await bill();
  const second = await bill();
  const said = await second.text();
  if ([200, 202, 409].includes(first.status) && second.status === 409 && said.startsWith('Nothing to invoice'))
    return [];
  return [`${studioId}: ${first.status}, then ${second.status} ${said.slice(0, 300)}`];
};
