import type { UpdatingEndpoint } from '@rondo/contracts/api/endpoint.ts';
import {
  applyCredit,
  changePayment,
  listPayments,
  paymentsCsv,
  recordPayment,
  refundMoney,
  setAllocations,
  voidPayment,
  voidRefund,
} from '@rondo/contracts/api/payments.ts';
import type { Part } from '@rondo/contracts/money/allocation.ts';
import { isStanding } from '@rondo/contracts/events/billing/account-entry.ts';
import { openDebts } from '@rondo/contracts/money/ledger.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { answered } from '../../../platform/http/answer.ts';
import { sendCsv } from '../../../platform/http/bodies/csv.ts';
import { route, type RequestContext, type Route } from '../../../platform/http/route.ts';
import { InvalidInput } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { billingStream, copyOf, executeBilling, withEvents, type BillingState } from '../state.ts';
import { accountsNow, entryIn, payerName, readAccounts } from './accounts.ts';
import { centsOf, refuseCardNumbers, refuseFuture } from './amounts.ts';
import { accountDay, refusePeriod } from './account-day.ts';
import { accountIdFor, accountIdNow } from '../families/accounts-of.ts';
import { onAccountOf } from '../families/memberships.ts';
import { accountOf } from './credit.ts';
import { paymentsAsCsv } from './payments-csv.ts';
import * as decide from './record.ts';
import * as refunds from './refund.ts';
import { allocationsView, paymentsView, paymentView, refundView, warningsOf } from './views.ts';

type Chosen = readonly { readonly to: string; readonly amount: number }[];

/** @throws InvalidInput */
const partsOf = (chosen: Chosen, currency: string): Part[] =>
  chosen.map(({ to, amount }) => ({ to, cents: centsOf(amount, currency) }));

/** Payments, refunds of money, and what they pay. */
export const paymentRoutes = (services: Services): Route[] => {
  const { handlers } = services;
  const loaded = async (studioId: string): Promise<BillingState> =>
    (await handlers.billing.load(billingStream(studioId))).state;

  /** The account that a student's or family's id means now. */
  const accountsOf = async (studioId: string, payerId: string) =>
    accountsNow(services, studioId, await accountIdNow(services, studioId, payerId));

  /** The currency of a new payment: the studio's, or another one in which something is open. @throws InvalidInput */
  const currencyOf = async (studioId: string, payerId: string, currency: string | undefined): Promise<string> => {
    const { settings } = await services.settingsOf(studioId);
    if (currency === undefined || currency === settings.currency) return settings.currency;
    const { dayOf } = await accountDay(services, studioId);
    const debts = openDebts(accountOf(await loaded(studioId), payerId), dayOf);
    if (debts.some((debt) => debt.currency === currency)) return currency;
    throw new InvalidInput(`${await payerName(services, studioId, payerId)} has nothing open in ${currency}.`);
  };

  /** Answers a command on a payment with the payment, and with what may be a mistake about it. */
  const answeredWith = (
    context: RequestContext<UpdatingEndpoint>,
    { id, payerId }: { readonly id: string; readonly payerId: string },
    executed: Awaited<ReturnType<typeof executeBilling>>,
  ) =>
    answered(services, context, {
      executed,
      id,
      read: async () => {
        const accounts = await accountsOf(context.actor.studioId, payerId);
        const view = paymentsView(accounts).find((payment) => payment.id === id);
        const entries = accounts.entries.map(({ entry }) => entry);
        return view && { ...view, warnings: warningsOf(entries, view, accounts.dayOf) };
      },
    });

  const answeredRefund = (
    context: RequestContext<UpdatingEndpoint>,
    { id, payerId }: { readonly id: string; readonly payerId: string },
    executed: Awaited<ReturnType<typeof executeBilling>>,
  ) =>
    answered(services, context, {
      executed,
      id,
      read: async () => {
        const accounts = await accountsOf(context.actor.studioId, payerId);
        const refund = entryIn(accounts, id);
        return refund?.kind === 'refund' ? refundView(refund, accounts) : undefined;
      },
    });

  return [
    route(recordPayment, async ({ body }, context) => {
      const { studioId, commandId } = context.command;
      const { payerId, date, method, reference = null, note = null, invoiceIds = [], allocations, preview } = body;
      const accountId = await accountIdFor(services, studioId, payerId);
      const day = await accountDay(services, studioId);
      refuseFuture(date, day.today, 'a payment');
      refuseCardNumbers(reference, note);
      const currency = await currencyOf(studioId, accountId, body.currency);
      const cents = centsOf(body.amount, currency);
      const chosen = allocations && partsOf(allocations, currency);
      const paymentId = derivedId(commandId, 'payment');
      const details = { payerId, date, method, reference, note, cents, currency, invoiceIds, chosen };
      const decision = onAccountOf(payerId, (by) => decide.recordPayment({ paymentId, ...details, payerId: by }, day));
      if (!preview)
        return answeredWith(
          context,
          { id: paymentId, payerId },
          await executeBilling(services, context.command, details, decision),
        );
      const state = await loaded(studioId);
      const entry = withEvents(copyOf(state), decision(state)).entries.get(paymentId);
      const accounts = await accountsOf(studioId, payerId);
      if (entry?.kind !== 'payment') throw new Error('A payment was decided.');
      const view = { ...paymentView(entry, accounts, ''), id: '', createdAt: '', revision: '' };
      const entries = [...state.entries.values()].filter(isStanding);
      return { ...view, warnings: warningsOf(entries, view, day.dayOf) };
    }),
    route(listPayments, async ({ query: { payerId, from, to, asOf } }, { actor: { studioId } }) => {
      refusePeriod({ payerId, from, to });
      return readAccounts(services, studioId, { asOf, payerId }, (accounts) => paymentsView(accounts, { from, to }));
    }),
    route(paymentsCsv, async ({ query: { payerId, from, to } }, { actor: { studioId }, response }) => {
      refusePeriod({ payerId, from, to });
      const accountId = payerId === undefined ? undefined : await accountIdFor(services, studioId, payerId);
      const payments = paymentsView(await accountsNow(services, studioId, accountId), { from, to });
      return sendCsv(response, 'payments.csv', await paymentsAsCsv(payments));
    }),
    route(changePayment, async ({ params: { id }, body }, context) => {
      const { studioId, commandId } = context.command;
      const day = await accountDay(services, studioId);
      const { payerId, currency } = decide.paymentIn(await loaded(studioId), id);
      if (body.date !== undefined) refuseFuture(body.date, day.today, 'a payment');
      refuseCardNumbers(body.reference, body.note);
      const cents = body.amount === undefined ? undefined : centsOf(body.amount, currency);
      const newId = derivedId(commandId, 'payment');
      const { date, method, reference, note, revision } = body;
      const change = { paymentId: id, date, method, reference, note, cents, revision };
      const executed = await executeBilling(
        services,
        context.command,
        change,
        decide.changePayment({ ...change, newId }, day),
      );
      const isReplaced = executed.events.some(({ type }) => type === 'PaymentRecorded');
      return answeredWith(context, { id: isReplaced ? newId : id, payerId }, executed);
    }),
    route(voidPayment, async ({ params: { id }, body: { reason = null } }, context) => {
      const { studioId } = context.command;
      const { payerId } = decide.paymentIn(await loaded(studioId), id);
      const decision = decide.voidPayment(id, reason, await accountDay(services, studioId));
      return answeredWith(
        context,
        { id, payerId },
        await executeBilling(services, context.command, { voids: id, reason }, decision),
      );
    }),
    route(setAllocations, async ({ params: { payerId }, body: { from, allocations, revision } }, context) => {
      const { studioId } = context.command;
      await accountIdFor(services, studioId, payerId);
      const state = await loaded(studioId);
      const currency = (state.entries.get(from) ?? state.invoices.get(from)?.invoice)?.currency ?? 'USD';
      const change = { payerId, from, parts: partsOf(allocations, currency), revision };
      const day = await accountDay(services, studioId);
      const decision = onAccountOf(payerId, (by) => decide.setAllocations({ ...change, payerId: by }, day));
      const executed = await executeBilling(services, context.command, change, decision);
      return answered(services, context, {
        executed,
        id: from,
        read: async () => {
          const { invoices, entries } = await accountsOf(studioId, payerId);
          const entry = entries.map((row) => row.entry).find(({ entryId }) => entryId === from);
          const source = entry ?? invoices.find(({ invoiceId }) => invoiceId === from);
          if (!source || !('pays' in source)) return undefined;
          const amount = 'entryId' in source ? source.cents : -source.totalCents;
          const used = source.pays.reduce((sum, part) => sum + part.cents, source.refundedCents);
          const numberOf = (id: string): string =>
            invoices.find(({ invoiceId }) => invoiceId === id)?.invoiceNumber ?? 'Opening balance';
          return {
            from,
            allocations: allocationsView(source.pays, numberOf),
            unallocated: (amount - used) / 100,
            revision: String(source.revision),
          };
        },
      });
    }),
    route(applyCredit, async ({ params: { payerId } }, context) => {
      const { studioId } = context.command;
      await accountIdFor(services, studioId, payerId);
      const day = await accountDay(services, studioId);
      const decision = onAccountOf(payerId, (by) => decide.applyCredit(by, day));
      const executed = await executeBilling(services, context.command, { appliesCreditOf: payerId }, decision);
      return answered(services, context, {
        executed,
        id: payerId,
        read: async () => {
          const moves = executed.events.flatMap((event) => (event.type === 'AllocationsSet' ? event.data.moves : []));
          const { invoices } = await accountsOf(studioId, payerId);
          const numberOf = (id: string): string =>
            invoices.find(({ invoiceId }) => invoiceId === id)?.invoiceNumber ?? 'Opening balance';
          return {
            applied: moves.reduce((sum, { cents }) => sum + cents, 0) / 100,
            allocations: moves.map(({ from, to, cents }) => ({ from, to, number: numberOf(to), amount: cents / 100 })),
          };
        },
      });
    }),
    route(refundMoney, async ({ params: { payerId }, body }, context) => {
      const { studioId, commandId } = context.command;
      const { date, amount, method, reference = null, paymentId } = body;
      const accountId = await accountIdFor(services, studioId, payerId);
      const day = await accountDay(services, studioId);
      refuseFuture(date, day.today, 'a refund');
      refuseCardNumbers(reference);
      const currency =
        paymentId === undefined
          ? await currencyOf(studioId, accountId, undefined)
          : decide.paymentIn(await loaded(studioId), paymentId).currency;
      const refund = { payerId, date, cents: centsOf(amount, currency), currency, method, reference, paymentId };
      const refundId = derivedId(commandId, 'refund');
      const executed = await executeBilling(
        services,
        context.command,
        refund,
        onAccountOf(payerId, (by) => refunds.refundMoney({ ...refund, refundId, payerId: by }, day)),
      );
      return answeredRefund(context, { id: refundId, payerId }, executed);
    }),
    route(voidRefund, async ({ params: { id } }, context) => {
      const { studioId } = context.command;
      const { payerId } = refunds.refundIn(await loaded(studioId), id);
      const decision = refunds.voidRefund(id, await accountDay(services, studioId));
      return answeredRefund(
        context,
        { id, payerId },
        await executeBilling(services, context.command, { voids: id }, decision),
      );
    }),
  ];
};
