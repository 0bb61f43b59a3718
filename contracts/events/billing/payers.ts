import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { id } from '../fields.ts';

// Who pays for a student: the student's family, or else the student.

/** To whom an invoice is addressed. */
export const invoicePayer = z.object({ type: z.enum(['student', 'household']), id });
export type InvoicePayer = z.infer<typeof invoicePayer>;

export const payerEvents = [
  /** The household pays for the student from now on, and `rows` are its own: invoices, and other entries of the account. */
  defineEvent('AccountMerged', z.object({ studentId: id, householdId: id, rows: z.array(id) })),
  /** The student pays from now on. `returned` is the student's own again; all else of the account stays with the household. */
  defineEvent('AccountParted', z.object({ studentId: id, householdId: id, returned: z.array(id) })),
] as const;

type Listed = readonly { readonly studentId: string }[];

/** The students of whom an invoice has something, in its order. */
export const studentsOn = ({
  studentId,
  items,
  entries,
  months,
  refunds,
  corrections,
  charges,
}: {
  readonly studentId: string;
  readonly items: Listed;
  readonly entries: Listed;
  readonly months: Listed;
  readonly refunds: Listed;
  readonly corrections: Listed;
  readonly charges: Listed;
}): string[] => {
  const listed = [...items, ...entries, ...months, ...refunds, ...corrections, ...charges].map((one) => one.studentId);
  return [...new Set(listed.length === 0 ? [studentId] : listed)];
};

const listed = z.array(z.looseObject({}));
const addressedToOne = z.looseObject({
  studentId: z.string(),
  entries: listed,
  months: listed,
  refunds: listed,
  items: listed,
});

/** An invoice of before there were families: the student pays, and all on it is the student's. */
export const withPayer = (data: unknown): unknown => {
  const invoice = addressedToOne.parse(data);
  const { studentId, entries, months, refunds, items } = invoice;
  const ofStudent = (parts: z.infer<typeof listed>) => parts.map((part) => ({ studentId, ...part }));
  return {
    ...invoice,
    payer: { type: 'student', id: studentId },
    entries: ofStudent(entries),
    months: ofStudent(months),
    refunds: ofStudent(refunds),
    items: ofStudent(items),
  };
};
