import { billingEvents } from '@rondo/contracts/events/billing.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import type { CommandHandler } from '../../../platform/commands/command-handler.ts';
import { dateKey, type BilledLessons } from '../../schedule/edit/billed.ts';
import { matchedNow } from './draft.ts';
import { ledgerOf } from './ledger.ts';
import { liveInvoices, type BillingState } from '../state.ts';
import type { TaughtReader } from './taught.ts';

export type BilledLessonsDependencies = {
  readonly handler: CommandHandler<typeof billingEvents, BillingState>;
  readonly taught: TaughtReader;
};

/** The lessons of a studio that its invoices bill, as they are now. @throws Unavailable */
export const billedLessons =
  ({ handler, taught }: BilledLessonsDependencies) =>
  async (studioId: string): Promise<BilledLessons> => {
    const live = liveInvoices((await handler.load(streamName(billingEvents, studioId))).state);
    if (live.length === 0) return new Map();
    const numbers = new Map(live.map(({ invoiceId, invoiceNumber }) => [invoiceId, invoiceNumber]));
    const { students } = await taught.students(studioId);
    const billed = [...Map.groupBy(live, ({ studentId }) => studentId)].flatMap(([studentId, invoices]) => {
      const { lessonOf } = matchedNow(ledgerOf(invoices), students.get(studentId)?.lessonsTo);
      return [...lessonOf].map(([{ invoiceId }, { lessonId, originalDate }]): [string, string] => [
        dateKey(lessonId, originalDate),
        numbers.get(invoiceId) ?? '',
      ]);
    });
    return new Map(billed);
  };
