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
import type { BillingEvent } from '@rondo/contracts/events/billing/billing.ts';
import { invoicesModel } from '@rondo/projections/invoices/project.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { peopleById } from '@rondo/projections/lessons/queries.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { studiosModel } from '@rondo/projections/studios/project.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { answered } from '../../../platform/http/answer.ts';
import { sendCsv } from '../../../platform/http/bodies/csv.ts';
import { asThen } from '../../../platform/http/bodies/revalidated.ts';
import { route, type RequestContext, type Route } from '../../../platform/http/route.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { momentAt } from '../../../platform/models/moments/as-of.ts';
import { namesFrom } from '../names.ts';
import { billingStream, type BillingState } from '../state.ts';
import { accountDay, refusePeriod } from './account-day.ts';
import { accountsNow, accountsThen, refuseUnknownPayer, type Accounts } from './accounts.ts';
import { centsOf, refuseCardNumbers, refuseFuture } from './amounts.ts';
import * as decide from './opening.ts';
import { statementAsCsv } from './payments-csv.ts';
import { statementView } from './statement.ts';
import { accountRows, accountView, openingView } from './views.ts';

/** What payers owe: accounts, statements, and opening balances. */
export const payerRoutes = (services: Services): Route[] => {
  const { handlers } = services;

  /** What a view shows of accounts now, or at a moment. */
  const read = async <View>(
    studioId: string,
    { asOf, payerId }: { readonly asOf: string | undefined; readonly payerId?: string },
    view: (accounts: Accounts) => View,
  ) => {
    if (payerId !== undefined) await refuseUnknownPayer(services, studioId, payerId);
    if (asOf === undefined) return view(await accountsNow(services, studioId, payerId));
    const then = momentAt(services, studioId, asOf);
    return asThen(then, [invoicesModel, lessonsModel, studentsModel, studiosModel], async () =>
      view(await accountsThen(services, then, payerId)),
    );
  };

  const execute = (
    { command }: Pick<RequestContext, 'command'>,
    input: unknown,
    decision: (state: BillingState) => BillingEvent[],
  ) => handlers.billing.execute(billingStream(command.studioId), command, { input, decide: decision });

  const answeredWith = (
    context: RequestContext<UpdatingEndpoint>,
    { id, payerId }: { readonly id: string; readonly payerId: string },
    executed: Awaited<ReturnType<typeof execute>>,
  ) =>
    answered(services, context, {
      executed,
      id,
      read: async () => {
        const accounts = await accountsNow(services, context.actor.studioId, payerId);
        const found = accounts.entries.map(({ entry }) => entry).find(({ entryId }) => entryId === id);
        return found?.kind === 'opening' && !found.removed ? openingView(found, accounts) : undefined;
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
      const [{ settings }, people] = await Promise.all([
        services.settingsOf(studioId),
        peopleById(lessonsModel.read(services.models), studioId),
      ]);
      const { currency } = settings;
      const openingId = derivedId(commandId, 'opening balance');
      const opening = { payerId, date, side, cents: centsOf(body.amount, currency), currency, note };
      const payer = namesFrom(people).studentOf(payerId);
      const executed = await execute(context, opening, decide.setOpeningBalance({ openingId, payer, ...opening }));
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
      const executed = await execute(context, change, decide.changeOpeningBalance(change));
      return answeredWith(context, { id, payerId }, executed);
    }),
    route(deleteOpeningBalance, async ({ params: { id } }, context) => {
      const { studioId } = context.command;
      const decision = decide.removeOpeningBalance(id, await accountDay(services, studioId));
      const executed = await execute(context, { removes: id }, decision);
      return answered(services, context, { executed, id, read: async () => ({ success: true }) });
    }),
  ];
};
