import type { InvoiceEntry as EntryAnswer } from '@rondo/contracts/api/billing.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { epochMillisecondsOf } from '@rondo/contracts/calendar/instants.ts';
import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import { startOf } from '@rondo/contracts/calendar/zones.ts';
import type { InvoiceCorrection, InvoiceEntry, InvoiceRefund } from '@rondo/contracts/events/billing/billing.ts';
import type { Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import type { DateNow } from './due/dates-now.ts';
import { oldestFirst } from './due/ledger.ts';
import { fateOf } from './due/refunds.ts';
import { amountOf } from './views.ts';

// The dates behind the amounts of an invoice.

/** When and by whom a row was cancelled, and when it was to be then. */
type Recorded = {
  readonly at: string;
  readonly by: string;
  readonly lesson: Pick<InvoiceEntry, 'date' | 'start'> | null;
};

export type EntryContext = {
  readonly related: readonly Invoice[];
  /** What the dates that the invoice bills are now. */
  readonly datesNow: readonly DateNow[];
  /** The last cancellation of a row, up to an instant if one is given. */
  readonly cancellationOf: (rowId: string, until: string | null) => Recorded | null;
  /** The first day of a version of the policy. */
  readonly policyFrom: (policyId: string) => IsoDate | null;
  readonly timeZone: string;
};

const hours = 3_600_000;

type By<Part> = { readonly invoice: Invoice; readonly part: Part };

type Fate = {
  readonly refund: InvoiceRefund | undefined;
  readonly correction: InvoiceCorrection | undefined;
  /** The number of the earlier invoice that bills it. */
  readonly billedOn: string | null;
  readonly laterRefund: By<InvoiceRefund> | undefined;
  readonly laterCorrection: By<InvoiceCorrection> | undefined;
  readonly now: DateNow | undefined;
};

/** The last refund or correction that says what had become of a date. */
const lastSaid = ({ refund, correction, laterRefund, laterCorrection }: Fate) => {
  if (correction) return { correction };
  if (!laterRefund || !laterCorrection) {
    if (laterCorrection) return { correction: laterCorrection.part };
    return { refund: laterRefund?.part ?? refund };
  }
  const [first] = oldestFirst([laterRefund.invoice, laterCorrection.invoice]);
  return first === laterRefund.invoice ? { correction: laterCorrection.part } : { refund: laterRefund.part };
};

/** What became of a date: the row that showed it, or null if the lesson is gone, with why. */
type Off = Pick<InvoiceRefund, 'cancellation' | 'closure'> & { readonly rowId: string | null };

/** Null for a date that takes place. */
const offOf = (entry: InvoiceEntry, fate: Fate): Off | null => {
  const { refund, correction } = lastSaid(fate);
  if (refund?.absence) return null;
  if (refund) return { rowId: refund.cancelledRowId, cancellation: refund.cancellation, closure: refund.closure };
  const lesson = fate.now?.lesson;
  const now = fateOf(lesson);
  if (correction) {
    const { cancellation, closure } = correction;
    return cancellation || closure ? { rowId: lesson?.rowId ?? entry.rowId, cancellation, closure } : null;
  }
  if (fate.now?.isOver !== true && !now.closure && !now.cancellation) return null;
  return { rowId: lesson?.rowId ?? null, ...now };
};

/** Who was at a date that takes place: what was decided on, else what is recorded now. */
const attendanceOf = (fate: Fate): Pick<EntryAnswer, 'attendance' | 'minutesLate' | 'absenceCharge'> => {
  const { refund, correction } = lastSaid(fate);
  const absence = (refund ?? correction)?.absence;
  if (absence) return { attendance: 'absent', minutesLate: 0, absenceCharge: absence.charge };
  const { attendance = null, minutesLate = 0, charge = null } = fate.now?.lesson?.record ?? {};
  return { attendance, minutesLate, absenceCharge: charge };
};

const nobody = { attendance: null, minutesLate: 0, absenceCharge: null };

const entryView = (
  entry: InvoiceEntry,
  fate: Fate,
  { off, recorded }: { readonly off: Off | null; readonly recorded: Recorded | null },
  { timeZone, policyFrom }: Pick<EntryContext, 'timeZone' | 'policyFrom'>,
): EntryAnswer => {
  const { studentId, kind, rowId, originalDate, date, start, duration, teacherId, rateCents } = entry;
  const { refund, correction, billedOn, laterRefund, laterCorrection, now } = fate;
  const at = recorded?.at ?? off?.cancellation?.at ?? null;
  // It can have been moved after it was billed, and also after its cancellation was refunded.
  const wasToBe = recorded?.lesson ?? { date, start };
  const notice = at === null ? null : startOf(wasToBe.date, wasToBe.start, timeZone) - epochMillisecondsOf(at);
  const dateNow = now?.lesson?.date ?? wasToBe.date;
  return {
    studentId,
    lessonId: off?.rowId ?? rowId,
    kind,
    billedOn,
    date,
    originalDate,
    movedTo: dateNow === date ? null : dateNow,
    startTime: toTimeText(start),
    duration,
    teacherId,
    rate: amountOf(rateCents),
    refund: refund ? amountOf(refund.amountCents) : null,
    refundedOn: laterRefund?.invoice.invoiceNumber ?? null,
    corrected: correction ? amountOf(correction.amountCents) : null,
    correctedOn: laterCorrection?.invoice.invoiceNumber ?? null,
    toRefund: amountOf(Math.max(0, now?.toReturnCents ?? 0)),
    status: off === null ? 'scheduled' : off.rowId === null ? 'deleted' : 'cancelled',
    cancelledAt: at,
    cancelledBy: recorded?.by ?? null,
    noticeHours: notice === null ? null : Math.round((notice / hours) * 10) / 10,
    cancellation: off?.cancellation ?? null,
    closure: off?.closure ?? null,
    ...(off === null ? attendanceOf(fate) : nobody),
    policyFrom: policyFrom(off?.cancellation?.policyId ?? ''),
  };
};

/** The rows of which an invoice's entries show the cancellation. */
export const cancelledRows = (
  { invoiceId, refunds }: Pick<Invoice, 'invoiceId' | 'refunds'>,
  datesNow: readonly DateNow[],
  related: readonly Invoice[],
): string[] => [
  ...refunds.flatMap(({ cancelledRowId }) => cancelledRowId ?? []),
  // A lesson that was refunded can take place again by now.
  ...related.flatMap((later) =>
    later.refunds.flatMap((refund) => (refund.invoiceId === invoiceId ? (refund.cancelledRowId ?? []) : [])),
  ),
  ...datesNow.flatMap(({ lesson }) => (lesson && !lesson.takesPlace ? lesson.rowId : [])),
];

/** Every date behind the amounts of an invoice: those that it bills, then those of earlier invoices that it refunds or corrects. */
export const entriesView = (
  { invoiceId, entries, refunds, corrections, createdAt }: Invoice,
  context: EntryContext,
): EntryAnswer[] => {
  const { related, datesNow, cancellationOf } = context;
  const view = (entry: InvoiceEntry, fate: Fate): EntryAnswer => {
    const off = offOf(entry, fate);
    // A refund was decided on what was known when its invoice was created.
    const until = fate.refund ? createdAt : (fate.laterRefund?.invoice.createdAt ?? '');
    const rowId = off && !off.closure ? off.rowId : null;
    const recorded = rowId === null ? null : cancellationOf(rowId, until === '' ? null : until);
    return entryView(entry, fate, { off, recorded }, context);
  };
  const others = related.filter((other) => other.invoiceId !== invoiceId && !other.deleted);
  const laterOf = <Part extends InvoiceCorrection>(partsOf: (invoice: Invoice) => readonly Part[], entry: number) =>
    others
      .flatMap((invoice) => partsOf(invoice).map((part): By<Part> => ({ invoice, part })))
      .filter(({ part }) => part.invoiceId === invoiceId && part.entry === entry);
  const own = entries.map((entry, i) =>
    view(entry, {
      refund: refunds.find((one) => one.invoiceId === invoiceId && one.entry === i),
      correction: undefined,
      billedOn: null,
      laterRefund: laterOf((invoice) => invoice.refunds, i).at(0),
      laterCorrection: laterOf((invoice) => invoice.corrections, i).at(-1),
      now: datesNow[i],
    }),
  );
  const earlier = (
    part: InvoiceCorrection,
    which: Partial<Pick<Fate, 'refund' | 'correction'>>,
  ): EntryAnswer | readonly [] => {
    const billing = others.find((one) => one.invoiceId === part.invoiceId);
    const entry = billing?.entries[part.entry];
    if (!billing || !entry) return [];
    const none = { refund: undefined, correction: undefined, laterRefund: undefined, laterCorrection: undefined };
    return view(entry, { ...none, ...which, billedOn: billing.invoiceNumber, now: undefined });
  };
  return [
    ...own,
    ...refunds.flatMap((refund) => earlier(refund, { refund })),
    ...corrections.flatMap((correction) => earlier(correction, { correction })),
  ];
};
