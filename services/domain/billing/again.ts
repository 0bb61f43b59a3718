import type { Ledger } from './due/ledger.ts';
import type { LessonDate } from '../schedule/lesson-dates.ts';
import { matchBilled, type BilledDate, type Matching } from './due/match.ts';

/** Dates that take place although a charged month covered and then refunded them. */
export type TakenUpAgain = {
  /** What was refunded for each of them, in the currency of the invoice. */
  readonly refundOf: ReadonlyMap<LessonDate, BilledDate>;
  /** Those that were refunded in another currency: an amount in it would be wrong. */
  readonly foreign: ReadonlyMap<LessonDate, BilledDate>;
};

/**
 * Finds the refunded dates among a student's unbilled lessons, by the same names as everything billed. A lesson of another lineage is none of
 * them, even in the same week: the month covers it.
 */
export const takenUpAgain = (
  { entries, invoices }: Ledger,
  { lessonOf }: Matching,
  { unbilled, currency }: { readonly unbilled: readonly LessonDate[]; readonly currency: string },
): TakenUpAgain => {
  const refunded = entries.filter(
    (entry) => entry.refunded && (entry.kind === 'covered' || entry.again) && !lessonOf.has(entry),
  );
  const taking = unbilled.filter(({ takesPlace }) => takesPlace);
  // As if they had not been refunded: a refunded date matches cancelled lessons only.
  const open = refunded.map((entry) => ({ ...entry, refunded: false }));
  const found = [...matchBilled(open, taking, 'lineage').lessonOf].map(([entry, lesson]) => [lesson, entry] as const);
  const isOwn = ({ invoiceId }: BilledDate): boolean => invoices.get(invoiceId)?.currency === currency;
  return {
    refundOf: new Map(found.filter(([, entry]) => isOwn(entry))),
    foreign: new Map(found.filter(([, entry]) => !isOwn(entry))),
  };
};
