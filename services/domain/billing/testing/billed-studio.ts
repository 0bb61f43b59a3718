import type { AccountEntry } from '@rondo/contracts/events/billing/account-entry.ts';
import { recordPayment, voidPayment } from '../payments/record.ts';
import { refundMoney } from '../payments/refund.ts';
import { dayIn } from '../../studio/clock.ts';
import { writeSideOn } from '../../../testing/write-side.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { billingEvents } from '@rondo/contracts/events/billing/billing.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { billingModel } from '@rondo/projections/billing/project.ts';
import { lineagesTable, plansTable } from '@rondo/projections/shared/lineage-tables.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { lessonsTable } from '@rondo/projections/lessons/table.ts';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import type { EventStore } from '../../../platform/log/event-store.ts';
import { followersOf } from '../../lessons/testing/reacting.ts';
import { schedules as schedulesOn } from '../../schedule/testing/schedules-of.ts';
import { generateInvoices, recordMail, requestMail, setStatus, type Generation } from '../decide.ts';
import { deleteInvoice } from '../deletion.ts';
import { draftOf, type Draft } from '../due/draft.ts';
import type { Billing, Payer } from '../due/billed-dates.ts';
import { lessonDatesOf, type LineageOf } from '../../schedule/lesson-dates.ts';
import { recordedAmong, withAbsence } from '../../schedule/time-off/attendance.ts';
import { attendanceTable } from '@rondo/projections/billing/table.ts';
import { closuresInOrder } from '@rondo/projections/timeoff/queries.ts';
import { closuresTable } from '@rondo/projections/timeoff/table.ts';
import { ledgerOf } from '../due/ledger.ts';
import type { LessonDate } from '../../schedule/lesson-dates.ts';
import { wording } from '../pdf/testing/invoices-to-print.ts';
import { liveInvoices } from '../state.ts';
import { addressedDrafts } from '../families/addressed.ts';
import { onAccountOf, payerOfStudent, setPayer } from '../families/memberships.ts';
import { withoutPlans } from '../../schedule/plan/as-rejected.ts';

/** 50.00 for each lesson. */
const day = { termsDays: 14, dayOf: dayIn('UTC') };

export const payer = (studentId: string, more: Partial<Payer> = {}): Payer => ({
  studentId,
  paymentType: 'per_lesson',
  perLessonRateCents: 5000,
  monthlyRateCents: null,
  firstMonth: '2026-09',
  lastMonth: null,
  firstTeacherId: null,
  ...more,
});

/** Invoices of a studio whose schedules are on the same log. `followers` follow the read models that billing uses. */
export const billedStudio = (
  studioId: string,
  store: EventStore,
  clock: { readonly today: IsoDate },
  followers = followersOf(store, [lessonsModel, billingModel]),
) => {
  const services = writeSideOn(store);
  const handler = services.handlers.billing;
  const schedules = schedulesOn(services);
  const stream = streamName(billingEvents, studioId);
  let commands = 0;

  const context = (): CommandContext => {
    commands += 1;
    const commandId = derivedId(studioId, `billing ${commands}`);
    return { studioId, actor: 'dana', commandId, correlationId: '', causationId: commandId };
  };

  /** Every student's lessons, read now. */
  const lessons = async (): Promise<(studentId: string) => (to: IsoDate) => readonly LessonDate[]> => {
    await followers.catchUp();
    const origins = new Map(followers.rows('billing', lineagesTable).map((row) => [row.lesson_id, row]));
    const planning = await Promise.all(
      followers
        .rows('billing', plansTable)
        .map(async ({ teacher_id: id }) => [id, (await schedules.load(studioId, id)).state] as const),
    );
    const rows = withoutPlans(followers.rows('lessons', lessonsTable), new Map(planning), clock.today);
    const lineageOf: LineageOf = (id) => origins.get(id);
    const datesOf = lessonDatesOf(rows, lineageOf, closuresInOrder(followers.rows('timeoff', closuresTable)));
    const recorded = recordedAmong(followers.rows('billing', attendanceTable), lineageOf);
    return (studentId) => (to) => withAbsence(datesOf(studentId, to), recorded);
  };
  const state = async () => (await handler.load(stream)).state;

  return {
    handler,
    lessons,
    state,
    /** Bills every student who has something to bill. @returns the new invoices */
    invoice: async (payers: readonly Payer[], billing: Billing, by = context(), currency = 'USD') => {
      const lessonsOf = await lessons();
      const generation: Generation = {
        students: payers.map((one) => ({
          payer: one,
          name: { first: one.studentId, last: '' },
          lessonsTo: lessonsOf(one.studentId),
        })),
        invoiceIdOf: (payerId) => derivedId(by.commandId, payerId),
        billing,
        year: clock.today.slice(0, 4),
        currency,
      };
      const { revision } = await handler.load(stream);
      const { events } = await handler.execute(stream, by, {
        input: billing,
        decide: generateInvoices(generation, revision),
      });
      return events.flatMap((event) => (event.type === 'InvoiceGenerated' ? [event.data] : []));
    },
    /** What some students would be billed now, if each of them paid alone, or as it is. @returns the sum */
    sumToBill: async (payers: readonly Payer[], billing: Billing, isAlone: boolean): Promise<number> => {
      const [now, lessonsOf] = [await state(), await lessons()];
      const drafts = addressedDrafts(isAlone ? { ...now, memberships: new Map() } : now, {
        students: payers.map((one) => ({
          payer: one,
          name: { first: one.studentId, last: '' },
          lessonsTo: lessonsOf(one.studentId),
        })),
        invoiceIdOf: (payerId) => `draft of ${payerId}`,
        billing,
        currency: 'USD',
      });
      return drafts.reduce((sum, { content }) => sum + content.totalCents, 0);
    },
    /** A household pays for a student from now on; null: the student. @returns whether that is new */
    setPayer: async (studentId: string, householdId: string | null, by = context()): Promise<boolean> => {
      const decide = setPayer(studentId, householdId);
      return (await handler.execute(stream, by, { input: [studentId, householdId], decide })).events.length > 0;
    },
    /** What a student's next invoice is. */
    draft: async (one: Payer, billing: Billing, currency = 'USD'): Promise<Draft> => {
      const now = await state();
      const student = {
        payer: one,
        account: payerOfStudent(now, one.studentId),
        lessonsTo: (await lessons())(one.studentId),
        ledger: ledgerOf(one.studentId, liveInvoices(now)),
        currency,
      };
      return draftOf(student, billing, 'draft');
    },
    delete: async (invoiceId: string, by = context()): Promise<void> => {
      await handler.execute(stream, by, { input: invoiceId, decide: deleteInvoice(invoiceId) });
    },
    /** Mails an invoice; the server takes the mail, refuses it, or has not answered yet. */
    mail: async (invoiceId: string, becomes: 'sent' | 'failed' | 'queued', by = context()) => {
      const mailId = derivedId(by.commandId, 'mail');
      const wish = { invoiceId, mailId, email: 'kim@example.com', today: clock.today, termsDays: 14, sender: 'Dana' };
      await handler.execute(stream, by, {
        input: wish,
        decide: requestMail({ ...wish, wording, dayOf: dayIn('UTC') }),
      });
      if (becomes === 'queued') return;
      const outcome =
        becomes === 'sent'
          ? ({ state: 'sent', savedAs: null } as const)
          : ({ state: 'failed', reason: 'No.' } as const);
      await handler.execute(stream, context(), {
        input: mailId,
        decide: recordMail({ invoiceId, mailId, today: clock.today, dayOf: dayIn('UTC') }, outcome),
      });
    },
    /** Records a payment of who pays for a student. */
    pay: async (payerId: string, cents: number, command = context()) => {
      const payment = { payerId, cents, date: clock.today, currency: 'USD', method: 'cash', note: null } as const;
      const rest = {
        paymentId: derivedId(command.commandId, 'payment'),
        reference: null,
        invoiceIds: [],
        chosen: undefined,
      };
      const decide = onAccountOf(payerId, (by) =>
        recordPayment({ ...payment, ...rest, payerId: by }, { today: clock.today, ...day }),
      );
      return (await handler.execute(stream, command, { input: payment, decide })).events;
    },
    /** Voids a payment, or gives all of it back that was not given back yet. */
    takeBack: async (
      { entryId: paymentId, payerId, cents, currency, ...entry }: AccountEntry,
      how: 'void payment' | 'refund payment',
      by = context(),
    ) => {
      const refundedCents = 'refundedCents' in entry ? entry.refundedCents : 0;
      const money = { payerId, currency, cents: cents - refundedCents, date: clock.today, method: 'cash' } as const;
      const refund = { ...money, refundId: derivedId(by.commandId, 'refund'), reference: null, paymentId };
      const on = { today: clock.today, ...day };
      const decide = how === 'void payment' ? voidPayment(paymentId, null, on) : refundMoney(refund, on);
      return (await handler.execute(stream, by, { input: [how, paymentId], decide })).events;
    },
    setStatus: async (invoiceId: string, status: 'sent' | 'paid' | 'overdue', by = context()) => {
      const decide = setStatus({
        invoiceId,
        status,
        paymentId: derivedId(by.commandId, 'payment'),
        today: clock.today,
        termsDays: 14,
        wording,
        dayOf: dayIn('UTC'),
      });
      return (await handler.execute(stream, by, { input: { invoiceId, status }, decide })).events;
    },
  };
};
