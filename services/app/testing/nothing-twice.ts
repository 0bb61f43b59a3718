import { mondayOf } from '@rondo/contracts/calendar/dates.ts';
import { isInMonth } from '@rondo/contracts/calendar/months.ts';
import type { InvoiceEntry } from '@rondo/contracts/events/billing/billing.ts';
import type { Invoice } from '@rondo/contracts/events/billing/invoice.ts';

// What must never be true of the invoices that stand, said without the code that decides on them.

/** Everything by which a billed date is known. */
const namesOf = ({ lessonId, rowId, originalDate, origin, isSingle }: InvoiceEntry): string[] => [
  `${lessonId} on ${originalDate}`,
  ...(isSingle || rowId !== lessonId ? [rowId] : []),
  ...(origin ? [`${origin.lessonId} on ${origin.originalDate}`] : []),
];
const namesInWeek = (entry: InvoiceEntry): string[] => [
  ...namesOf(entry),
  `${entry.root} in the week of ${mondayOf(entry.origin?.originalDate ?? entry.originalDate)}`,
];

const pairOf = (a: string, b: string): string => [a, b].toSorted().join(' and ');

/** Pairs of different things that share one of their names. */
const sharing = <One>(all: readonly One[], names: (one: One) => readonly string[]): [One, One][] => {
  const byName = new Map<string, One[]>();
  for (const one of all) for (const name of new Set(names(one))) byName.set(name, [...(byName.get(name) ?? []), one]);
  return [...byName.values()].flatMap((same) =>
    same.flatMap((a, i) => same.slice(i + 1).map((b): [One, One] => [a, b])),
  );
};

/** Remembers which invoices were made while which others stood: what two of them both bill, they rightly bill. */
export const madeTogether = () => {
  const pairs = new Set<string>();
  return {
    has: (a: string, b: string): boolean => pairs.has(pairOf(a, b)),
    /** Some invoices were made while others stand. */
    made: (ids: readonly string[], standing: readonly Invoice[]): void => {
      for (const id of ids) for (const { invoiceId } of standing) pairs.add(pairOf(id, invoiceId));
    },
  };
};

/** What is billed or refunded twice if just these invoices stand, in words. */
export const billedTwice = (
  standing: readonly Invoice[],
  { has }: Pick<ReturnType<typeof madeTogether>, 'has'>,
): string[] => {
  const refunds = standing.flatMap((by) => by.refunds.map((refund) => ({ by, refund })));
  const keyOf = (invoiceId: string, entry: number): string => `entry ${entry} of ${invoiceId}`;
  const refunded = new Set(refunds.map(({ refund }) => keyOf(refund.invoiceId, refund.entry)));
  const dates = standing.flatMap((invoice) =>
    invoice.entries.map((entry, i) => ({ invoice, entry, isOpen: !refunded.has(keyOf(invoice.invoiceId, i)) })),
  );
  const months = standing.flatMap((invoice) => invoice.months.map(({ month }) => ({ invoice, month })));
  const ids = new Set(standing.map(({ invoiceId }) => invoiceId));
  return [
    ...sharing(
      dates.filter(({ isOpen }) => isOpen),
      ({ entry, invoice }) => namesOf(entry).map((name) => `${invoice.studentId}: ${name}`),
    ).map(([a, b]) => `a date of ${a.invoice.invoiceNumber} is open on ${b.invoice.invoiceNumber}, too`),
    ...sharing(dates, ({ entry }) => namesInWeek(entry))
      .filter(([a, b]) => a.invoice !== b.invoice && !has(a.invoice.invoiceId, b.invoice.invoiceId))
      .map(([a, b]) => `${a.invoice.invoiceNumber} and ${b.invoice.invoiceNumber}, made apart, bill the same date`),
    ...sharing(months, ({ invoice, month }) => [`${invoice.studentId} in ${month}`]).map(
      ([{ invoice, month }, other]) =>
        `${month} is charged by ${invoice.invoiceNumber} and ${other.invoice.invoiceNumber}`,
    ),
    ...months.flatMap(({ invoice, month }) =>
      dates.flatMap(({ invoice: other, entry }) =>
        other.studentId === invoice.studentId && entry.kind === 'lesson' && !entry.again && isInMonth(entry.date, month)
          ? `${invoice.invoiceNumber} charges ${month}, of which ${other.invoiceNumber} bills a lesson`
          : [],
      ),
    ),
    ...dates
      .filter(({ entry, isOpen }) => entry.again && isOpen)
      .flatMap(({ invoice, entry }) => {
        const names = new Set(namesOf(entry));
        const isRefunded = dates.some((one) => !one.isOpen && namesOf(one.entry).some((name) => names.has(name)));
        return isRefunded ? [] : `${invoice.invoiceNumber} bills a date again that no invoice refunds`;
      }),
    ...sharing(refunds, ({ refund }) => [keyOf(refund.invoiceId, refund.entry)]).map(
      ([a, b]) => `${a.by.invoiceNumber} and ${b.by.invoiceNumber} refund the same date`,
    ),
    ...refunds.flatMap(({ by, refund }) =>
      ids.has(refund.invoiceId) ? [] : `${by.invoiceNumber} refunds a date that no invoice bills`,
    ),
  ];
};

/** Numbers that two invoices have, unless all but one of these were deleted as drafts and left theirs free. */
export const usedTwice = (all: readonly Invoice[]): string[] =>
  sharing(
    all.filter(({ numberFreed }) => !numberFreed),
    ({ invoiceNumber }) => [invoiceNumber],
  ).map(([{ invoiceNumber }]) => invoiceNumber);
