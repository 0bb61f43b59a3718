import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { firstDayOf, lastDayOf } from '@rondo/contracts/calendar/months.ts';
import type {
  InvoiceContent,
  InvoiceEntry,
  InvoiceItem,
  InvoiceRefund,
} from '@rondo/contracts/events/billing/billing.ts';

type Line = {
  readonly studentId: string;
  readonly itemType: InvoiceItem['itemType'];
  readonly teacherId: string | null;
  readonly rateCents: number;
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly lessonIds: readonly string[];
};

const grouped = (lines: readonly Line[]): InvoiceItem[] =>
  [
    ...Map.groupBy(lines, ({ itemType, teacherId, rateCents }) => `${itemType} ${teacherId} ${rateCents}`).values(),
  ].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { studentId, itemType, teacherId, rateCents } = first;
    return {
      studentId,
      itemType,
      teacherId,
      chargeId: null,
      quantity: group.length,
      rateCents,
      amountCents: group.length * rateCents,
      from: group.map(({ from }) => from).toSorted()[0] ?? first.from,
      to:
        group
          .map(({ to }) => to)
          .toSorted()
          .at(-1) ?? first.to,
      lessonIds: [...new Set(group.flatMap(({ lessonIds }) => lessonIds))],
    };
  });

type Content = Pick<InvoiceContent, 'entries' | 'months' | 'refunds' | 'corrections'> & {
  /** The teacher whose line charges the months. */
  readonly monthlyTeacherId: string | null;
  /** The billed date that a refund gives back, or a correction charges. */
  readonly dateOf: (of: Pick<InvoiceRefund, 'invoiceId' | 'entry'>) => Pick<InvoiceEntry, 'date' | 'rowId'> | undefined;
};

/** The lines of one student: lessons, months, corrections, then refunds. */
export const itemsOf = ({
  entries,
  months,
  refunds,
  corrections,
  monthlyTeacherId,
  dateOf,
}: Content): InvoiceItem[] => {
  const lessons = entries
    .filter(({ kind }) => kind === 'lesson')
    .map(({ studentId, teacherId, rateCents, date, rowId }) => ({
      studentId,
      itemType: 'lesson' as const,
      teacherId,
      rateCents,
      from: date,
      to: date,
      lessonIds: [rowId],
    }));
  const covered = entries.filter(({ kind }) => kind === 'covered').map(({ rowId }) => rowId);
  const charged = months.map(({ studentId, month, amountCents }) => ({
    studentId,
    itemType: 'monthly' as const,
    teacherId: monthlyTeacherId,
    rateCents: amountCents,
    from: firstDayOf(month),
    to: lastDayOf(month),
    lessonIds: covered,
  }));
  const returned = refunds.flatMap((refund) => {
    const billed = dateOf(refund);
    if (!billed) return [];
    const { studentId, amountCents, teacherId, cancelledRowId } = refund;
    const { date, rowId } = billed;
    const rateCents = amountCents === 0 ? 0 : -amountCents;
    return {
      studentId,
      itemType: 'refund' as const,
      teacherId,
      rateCents,
      from: date,
      to: date,
      lessonIds: [cancelledRowId ?? rowId],
    };
  });
  // Each by itself: what a date costs after all is no lesson of this period.
  const corrected = corrections.flatMap((correction) => {
    const billed = dateOf(correction);
    if (!billed) return [];
    const { studentId, teacherId, amountCents: rateCents } = correction;
    const { date, rowId } = billed;
    const line = { studentId, itemType: 'lesson' as const, teacherId, rateCents, from: date, to: date };
    return grouped([{ ...line, lessonIds: [rowId] }]);
  });
  return [...grouped(lessons), ...grouped(charged), ...corrected, ...grouped(returned)];
};
