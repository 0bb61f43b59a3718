import { otherEmail } from '@rondo/contracts/api/shapes.ts';
import type { ManyOutcome } from '@rondo/contracts/api/many-invoices.ts';
import type { BillingEvent, billingEvents, InvoiceStatus } from '@rondo/contracts/events/billing/billing.ts';
import { studentsOn } from '@rondo/contracts/events/billing/payers.ts';
import { chunksOf } from '@rondo/projections/kit/chunks.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { Executed } from '../../platform/commands/command-handler.ts';
import { derivedId } from '../../platform/commands/ids.ts';
import type { Actor } from '../../platform/http/callers/actor.ts';
import { DomainError, InvalidInput, NotFound, Unavailable } from '../../platform/kit/errors.ts';
import type { Services } from '../../platform/kit/services.ts';
import { sendManyToOthers } from '../accounts/mails/mails-to-others.ts';
import { studentStream } from '../people/roster.ts';
import { requestMail, setStatus, type Leaving } from './decide.ts';
import { deleteInvoice, inOrderOfDeletion } from './deletion.ts';
import { invoicesByStudent } from './due/ledger.ts';
import { householdPayers } from './families/households.ts';
import { leavingOf, perAppend } from './invoicing.ts';
import { lastEmail } from './invoices.ts';
import { allInvoices, billingStream, copyOf, withEvents, type BillingState } from './state.ts';

/** Why some of several invoices are not changed: what the call for one would throw. */
type Failures = Map<string, DomainError>;
type Judged = { readonly events: readonly BillingEvent[]; readonly failures: Failures };
/** What was appended, and why the others are as they were. */
export type Changed = { readonly executed: readonly Executed<typeof billingEvents>[]; readonly failures: Failures };

/** The refusal of one invoice. @throws what concerns the whole call, which can be repeated */
const refusalIn = (error: unknown): DomainError => {
  if (error instanceof DomainError && !(error instanceof Unavailable)) return error;
  throw error;
};

/** Decides each invoice by itself, after those before it; what refuses one is its failure alone. */
const oneByOne =
  (decide: (invoiceId: string) => (state: BillingState) => BillingEvent[]) =>
  (ids: readonly string[], before: BillingState): Judged => {
    const events: BillingEvent[] = [];
    const failures: Failures = new Map();
    let state = copyOf(before);
    for (const id of ids)
      try {
        const decided = decide(id)(state);
        events.push(...decided);
        state = withEvents(state, decided);
      } catch (error) {
        failures.set(id, refusalIn(error));
      }
    return { events, failures };
  };

type ManyCommand = {
  readonly ids: readonly string[];
  /** What the command does to some of them, for its input. */
  readonly inputOf: (ids: readonly string[]) => unknown;
  readonly judge: (ids: readonly string[], state: BillingState) => Judged;
};

/**
 * Changes invoices in appends of one batch, each a command whose id derives from the call's, so that a repeated call completes a killed one.
 * What an append of the killed call left is decided once more.
 */
const inAppends = async (
  { handlers }: Pick<Services, 'handlers'>,
  context: CommandContext,
  { ids, inputOf, judge }: ManyCommand,
): Promise<Changed> => {
  const executed: Executed<typeof billingEvents>[] = [];
  const failures: Failures = new Map();
  const { studioId, commandId } = context;
  for (const [i, part] of chunksOf(ids, perAppend).entries()) {
    let left = part;
    for (let time = 1; left.length > 0; time += 1) {
      const own = { ...context, commandId: derivedId(commandId, `part ${i}, ${time}`), batchId: commandId };
      const some = left;
      let refused: Failures = new Map();
      const decide = (state: BillingState) => {
        const judged = judge(some, state);
        refused = judged.failures;
        return judged.events;
      };
      try {
        const done = await handlers.billing.execute(billingStream(studioId), own, { input: inputOf(some), decide });
        executed.push(done);
        const changed = new Set(done.events.flatMap(({ data }) => ('invoiceId' in data ? data.invoiceId : [])));
        left = done.repeated ? some.filter((id) => !changed.has(id)) : [];
      } catch (error) {
        const refusal = refusalIn(error);
        refused = new Map(some.map((id) => [id, refusal]));
        left = [];
      }
      if (left.length === 0) for (const [id, error] of refused) failures.set(id, error);
    }
  }
  return { executed, failures };
};

/** Marks several invoices. */
export const setStatuses = (
  services: Pick<Services, 'handlers'>,
  context: CommandContext,
  ids: readonly string[],
  { status, ...leaving }: Leaving & { readonly status: Exclude<InvoiceStatus, 'draft'> },
): Promise<Changed> =>
  inAppends(services, context, {
    ids,
    inputOf: (some) => ({ ids: some, status }),
    judge: oneByOne((invoiceId) =>
      setStatus({ invoiceId, status, paymentId: derivedId(context.commandId, `payment of ${invoiceId}`), ...leaving }),
    ),
  });

/** Deletes several invoices, newest first, so that one that refunds a lesson of another goes before it. */
export const removeInvoices = async (
  services: Pick<Services, 'handlers'>,
  context: CommandContext,
  ids: readonly string[],
): Promise<Changed> => {
  const { state } = await services.handlers.billing.load(billingStream(context.studioId));
  return inAppends(services, context, {
    ids: inOrderOfDeletion(state, ids),
    inputOf: (some) => ({ deleted: some }),
    judge: oneByOne(deleteInvoice),
  });
};

/** An invoice to send, and to which address; absent: the one that its own dialog proposes. */
export type InvoiceMailing = { readonly id: string; readonly to?: string | null | undefined };

/** The addresses that the dialogs of some invoices propose. */
const proposedEmails = async (
  services: Pick<Services, 'handlers' | 'models'>,
  studioId: string,
  { state, ids }: { readonly state: BillingState; readonly ids: readonly string[] },
): Promise<ReadonlyMap<string, string>> => {
  const invoices = ids.flatMap((id) => state.invoices.get(id)?.invoice ?? []);
  const earlier = invoicesByStudent(allInvoices(state));
  const students = [...new Set(invoices.map(({ studentId }) => studentId))];
  const [families, loaded] = await Promise.all([
    householdPayers(services, studioId),
    services.handlers.student.loadAll(students.map((studentId) => studentStream(studioId, studentId))),
  ]);
  const ownEmail = new Map(students.map((studentId, i) => [studentId, loaded[i]?.state?.details.email ?? null]));
  return new Map(
    invoices.flatMap((invoice) => {
      const email =
        families.get(invoice.payer.id)?.contact?.email ??
        lastEmail(studentsOn(invoice).flatMap((studentId) => earlier.get(studentId) ?? [])) ??
        ownEmail.get(invoice.studentId) ??
        null;
      return email === null ? [] : [[invoice.invoiceId, email] as const];
    }),
  );
};

/** One address, as the call for one checks it. @throws InvalidInput */
const checkedEmail = (typed: string | null | undefined, proposed: string | undefined): string => {
  const email = typed ?? proposed;
  if (email === undefined) throw new InvalidInput('Enter an email address.');
  const { data, error } = otherEmail.safeParse(email);
  if (data === undefined) throw new InvalidInput(error.issues[0]?.message ?? 'Please enter a valid email address.');
  return data;
};

/** Has several invoices mailed. */
export const mailInvoices = async (
  services: Pick<
    Services,
    'handlers' | 'models' | 'settingsOf' | 'now' | 'db' | 'settings' | 'mailer' | 'waitingMails' | 'address'
  >,
  context: CommandContext,
  actor: Actor,
  mailings: readonly InvoiceMailing[],
): Promise<Changed> => {
  const { studioId, commandId } = context;
  const { state } = await services.handlers.billing.load(billingStream(studioId));
  const withoutAddress = mailings.filter(({ to }) => to === undefined || to === null).map(({ id }) => id);
  const proposed = await proposedEmails(services, studioId, { state, ids: withoutAddress });
  const leaving = await leavingOf(
    services,
    studioId,
    mailings.map(({ id }) => id),
  );
  const refused: Failures = new Map();
  const emails = new Map<string, string>();
  for (const { id, to } of mailings)
    try {
      if (state.invoices.get(id)?.invoice.deleted !== false) throw new NotFound('There is no such invoice.');
      emails.set(id, checkedEmail(to, proposed.get(id)));
    } catch (error) {
      refused.set(id, refusalIn(error));
    }
  const mailOf = (id: string): string => derivedId(commandId, `mail of ${id}`);
  // Always the same parts, whatever is refused of them: a repeated call must find those that a killed one has appended.
  const toOf = new Map(mailings.map(({ id, to }) => [id, to ?? null]));
  return sendManyToOthers(services, actor, [...emails.keys()].map(mailOf), async (refusals) => {
    const sent = await inAppends(services, context, {
      ids: [...toOf.keys()],
      inputOf: (some) => some.map((id) => [id, toOf.get(id)]),
      judge: oneByOne((invoiceId) => (now) => {
        const refusal = refused.get(invoiceId) ?? refusals.get(mailOf(invoiceId));
        if (refusal) throw refusal;
        const email = emails.get(invoiceId) ?? '';
        return requestMail({ invoiceId, mailId: mailOf(invoiceId), email, ...leaving })(now);
      }),
    });
    return { ...sent, unsent: [...sent.failures.keys()].map(mailOf) };
  });
};

/** What became of each invoice, in the order in which they were named. */
export const outcomeOf = (ids: readonly string[], failures: Failures): ManyOutcome => ({
  done: ids.filter((id) => !failures.has(id)),
  failed: ids.flatMap((id) => {
    const error = failures.get(id);
    return error ? { id, message: error.message } : [];
  }),
});
