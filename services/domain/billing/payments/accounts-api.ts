import {
  changeOpeningBalance,
  deleteOpeningBalance,
  getAccount,
  getStatement,
  listAccounts,
  setOpeningBalance,
  statementCsv,
} from '@rondo/contracts/api/payer-accounts.ts';
import type { UpdatingEndpoint } from '@rondo/contracts/api/endpoint.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { answered } from '../../../platform/http/answer.ts';
import { sendCsv } from '../../../platform/http/bodies/csv.ts';
import { route, type RequestContext, type Route } from '../../../platform/http/route.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { momentAt } from '../../../platform/models/moments/as-of.ts';
import { billingStream, executeBilling } from '../state.ts';
import { accountDay, refusePeriod } from './account-day.ts';
import {
  accountsNow,
  accountsThen,
  entryIn,
  payerName,
  readAccounts,
  refuseUnknownPayer,
  type Accounts,
} from './accounts.ts';
import { centsOf, refuseCardNumbers, refuseFuture } from './amounts.ts';
import * as decide from './opening.ts';
import { statementAsCsv } from './payments-csv.ts';
import { statementView } from './statement.ts';
import { accountRows, accountView, openingView } from './views.ts';

/** What payers owe: accounts, statements, and opening balances. */
export const payerRoutes = (services: Services): Route[] => {
  const { handlers } = services;

  const read = <View>(
    studioId: string,
    when: Parameters<typeof readAccounts>[2],
    view: (accounts: Accounts) => View | Promise<View>,
  ) => readAccounts(services, studioId, when, view);

  const answeredWith = (
    context: RequestContext<UpdatingEndpoint>,
    { id, payerId }: { readonly id: string; readonly payerId: string },
    executed: Awaited<ReturnType<typeof executeBilling>>,
  ) =>
    answered(services, context, {
      executed,
      id,
      read: async () => {
        const accounts = await accountsNow(services, context.actor.studioId, payerId);
        const opening = entryIn(accounts, id);
        return opening?.kind === 'opening' && !opening.removed ? openingView(opening, accounts) : undefined;
      },
    });

  const openingNow = async (studioId: string, id: string) =>
    decide.openingIn((await handlers.billing.load(billingStream(studioId))).state, id);

  return [
    route(listAccounts, ({ query: { asOf } }, { actor: { studioId } }) => read(studioId, { asOf }, accountRows)),
    route(getAccount, ({ params: { payerId }, query: { asOf } }, { actor: { studioId } }) =>
      read(studioId, { asOf, payerId }, (accounts) => accountView(accounts, payerId)),
    ),
    route(getStatement, ({ params: { payerId }, query }, { actor: { studioId } }) => {
      const { asOf, ...period } = query;
      refusePeriod(period);
      return read(studioId, { asOf, payerId }, (accounts) => statementView(accounts, payerId, period));
    }),
    route(statementCsv, async ({ params: { payerId }, query }, { actor: { studioId }, response }) => {
      const { asOf, ...period } = query;
      refusePeriod(period);
      await refuseUnknownPayer(services, studioId, payerId);
      const accounts =
        asOf === undefined
          ? await accountsNow(services, studioId, payerId)
          : await accountsThen(services, momentAt(services, studioId, asOf), payerId);
      const csv = await statementAsCsv(statementView(accounts, payerId, period));
      return sendCsv(response, `statement-${period.from}-${period.to}.csv`, csv);
    }),
    route(setOpeningBalance, async ({ params: { payerId }, body }, context) => {
      const { studioId, commandId } = context.command;
      const { date, side, note = null } = body;
      await refuseUnknownPayer(services, studioId, payerId);
      const { today } = await accountDay(services, studioId);
      refuseFuture(date, today, 'an opening balance');
      refuseCardNumbers(note);
      const [{ settings }, payer] = await Promise.all([
        services.settingsOf(studioId),
        payerName(services, studioId, payerId),
      ]);
      const { currency } = settings;
      const openingId = derivedId(commandId, 'opening balance');
      const opening = { payerId, date, side, cents: centsOf(body.amount, currency), currency, note };
      const executed = await executeBilling(
        services,
        context.command,
        opening,
        decide.setOpeningBalance({ openingId, payer, ...opening }),
      );
      return answeredWith(context, { id: openingId, payerId }, executed);
    }),
    route(changeOpeningBalance, async ({ params: { id }, body }, context) => {
      const { studioId } = context.command;
      const { date, side, amount, note, revision } = body;
      const { payerId, currency } = await openingNow(studioId, id);
      const { today } = await accountDay(services, studioId);
      if (date !== undefined) refuseFuture(date, today, 'an opening balance');
      refuseCardNumbers(note);
      const cents = amount === undefined ? undefined : centsOf(amount, currency);
      const change = {
        openingId: id,
        revision,
        ...(date === undefined ? {} : { date }),
        ...(side === undefined ? {} : { side }),
        ...(cents === undefined ? {} : { cents }),
        ...(note === undefined ? {} : { note }),
      };
      const executed = await executeBilling(services, context.command, change, decide.changeOpeningBalance(change));
      return answeredWith(context, { id, payerId }, executed);
    }),
    route(deleteOpeningBalance, async ({ params: { id } }, context) => {
      const { studioId } = context.command;
      const decision = decide.removeOpeningBalance(id, await accountDay(services, studioId));
      const executed = await executeBilling(services, context.command, { removes: id }, decision);
      return answered(services, context, { executed, id, read: async () => ({ success: true }) });
    }),
  ];
};
