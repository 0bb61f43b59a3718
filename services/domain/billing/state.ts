import { entryAfter, idsIn, type AccountEntry } from '@rondo/contracts/events/billing/account-entry.ts';
import {
  billingEvents,
  isOnCharge,
  isOnStatement,
  type BillingEvent,
  type StatementEvent,
} from '@rondo/contracts/events/billing/billing.ts';
import { chargeAfter, type Charge } from '@rondo/contracts/events/billing/charge.ts';
import { invoiceAfter, type Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import {
  statementMailAfter,
  type StatementMail,
  type StatementPrint,
} from '@rondo/contracts/events/billing/statements.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import type { Aggregate, CommandContext } from '../../platform/commands/aggregate.ts';
import type { CommandHandler, Executed } from '../../platform/commands/command-handler.ts';
import type { Services } from '../../platform/kit/services.ts';

declare module '../../platform/commands/command-handler.ts' {
  interface CommandHandlers {
    readonly billing: CommandHandler<typeof billingEvents, BillingState>;
  }
}

/** While an invoice was not deleted; `until` is null if it still is not. */
type Standing = { readonly from: number; readonly until: number | null };

/** An invoice, when it got its notes, when what it pays as a credit changed last, and when it stood: revisions of the stream. */
export type Billed = {
  readonly invoice: Invoice;
  readonly notedAt: number;
  readonly paysAt: number;
  readonly stood: readonly Standing[];
};

const isWithin = (revision: number, { from, until }: Standing): boolean =>
  from <= revision && (until === null || revision < until);

/** Whether two invoices ever stood at the same time: neither was made from what the other had released. */
export const stoodTogether = (a: Billed, b: Billed): boolean =>
  a.stood.some((one) => b.stood.some((other) => isWithin(one.from, other) || isWithin(other.from, one)));

const standingAfter = (before: Billed | undefined, { deleted }: Invoice, revision: number): readonly Standing[] => {
  const stood = before?.stood ?? [];
  const last = stood.at(-1);
  const stands = last !== undefined && last.until === null;
  if (stands === !deleted) return stood;
  return stands
    ? [...stood.slice(0, -1), { from: last.from, until: revision }]
    : [...stood, { from: revision, until: null }];
};

/** A statement that waits for the mail server. */
export type QueuedStatement = {
  readonly payerId: string;
  readonly print: StatementPrint;
  readonly mail: StatementMail;
};

/** The household that pays for a student. */
type Membership = { readonly householdId: string };

/** A studio's invoices, and what pays them, deleted ones too. Only `evolve` mutates it, and only the handler's own copies. */
export type BillingState = {
  readonly invoices: ReadonlyMap<string, Billed>;
  /** Payments, refunds of money, and opening balances. */
  readonly entries: ReadonlyMap<string, AccountEntry>;
  /** By mail; those that were sent or have failed are in the read model alone. */
  readonly statements: ReadonlyMap<string, QueuedStatement>;
  /** Also removed ones. Which invoice has a charge, the invoices say. */
  readonly charges: ReadonlyMap<string, Charge>;
  /** By student; those who pay themselves are missing. */
  readonly memberships: ReadonlyMap<string, Membership>;
  /** Of the last event that changed what is billed; -1 before the first. */
  readonly billedAt: number;
};

const own = <Value>(map: ReadonlyMap<string, Value>): Map<string, Value> => (map instanceof Map ? map : new Map(map));

const statementsAfter = (
  before: BillingState['statements'],
  event: StatementEvent,
  recordedAt: string,
): BillingState['statements'] => {
  const { mailId, payerId } = event.data;
  const statements = own(before);
  if (event.type !== 'StatementSendRequested') statements.delete(mailId);
  else {
    const mail = statementMailAfter(undefined, event, recordedAt);
    if (mail) statements.set(mailId, { payerId, print: event.data.print, mail });
  }
  return statements;
};

export const billingStream = (studioId: string): string => streamName(billingEvents, studioId);

/** Carries out a decision on a studio's invoices and accounts. @param input what identifies the command when it is repeated */
export const executeBilling = (
  { handlers }: Pick<Services, 'handlers'>,
  command: CommandContext,
  input: unknown,
  decide: (state: BillingState) => BillingEvent[],
): Promise<Executed<typeof billingEvents>> =>
  handlers.billing.execute(billingStream(command.studioId), command, { input, decide });

/** The invoices of one studio: one stream, because numbers and "billed once" need one order. */
export const billingAggregate: Aggregate<typeof billingEvents, BillingState> = {
  category: billingEvents,
  stateVersion: 9,
  initialState: () => ({
    invoices: new Map(),
    entries: new Map(),
    charges: new Map(),
    statements: new Map(),
    memberships: new Map(),
    billedAt: -1,
  }),
  copy: (state) => copyOf(state),
  evolve: (state, event, { revision, recordedAt }) => {
    if (isOnStatement(event)) return { ...state, statements: statementsAfter(state.statements, event, recordedAt) };
    if (isOnCharge(event)) {
      const { chargeId } = event.data;
      const charge = chargeAfter(state.charges.get(chargeId), event, { revision, recordedAt });
      return charge ? { ...state, charges: own(state.charges).set(chargeId, charge) } : state;
    }
    const invoices = own(state.invoices);
    const entries = own(state.entries);
    const memberships = own(state.memberships);
    let { billedAt } = state;
    const change = (invoiceId: string): void => {
      const before = invoices.get(invoiceId);
      const invoice = invoiceAfter(before?.invoice, event, recordedAt);
      if (!invoice || invoice === before?.invoice) return;
      const notedAt = before && before.invoice.notes === invoice.notes ? before.notedAt : revision;
      const paysAsBefore =
        before?.invoice.pays === invoice.pays && before.invoice.refundedCents === invoice.refundedCents;
      const paysAt = before && paysAsBefore ? before.paysAt : revision;
      invoices.set(invoiceId, { invoice, notedAt, paysAt, stood: standingAfter(before, invoice, revision) });
      if (before?.invoice.deleted !== invoice.deleted) billedAt = revision;
    };
    const invoiceId = 'invoiceId' in event.data ? event.data.invoiceId : null;
    if (invoiceId !== null) change(invoiceId);
    const invoice = invoiceId === null ? undefined : invoices.get(invoiceId)?.invoice;
    for (const id of idsIn(event)) {
      if (id === invoiceId) continue;
      if (invoices.has(id)) change(id);
      else {
        const entry = entryAfter(id, entries.get(id), event, { recordedAt, revision, invoice });
        if (entry) entries.set(id, entry);
      }
    }
    if (event.type === 'AccountMerged') {
      const { studentId, householdId } = event.data;
      memberships.set(studentId, { householdId });
    }
    if (event.type === 'AccountParted') memberships.delete(event.data.studentId);
    return { ...state, invoices, entries, memberships, billedAt };
  },
};

/** Of events that are about to be appended: after everything in the log. */
const notYetRecorded = { revision: Number.MAX_SAFE_INTEGER, recordedAt: '9999-12-31T23:59:59.999999Z' };

/** The invoices and what pays them once some events are appended; changes the state that it is given, which is a copy. */
export const withEvents = (copy: BillingState, events: readonly BillingEvent[]): BillingState =>
  events.reduce((state, event) => billingAggregate.evolve(state, event, notYetRecorded), copy);

export const copyOf = (state: BillingState): BillingState => ({
  ...state,
  invoices: new Map(state.invoices),
  entries: new Map(state.entries),
  statements: new Map(state.statements),
  charges: new Map(state.charges),
  memberships: new Map(state.memberships),
});

/** Deleted ones too, oldest first. */
export const allInvoices = ({ invoices }: BillingState): Invoice[] =>
  [...invoices.values()].map(({ invoice }) => invoice);

/** The invoices that are not deleted, oldest first. */
export const liveInvoices = (state: BillingState): Invoice[] => allInvoices(state).filter(({ deleted }) => !deleted);

export const refundsAmong = (invoices: Iterable<Invoice>): ((invoiceId: string, entry: number) => boolean) => {
  const refunded = new Set(
    [...invoices].flatMap(({ refunds }) => refunds.map(({ invoiceId, entry }) => `${invoiceId} ${entry}`)),
  );
  return (invoiceId, entry) => refunded.has(`${invoiceId} ${entry}`);
};
