import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { billingStream, liveInvoices } from '../state.ts';
import { matchedNow } from './draft.ts';
import { invoicesByStudent, ledgerOf } from './ledger.ts';
import { taughtStudents, type TaughtServices } from './taught.ts';

/** What a date costs when it takes place, and what has been charged for it. */
export type DatePrice = {
  readonly rateCents: number;
  readonly currency: string;
  /** Null: no invoice bills it. */
  readonly billed: { readonly invoiceNumber: string; readonly chargedCents: number } | null;
  /** A month's charge covers it, or will. */
  readonly isMonthly: boolean;
};

/** One date of a lesson: by its series or itself, and its original date. */
export type PricedDate = { readonly studentId: string; readonly lessonId: string; readonly originalDate: IsoDate };

/** @throws Unavailable */
export const priceOfDate = async (
  services: TaughtServices & Pick<Services, 'settingsOf'>,
  studioId: string,
  { studentId, lessonId, originalDate }: PricedDate,
): Promise<DatePrice> => {
  const [{ students }, { state }, { settings }] = await Promise.all([
    taughtStudents(services, studioId),
    services.handlers.billing.load(billingStream(studioId)),
    services.settingsOf(studioId),
  ]);
  const student = students.get(studentId);
  const ledger = ledgerOf(studentId, invoicesByStudent(liveInvoices(state)).get(studentId) ?? []);
  const matched = [...matchedNow(ledger, student?.lessonsTo).lessonOf].find(
    ([, lesson]) => lesson.lessonId === lessonId && lesson.originalDate === originalDate,
  );
  if (!matched) {
    const rateCents = student?.payer.perLessonRateCents ?? 0;
    return {
      rateCents,
      currency: settings.currency,
      billed: null,
      isMonthly: student?.payer.paymentType === 'monthly',
    };
  }
  const [{ invoiceId, rateCents, refundedCents, kind }] = matched;
  const invoice = ledger.invoices.get(invoiceId);
  return {
    rateCents,
    currency: invoice?.currency ?? settings.currency,
    billed: { invoiceNumber: invoice?.invoiceNumber ?? '', chargedCents: rateCents - refundedCents },
    isMonthly: kind === 'covered',
  };
};
