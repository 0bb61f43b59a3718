import { addDays } from '@rondo/contracts/calendar/dates.ts';
import type { Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import { expect } from 'vitest';
import { draftOf } from '../../domain/billing/due/draft.ts';
import type { Payer } from '../../domain/billing/due/billed-dates.ts';
import { ledgerOf } from '../../domain/billing/due/ledger.ts';
import { liveInvoices } from '../../domain/billing/state.ts';
import { payer } from '../../domain/billing/testing/billed-studio.ts';
import { DomainError } from '../../platform/kit/errors.ts';
import { today } from '../../domain/schedule/testing/week.ts';
import { act, openStudioWithPeople, step } from './acts.ts';
import type { Happening } from './invoice-happenings.ts';
import { billedTwice, madeTogether, usedTwice } from './nothing-twice.ts';

/** Ends on a Sunday: lessons move within their week. */
const horizon = { from: '2026-09-01', to: '2027-03-28', teacherId: null, withRefunds: true };

/** Far above all refunds of a month, which are capped by it. */
const monthlyRateCents = 1_000_000;
const monthly = { paymentType: 'monthly', monthlyRateCents } as const;

const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);

type Removal = { readonly batchId: string; readonly invoiceId: string };

/** A studio of Ann and Cy, who pay per lesson, and Ben, who pays by the month. Expects at each step that nothing is billed twice. */
export const studioWithInvoices = async ({ isBenWeekly }: { readonly isBenWeekly: boolean }) => {
  const studio = await openStudioWithPeople();
  const { invoices } = studio;
  await act(studio, step('weekly', { student: 'Ann', hour: 15 }));
  if (isBenWeekly) await act(studio, step('weekly', { student: 'Ben', hour: 17 }));
  await act(studio, step('dated', { student: 'Ann', ahead: 2, hour: 11 }));

  const batches: string[] = [];
  const removals: Removal[] = [];
  const together = madeTogether();
  /** Numbers that were mailed, or were no drafts when they were deleted. */
  const used = new Map<string, string>();
  let currency = 'USD';
  let ben: Payer = payer('Ben', monthly);

  const all = async (): Promise<Invoice[]> => [...(await invoices.state()).invoices.values()].map((one) => one.invoice);
  const standing = async (): Promise<Invoice[]> => liveInvoices(await invoices.state());
  const payers = (): Payer[] => [payer('Ann'), ben, payer('Cy')];

  const doBill = async (what: Extract<Happening, { kind: 'bill' }>): Promise<string | null> => {
    const by = studio.context();
    const from = addDays(today, what.starts);
    const billing = { from, to: addDays(from, what.days), teacherId: what.teacher, withRefunds: what.withRefunds };
    const own = payers().filter(({ studentId }) => what.of.some((id) => id === studentId));
    const made = await invoices.invoice(own, billing, by, currency);
    together.made(
      made.map(({ invoiceId }) => invoiceId),
      await standing(),
    );
    if (what.isSent) for (const { invoiceId } of made) await invoices.setStatus(invoiceId, 'sent', studio.context());
    return made.length > 0 ? by.commandId : null;
  };

  /** Refused only if two of the invoices that were to stay would bill one thing, or one would refund what none bills. */
  const remove = async (going: Invoice): Promise<string> => {
    const by = studio.context();
    const before = await all();
    const staying = before.filter(({ deleted, invoiceId }) => !deleted && invoiceId !== going.invoiceId);
    try {
      await invoices.delete(going.invoiceId, by);
    } catch (error) {
      expect(billedTwice(staying, together), `a refused deletion: ${String(error)}`).not.toEqual([]);
      throw error;
    }
    removals.push({ batchId: by.commandId, invoiceId: going.invoiceId });
    const isUsed =
      used.get(going.invoiceId) !== undefined || going.status !== 'draft' || going.mail?.state === 'queued';
    if (isUsed) used.set(going.invoiceId, going.invoiceNumber);
    const isNewest = before.every((other) => other.numberFreed || other.invoiceNumber <= going.invoiceNumber);
    const { numberFreed } = (await all()).find(({ invoiceId }) => invoiceId === going.invoiceId) ?? going;
    expect(numberFreed, `the number of ${going.invoiceNumber} is free`).toBe(!isUsed && isNewest);
    return by.commandId;
  };

  /** The same of an undo that brings an invoice back. */
  const undoBatch = async (batchId: string): Promise<string> => {
    const removal = removals.find((one) => one.batchId === batchId);
    const by = studio.context();
    const before = await all();
    try {
      return await studio.undo(batchId, by);
    } catch (error) {
      const returning = before.find(({ invoiceId, deleted }) => deleted && invoiceId === removal?.invoiceId);
      if (returning && String(error).includes('This can no longer be undone: ')) {
        const back = before.map((one) => (one === returning ? { ...one, deleted: false, numberFreed: false } : one));
        const problems = [
          ...billedTwice(
            back.filter(({ deleted }) => !deleted),
            together,
          ),
          ...usedTwice(back),
        ];
        expect(problems, `a refused undo: ${String(error)}`).not.toEqual([]);
      }
      throw error;
    }
  };

  const carryOut = async (what: Happening): Promise<string | null> => {
    if (what.kind === 'lesson') return act(studio, what.step);
    if (what.kind === 'bill') return doBill(what);
    if (what.kind === 'change currency') {
      currency = currency === 'USD' ? 'EUR' : 'USD';
      return null;
    }
    if (what.kind === 'change payment') {
      ben = ben.paymentType === 'monthly' ? payer('Ben') : payer('Ben', monthly);
      return null;
    }
    if (what.kind === 'undo' || what.kind === 'undo removal') {
      const gone = new Set((await all()).flatMap(({ invoiceId, deleted }) => (deleted ? invoiceId : [])));
      const last = new Map(removals.map((one) => [one.invoiceId, one]));
      const removed = [...last.values()].filter(({ invoiceId }) => gone.has(invoiceId));
      const batchId =
        what.kind === 'undo'
          ? batches.at(-1 - what.back)
          : removed[removed.length - 1 - (what.back % Math.max(removed.length, 1))]?.batchId;
      if (batchId === undefined) return null;
      const undone = await undoBatch(batchId);
      const removal = removals.find((one) => one.batchId === batchId);
      if (removal && undone !== '') removals.push({ ...removal, batchId: undone });
      return undone;
    }
    const newestFirst = (await standing()).toReversed();
    const invoice = newestFirst[what.nth % Math.max(newestFirst.length, 1)];
    if (!invoice) return null;
    if (what.kind === 'remove') return remove(invoice);
    const by = studio.context();
    const { invoiceId } = invoice;
    if (what.kind === 'send' || what.kind === 'pay')
      await invoices.setStatus(invoiceId, what.kind === 'send' ? 'sent' : 'paid', by);
    else
      await invoices.mail(
        invoiceId,
        ({ mail: 'sent', 'queue mail': 'queued', 'fail to mail': 'failed' } as const)[what.kind],
        by,
      );
    return by.commandId;
  };

  /** What each student pays is what takes place, with what would be billed and refunded now. */
  const expectBalance = async (): Promise<void> => {
    const [stand, lessonsOf] = [await standing(), await invoices.lessons()];
    for (const one of [payer('Ann'), payer('Cy')]) {
      const own = stand.filter(({ studentId }) => studentId === one.studentId);
      const student = {
        payer: one,
        account: { type: 'student' as const, id: one.studentId },
        lessonsTo: lessonsOf(one.studentId),
        ledger: ledgerOf(one.studentId, own),
      };
      const [dollars, euros] = ['USD', 'EUR'].map((code) => draftOf({ ...student, currency: code }, horizon, 'draft'));
      const toCome = (dollars?.totalCents ?? 0) - sum(euros?.refundsSince.map(({ amountCents }) => amountCents) ?? []);
      const paid = sum(own.map(({ totalCents }) => totalCents));
      const taught = student.lessonsTo(horizon.to).filter(({ takesPlace }) => takesPlace);
      expect(paid + toCome, `what ${one.studentId} pays in all`).toBe(taught.length * (one.perLessonRateCents ?? 0));
    }
  };

  const expectNothingTwice = async (): Promise<void> => {
    const known = await all();
    const stand = known.filter(({ deleted }) => !deleted);
    expect(billedTwice(stand, together)).toEqual([]);
    expect(usedTwice(known), 'numbers that two invoices have').toEqual([]);
    for (const { invoiceId, invoiceNumber, mail } of stand)
      if (mail?.state === 'sent') used.set(invoiceId, invoiceNumber);
    for (const { invoiceId, invoiceNumber } of stand)
      for (const [id, number] of used)
        if (id !== invoiceId) expect(invoiceNumber, 'the number of a mailed or sent invoice').not.toBe(number);
  };

  return {
    studio,
    standing,
    expectBalance,
    /** @returns the batch; null if nothing happened */
    live: async (what: Happening): Promise<string | null> => {
      try {
        const batchId = await carryOut(what);
        if (batchId === null || batchId === '') return null;
        batches.push(batchId);
        return batchId;
      } catch (error) {
        if (error instanceof DomainError) return null;
        throw error;
      } finally {
        await studio.settle();
        await expectNothingTwice();
      }
    },
  };
};
