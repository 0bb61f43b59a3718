import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { firstDayOf, lastDayOf } from '@rondo/contracts/calendar/months.ts';
import type {
  InvoiceContent,
  InvoiceEntry,
  InvoiceItem,
  InvoiceRefund,
} from '@rondo/contracts/events/billing/billing.ts';

type Line = {
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
    const { itemType, teacherId, rateCents } = first;
    return {
      itemType,
      teacherId,
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

type Content = Pick<InvoiceContent, 'entries' | 'months' | 'refunds'> & {
  /** The teacher whose line charges the months. */
  readonly monthlyTeacherId: string | null;
  /** The billed date that a refund gives back. */
  readonly dateOf: (refund: InvoiceRefund) => Pick<InvoiceEntry, 'date' | 'rowId'> | undefined;
};

/** The lines of an invoice: lessons, months, then refunds. */
export const itemsOf = ({ entries, months, refunds, monthlyTeacherId, dateOf }: Content): InvoiceItem[] => {
  const lessons = entries
    .filter(({ kind }) => kind === 'lesson')
    .map(({ teacherId, rateCents, date, rowId }) => ({
      itemType: 'lesson' as const,
      teacherId,
      rateCents,
      from: date,
      to: date,
      lessonIds: [rowId],
    }));
  const covered = entries.filter(({ kind }) => kind === 'covered').map(({ rowId }) => rowId);
  const charged = months.map(({ month, amountCents }) => ({
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
    const { amountCents, teacherId, cancelledRowId } = refund;
    const { date, rowId } = billed;
    const rateCents = amountCents === 0 ? 0 : -amountCents;
    return {
      itemType: 'refund' as const,
      teacherId,
      rateCents,
      from: date,
      to: date,
      lessonIds: [cancelledRowId ?? rowId],
    };
  });
  return [...grouped(lessons), ...grouped(charged), ...grouped(returned)];
};
