import type { InvoiceContent } from '@rondo/contracts/events/billing/billing.ts';
import type { InvoicePayer } from '@rondo/contracts/events/billing/payers.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { LessonDate } from '../../schedule/lesson-dates.ts';
import { hasContent, waitingByStudent, withCharges, type ChargedBlock, type ChargedDraft } from '../due/charged.ts';
import { draftOf, type Block } from '../due/draft.ts';
import type { Billing, Payer } from '../due/billed-dates.ts';
import { invoicesByStudent, ledgerOf } from '../due/ledger.ts';
import { liveInvoices, type BillingState } from '../state.ts';
import { payerOfStudent } from './memberships.ts';

// One invoice for each payer: a family's has a block for each child.

/** A student to bill, with the student's lessons as the calendar shows them. */
export type BilledStudent = {
  readonly payer: Payer;
  readonly name: { readonly first: string; readonly last: string };
  readonly lessonsTo: (to: IsoDate) => readonly LessonDate[];
};

export type Drafting = {
  readonly students: readonly BilledStudent[];
  /** Others, of whose families the invoices may be. */
  readonly unselected?: readonly BilledStudent[];
  readonly billing: Billing;
  /** ISO 4217, of all rates. */
  readonly currency: string;
  readonly invoiceIdOf: (payerId: string) => string;
};

/** What one payer gets next, before it has a number. */
export type Addressed = {
  readonly payer: InvoicePayer;
  readonly content: Omit<InvoiceContent, 'invoiceNumber' | 'sample'>;
  readonly warnings: readonly string[];
};

type Child = { readonly student: BilledStudent; readonly block: ChargedBlock; readonly warnings: readonly string[] };
type Part = Child & { readonly payer: InvoicePayer };

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** In order of name, as every list of students. */
const byName = ({ student: a }: Child, { student: b }: Child): number =>
  a.name.last.localeCompare(b.name.last) ||
  a.name.first.localeCompare(b.name.first) ||
  compare(a.payer.studentId, b.payer.studentId);

/** What the next invoice of each student has, no matter who pays. */
export const draftsOf = (
  state: BillingState,
  { students, billing, currency, invoiceIdOf }: Pick<Drafting, 'students' | 'billing' | 'currency' | 'invoiceIdOf'>,
): { student: BilledStudent; account: InvoicePayer; draft: ChargedDraft }[] => {
  const live = liveInvoices(state);
  const ofStudent = invoicesByStudent(live);
  const waiting = waitingByStudent(state.charges.values(), live);
  return students.map((student) => {
    const { studentId } = student.payer;
    const account = payerOfStudent(state, studentId);
    const ledger = ledgerOf(studentId, ofStudent.get(studentId) ?? []);
    const lessons = draftOf({ ...student, ledger, currency, account }, billing, invoiceIdOf(account.id));
    const draft = withCharges(lessons, waiting.get(studentId) ?? [], billing, currency);
    return { student, account, draft };
  });
};

/** The blocks of an invoice as one: what a block refunds of itself is then at another place. */
const together = (blocks: readonly ChargedBlock[], invoiceId: string) => {
  const whole: Block & { charges: InvoiceContent['charges'] } = {
    entries: [],
    months: [],
    refunds: [],
    corrections: [],
    charges: [],
    items: [],
    subtotalCents: 0,
    refundsCents: 0,
    totalCents: 0,
  };
  for (const block of blocks) {
    const before = whole.entries.length;
    whole.entries.push(...block.entries);
    whole.months.push(...block.months);
    whole.items.push(...block.items);
    whole.charges.push(...block.charges);
    whole.corrections.push(...block.corrections);
    whole.refunds.push(
      ...block.refunds.map((refund) =>
        refund.invoiceId === invoiceId ? { ...refund, entry: refund.entry + before } : refund,
      ),
    );
    whole.subtotalCents += block.subtotalCents;
    whole.refundsCents += block.refundsCents;
    whole.totalCents += block.totalCents;
  }
  return whole;
};

const warningsOf = (children: readonly Child[]): string[] =>
  children.flatMap(({ student, warnings }) =>
    children.length > 1 ? warnings.map((warning) => `${student.name.first}: ${warning}`) : warnings,
  );

/** Those of a family who have something to bill and are not selected. */
const leftOut = (state: BillingState, { unselected = [], ...drafting }: Drafting): ReadonlyMap<string, string[]> => {
  const others = unselected.filter(({ payer }) => payerOfStudent(state, payer.studentId).type === 'household');
  const missing = draftsOf(state, { ...drafting, students: others }).filter(({ draft }) => hasContent(draft));
  const ofPayer = Map.groupBy(missing, ({ account }) => account.id);
  return new Map(
    [...ofPayer].map(([id, own]) => [
      id,
      own
        .map(({ student }) => student.name.first)
        .toSorted((a, b) => a.localeCompare(b))
        .map((name) => `${name} of this family is not selected.`),
    ]),
  );
};

/** An id under which there is no invoice: a payer whose students are billed in several appends gets one in each. */
const newIds =
  ({ invoices }: BillingState, idOf: Drafting['invoiceIdOf']): Drafting['invoiceIdOf'] =>
  (payerId) => {
    let id = idOf(payerId);
    for (let nth = 2; invoices.has(id); nth += 1) id = idOf(`${payerId} ${nth}`);
    return id;
  };

/** What the payers of some students get next: in the order of their first students. */
export const addressedDrafts = (state: BillingState, plan: Drafting): Addressed[] => {
  const drafting = { ...plan, invoiceIdOf: newIds(state, plan.invoiceIdOf) };
  const { billing, currency, invoiceIdOf } = drafting;
  const parts = draftsOf(state, drafting).flatMap(({ student, account, draft }): Part[] => [
    ...(hasContent(draft) ? [{ student, payer: account, block: draft, warnings: draft.warnings }] : []),
    ...draft.elsewhere.map(({ payer, block }) => ({
      student,
      payer,
      block: { ...block, charges: [] },
      warnings: [],
    })),
  ]);
  const missing = leftOut(state, drafting);
  return [...Map.groupBy(parts, ({ payer }) => payer.id)].flatMap(([payerId, own]): Addressed[] => {
    const children = own.toSorted(byName);
    const [first] = children;
    if (!first) return [];
    const invoiceId = invoiceIdOf(payerId);
    const { entries, months, refunds, corrections, charges, items, subtotalCents, refundsCents, totalCents } = together(
      children.map(({ block }) => block),
      invoiceId,
    );
    const { from, to, teacherId } = billing;
    return [
      {
        payer: first.payer,
        content: {
          invoiceId,
          payer: first.payer,
          studentId: first.student.payer.studentId,
          teacherId,
          currency,
          from,
          to,
          entries,
          months,
          refunds,
          corrections,
          charges,
          items,
          subtotalCents,
          refundsCents,
          totalCents,
        },
        warnings: [...warningsOf(children), ...(missing.get(payerId) ?? [])],
      },
    ];
  });
};

/** Students in groups of those who can be on one invoice: who pays for them, or was billed for them. */
export const familiesAmong = (state: BillingState, studentIds: readonly string[]): string[][] => {
  const ofStudent = invoicesByStudent(liveInvoices(state));
  const groupOf = new Map<string, string[]>();
  for (const studentId of studentIds) {
    const payers = new Set([
      payerOfStudent(state, studentId).id,
      ...(ofStudent.get(studentId) ?? []).map(({ payer }) => payer.id),
    ]);
    const known = new Set([...payers].flatMap((id) => [groupOf.get(id) ?? []]));
    const group = [...known].flat();
    group.push(studentId);
    for (const [id, before] of groupOf) if (known.has(before)) groupOf.set(id, group);
    for (const id of payers) groupOf.set(id, group);
  }
  return [...new Set(groupOf.values())];
};
