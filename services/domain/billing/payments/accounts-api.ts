import {
  changeOpeningBalance,
  deleteOpeningBalance,
  getAccount,
  listAccounts,
  setOpeningBalance,
} from '@rondo/contracts/api/payer-accounts.ts';
import type { UpdatingEndpoint } from '@rondo/contracts/api/endpoint.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { answered } from '../../../platform/http/answer.ts';
import { route, type RequestContext, type Route } from '../../../platform/http/route.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { billingStream, executeBilling } from '../state.ts';
import { accountDay } from './account-day.ts';
import { accountsNow, entryIn, payerName, readAccounts, type Accounts } from './accounts.ts';
import { accountIdFor, accountIdNow } from '../families/accounts-of.ts';
import { onAccountOf } from '../families/memberships.ts';
import { centsOf, refuseCardNumbers, refuseFuture } from './amounts.ts';
import * as decide from './opening.ts';
import { accountRows, accountView, openingView } from './views.ts';

/** What payers owe: accounts and opening balances. */
export const payerRoutes = (services: Services): Route[] => {
  const { handlers } = services;

  const read = <View>(
    studioId: string,
    when: Parameters<typeof readAccounts>[2],
    view: (accounts: Accounts, accountId: string) => View | Promise<View>,
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
        const { studioId } = context.actor;
        const accounts = await accountsNow(services, studioId, await accountIdNow(services, studioId, payerId));
        const opening = entryIn(accounts, id);
        return opening?.kind === 'opening' && !opening.removed ? openingView(opening, accounts) : undefined;
      },
    });

  const openingNow = async (studioId: string, id: string) =>
    decide.openingIn((await handlers.billing.load(billingStream(studioId))).state, id);

  return [
    route(listAccounts, ({ query: { asOf } }, { actor: { studioId } }) => read(studioId, { asOf }, accountRows)),
    route(getAccount, ({ params: { payerId }, query: { asOf } }, { actor: { studioId } }) =>
      read(studioId, { asOf, payerId }, (accounts, id) => ({
        ...accountView(accounts, id),
        sendsMail: services.mailer.sends,
      })),
    ),
    route(setOpeningBalance, async ({ params: { payerId }, body }, context) => {
      const { studioId, commandId } = context.command;
      const { date, side, note = null } = body;
      const accountId = await accountIdFor(services, studioId, payerId);
      const { today } = await accountDay(services, studioId);
      refuseFuture(date, today, 'an opening balance');
      refuseCardNumbers(note);
      const [{ settings }, payer] = await Promise.all([
        services.settingsOf(studioId),
        payerName(services, studioId, accountId),
      ]);
      const { currency } = settings;
      const openingId = derivedId(commandId, 'opening balance');
      const opening = { payerId, date, side, cents: centsOf(body.amount, currency), currency, note };
      const executed = await executeBilling(
        services,
        context.command,
        opening,
        onAccountOf(payerId, (by) => decide.setOpeningBalance({ openingId, payer, ...opening, payerId: by })),
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
