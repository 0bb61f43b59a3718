import { getStatement, sendStatement, statementCsv, statementPdf } from '@rondo/contracts/api/payer-accounts.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { answered, streamed } from '../../../platform/http/answer.ts';
import { sendCsv } from '../../../platform/http/bodies/csv.ts';
import { route, type RequestContext, type Route } from '../../../platform/http/route.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { momentAt } from '../../../platform/models/moments/as-of.ts';
import { sendToOthers } from '../../accounts/mails/mails-to-others.ts';
import { settingsThen } from '../../studio/clock.ts';
import { refusePeriod } from '../payments/account-day.ts';
import { accountsNow, accountsThen, readAccounts, refuseUnknownPayer, type Accounts } from '../payments/accounts.ts';
import { accountOf } from '../payments/credit.ts';
import { statementAsCsv } from '../payments/payments-csv.ts';
import { statementMailView } from '../payments/views.ts';
import { executeBilling, type BillingState } from '../state.ts';
import { requestStatement } from './requests.ts';
import { printedStatement, sourceOf } from './statement-print.ts';
import { statementView } from './statement.ts';

type Period = { readonly from: IsoDate; readonly to: IsoDate; readonly currency?: string | undefined };

/** The accounts of one payer as a command decides on them. */
const decidedOn = (accounts: Accounts, state: BillingState, payerId: string): Accounts => {
  const { invoices, entries } = accountOf(state, payerId);
  return {
    ...accounts,
    invoices: invoices.map((invoice) => ({ ...invoice, revision: 0 })),
    entries: entries.map((entry) => ({ entry, created_by: '', revision: 0 })),
  };
};

/** What payers owed and paid between two days: to read, as a file, and by email. */
export const statementRoutes = (services: Services): Route[] => {
  const accountsAt = async (studioId: string, payerId: string, asOf: string | undefined) => {
    await refuseUnknownPayer(services, studioId, payerId);
    const { settings } = await services.settingsOf(studioId);
    if (asOf === undefined) return { accounts: await accountsNow(services, studioId, payerId), settings };
    const then = momentAt(services, studioId, asOf);
    const accounts = await accountsThen(services, then, payerId);
    return { accounts, settings: (await settingsThen(then.moment)) ?? settings };
  };

  const nameOf = ({ from, to }: Period): string => `statement-${from}-${to}`;

  const sendPdf = async (
    { actor: { studioId }, response }: Pick<RequestContext, 'actor' | 'response'>,
    payerId: string,
    { asOf, ...period }: Period & { readonly asOf?: string | undefined },
  ): Promise<typeof streamed> => {
    refusePeriod({ from: period.from, to: period.to });
    const { accounts, settings } = await accountsAt(studioId, payerId, asOf);
    const source = sourceOf(accounts, payerId, { settings, at: services.now() });
    const pdf = await services.printer.print([printedStatement(statementView(accounts, payerId, period), source)]);
    response
      .set('Content-Disposition', `inline; filename="${nameOf(period)}.pdf"`)
      .set('Cache-Control', 'no-store')
      .type('application/pdf')
      .send(pdf);
    return streamed;
  };

  return [
    route(getStatement, ({ params: { payerId }, query: { asOf, ...period } }, { actor: { studioId } }) => {
      refusePeriod({ from: period.from, to: period.to });
      return readAccounts(services, studioId, { asOf, payerId }, (accounts) =>
        statementView(accounts, payerId, period),
      );
    }),
    route(statementCsv, async ({ params: { payerId }, query: { asOf, ...period } }, { actor, response }) => {
      refusePeriod({ from: period.from, to: period.to });
      const { accounts } = await accountsAt(actor.studioId, payerId, asOf);
      const csv = await statementAsCsv(statementView(accounts, payerId, period));
      return sendCsv(response, `${nameOf(period)}.csv`, csv);
    }),
    route(statementPdf, ({ params: { payerId }, query }, context) => sendPdf(context, payerId, query)),
    route(sendStatement, async ({ params: { payerId }, body: { email, ...period } }, context) => {
      const { studioId, commandId } = context.command;
      refusePeriod({ from: period.from, to: period.to });
      const mailId = derivedId(commandId, `statement of ${payerId}`);
      const { accounts, settings } = await accountsAt(studioId, payerId, undefined);
      const source = sourceOf(accounts, payerId, { settings, at: services.now() });
      const { currency = accounts.currency } = period;
      const request = { payerId, email, ...period, currency };
      const decision = requestStatement({
        ...request,
        mailId,
        sender: settings.studioName,
        wording: (state) =>
          printedStatement(statementView(decidedOn(accounts, state, payerId), payerId, period), source),
      });
      const executed = await sendToOthers(services, context.actor, commandId, () =>
        executeBilling(services, context.command, request, decision),
      );
      return answered(services, context, {
        executed,
        id: mailId,
        read: async () => {
          const { mails } = await accountsNow(services, studioId, payerId);
          // Of one that was queued already there is no other.
          const mail = mails.find((one) => one.mailId === mailId) ?? mails.find((one) => one.email === email);
          return mail && statementMailView(mail);
        },
      });
    }),
  ];
};
