import type { Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import type { LessonDate } from '../../schedule/lesson-dates.ts';
import type { Student } from './billed-dates.ts';
import { matchedNow } from './draft.ts';
import { ledgerOf } from './ledger.ts';
import { differencesSince, isOver } from './refunds.ts';

/** What a billed date is now. */
export type DateNow = {
  /** True if it no longer takes place. */
  readonly isOver: boolean;
  readonly lesson: LessonDate | undefined;
  /** What the next invoice can give back for it; below zero: charge. */
  readonly toReturnCents: number;
};

type Students = ReadonlyMap<string, Pick<Student, 'lessonsTo'>>;

/** What the dates that an invoice bills are now, in the order of its entries. @param ofStudent the invoices of each student, this one too */
export const datesNowOf = (
  students: Students,
  ofStudent: ReadonlyMap<string, readonly Invoice[]>,
  { invoiceId, entries, currency }: Pick<Invoice, 'invoiceId' | 'entries' | 'currency'>,
): DateNow[] => {
  const dates = new Map(
    [...new Set(entries.map(({ studentId }) => studentId))].flatMap((studentId) => {
      const ledger = ledgerOf(studentId, ofStudent.get(studentId) ?? []);
      const matching = matchedNow(ledger, students.get(studentId)?.lessonsTo);
      const differences = new Map(
        differencesSince({ ledger, currency }, matching, null).own.map(({ entry, cents }) => [entry, cents]),
      );
      return ledger.entries
        .filter((entry) => entry.invoiceId === invoiceId)
        .map((entry) => {
          const lesson = matching.lessonOf.get(entry);
          const toReturnCents = differences.get(entry) ?? 0;
          return [entry.entry, { isOver: isOver(entry, lesson), lesson, toReturnCents }] as const;
        });
    }),
  );
  return entries.map((_, i) => dates.get(i) ?? { isOver: false, lesson: undefined, toReturnCents: 0 });
};
