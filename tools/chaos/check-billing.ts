import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { billingEvents } from '@rondo/contracts/events/billing/billing.ts';
import { isStanding } from '@rondo/contracts/events/billing/account-entry.ts';
import { paidCents, usedCents } from '@rondo/contracts/events/billing/allocations.ts';

import { isIssued, openCentsOf, type Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import { streamPrefix } from '@rondo/contracts/events/stream-name.ts';
import { studentEvents } from '@rondo/contracts/events/student.ts';
import { eventReader, recordedAtOf, withoutFences } from '@rondo/projections/runner/events.ts';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import { z } from 'zod';
import {
  billingAggregate,
  billingStream,
  liveInvoices,
  type BillingState,
} from '@rondo/services/domain/billing/state.ts';
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
  /** Payments that were recorded twice, what is paid by more than there is, and sources and documents that do not say the same. */
  readonly accounts: readonly string[];
};

const read = eventReader(billingEvents);

const twice = (names: readonly string[]): string[] =>
  [...Map.groupBy(names, (name) => name)].flatMap(([name, all]) => (all.length > 1 ? [name] : []));

const doubledIn = (live: readonly Invoice[]): string[] => {
  const refunds = live.flatMap((invoice) => invoice.refunds.map(({ invoiceId, entry }) => `${invoiceId} ${entry}`));
  const refunded = new Set(refunds);
  const billed = live.flatMap(({ invoiceId, entries }) =>
    entries.map((entry, i) => ({ ...entry, at: `${invoiceId} ${i}` })),
  );
  const known = new Set(billed.map(({ at }) => at));
  const paid = billed.filter(({ at }) => !refunded.has(at));
  return [
    ...twice(paid.map(({ studentId, lessonId, originalDate }) => `billed: ${studentId} ${lessonId} ${originalDate}`)),
    ...twice(live.flatMap(({ months }) => months.map(({ studentId, month }) => `charged: ${studentId} ${month}`))),
    ...twice(refunds.map((refund) => `refunded: ${refund}`)),
    ...refunds.filter((refund) => !known.has(refund)).map((refund) => `refunded without an invoice: ${refund}`),
  ];
};

type Allocation = { readonly from: string; readonly to: string; readonly cents: number };

const inWords = ({ from, to, cents }: Allocation): string => `${from} pays ${cents} of ${to}`;

/** What is wrong with what pays a studio's invoices. */
const accountsIn = ({ invoices, entries }: BillingState): string[] => {
  const all = [...invoices.values()].map(({ invoice }) => invoice);
  const rows = [...entries.values()];
  const paying = [
    ...all.map((row) => ({ ...row, id: row.invoiceId })),
    ...rows.map((row) => ({ ...row, id: row.entryId })),
  ];
  const made = paying.flatMap((row) =>
    'pays' in row ? row.pays.map(({ to, cents }) => inWords({ from: row.id, to, cents })) : [],
  );
  const arrived = paying.flatMap((row) =>
    'paidBy' in row ? row.paidBy.map(({ from, cents }) => inWords({ from, to: row.id, cents })) : [],
  );
  const says = (said: readonly string[], other: readonly string[]): string[] => {
    const known = new Set(other);
    return said.filter((one) => !known.has(one)).map((one) => `on one side alone: ${one}`);
  };
  return [
    ...all
      .filter((invoice) => paidCents(invoice) > (isIssued(invoice) ? Math.max(0, invoice.totalCents) : 0))
      .map(({ invoiceId }) => `paid by more than it bills: ${invoiceId}`),
    ...all
      .filter((invoice) => usedCents(invoice) > (isIssued(invoice) ? Math.max(0, -invoice.totalCents) : 0))
      .map(({ invoiceId }) => `a credit that is used twice: ${invoiceId}`),
    ...all
      .filter((invoice) => isIssued(invoice) && invoice.totalCents > 0)
      .filter((invoice) => (invoice.status === 'paid') !== (openCentsOf(invoice) === 0))
      .map(({ invoiceId, status }) => `${status} in spite of what pays it: ${invoiceId}`),
    ...rows
      .filter((entry) => entry.kind !== 'refund' && usedCents(entry) > (isStanding(entry) ? entry.cents : 0))
      .map(({ entryId }) => `pays more than there is of it: ${entryId}`),
    ...says(made, arrived),
    ...says(arrived, made),
  ];
};

const readStudent = eventReader(studentEvents);

/** The family that each present student is in, as the student's own stream has it. */
const familiesIn = (events: readonly SourceEvent[]): ReadonlyMap<string, string | null> => {
  const families = new Map<string, string | null>();
  const ofStudents = withoutFences(events).filter(({ stream }) => stream.startsWith(streamPrefix(studentEvents)));
  for (const event of ofStudents.map(readStudent)) {
    const { studentId } = event.data;
    if (event.type === 'StudentRemoved') families.delete(studentId);
    if (event.type === 'StudentHouseholdSet' || event.type === 'StudentReinstated')
      families.set(studentId, event.data.householdId);
  }
  return families;
};

/** Students for whom another one pays than the family that they are in. */
const strayIn = ({ memberships }: BillingState, families: ReadonlyMap<string, string | null>): string[] =>
  [...families].flatMap(([studentId, householdId]) =>
    (memberships.get(studentId)?.householdId ?? null) === householdId ? [] : [`paid by another one: ${studentId}`],
  );

/** Payments that are in the log twice, without an undo that brought them back. */
const recordedTwice = (events: readonly SourceEvent[]): string[] =>
  twice(
    events
      .filter(({ metadata }) => metadata.undoes === undefined)
      .map(read)
      .flatMap((event) => (event.type === 'PaymentRecorded' ? [`recorded twice: ${event.data.paymentId}`] : [])),
  );

/** What is wrong with the mails of all studios. */
const mailsIn = (events: readonly SourceEvent[], isSaved: (file: string) => boolean): string[] => {
  const ended = events.map(read).flatMap((event) => {
    if (event.type === 'InvoiceMailSent' || event.type === 'StatementMailSent')
      return [{ mailId: event.data.mailId, file: event.data.savedAs }];
    return event.type === 'InvoiceMailFailed' || event.type === 'StatementMailFailed'
      ? [{ mailId: event.data.mailId, file: null }]
      : [];
  });
  return [
    ...twice(ended.map(({ mailId }) => mailId)).map((mailId) => `ended twice: ${mailId}`),
    ...ended.flatMap(({ file }) => (file === null || isSaved(file) ? [] : [`not saved: ${file}`])),
  ];
};

/**
 * Folds every studio's invoices from the log and checks that no date is billed twice, no number is given twice, every mail ended,
 * no payment or credit is used twice, and each student's family pays.
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
    return { stream, state, live: liveInvoices(state) };
  });
  return {
    invoices: studios.reduce((sum, { live }) => sum + live.length, 0),
    doubled: studios.flatMap(({ live }) => doubledIn(live)),
    mails: [
      ...studios.flatMap(({ live }) =>
        live.flatMap(({ mail }) => (mail?.state === 'queued' ? [`not delivered: ${mail.mailId}`] : [])),
      ),
      ...studios.flatMap(({ state }) => [...state.statements.keys()].map((mailId) => `not delivered: ${mailId}`)),
      ...mailsIn(ofBilling, isSaved),
    ],
    accounts: [
      ...studios.flatMap(({ state }) => accountsIn(state)),
      ...[...Map.groupBy(events, ({ metadata }) => metadata.studioId)].flatMap(([studioId, own]) => {
        const studio = studios.find(({ stream }) => stream === billingStream(studioId));
        return strayIn(studio?.state ?? billingAggregate.initialState(), familiesIn(own));
      }),
      ...recordedTwice(ofBilling),
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
