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
import { accountsAt, accountsNow, readAccounts, type Accounts } from '../payments/accounts.ts';
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
  const statementOf = async (
    studioId: string,
    payerId: string,
    { asOf, ...period }: Period & { readonly asOf?: string | undefined },
  ) => {
    const { accounts, accountId } = await accountsAt(services, studioId, { asOf, payerId });
    const { settings } = await services.settingsOf(studioId);
    const then = asOf === undefined ? null : await settingsThen(momentAt(services, studioId, asOf).moment);
    const source = sourceOf(accounts, accountId, { settings: then ?? settings, at: services.now() });
    return { accounts, accountId, settings, source, statement: statementView(accounts, accountId, period) };
  };

  const nameOf = ({ from, to }: Period): string => `statement-${from}-${to}`;

  const sendPdf = async (
    { actor: { studioId }, response }: Pick<RequestContext, 'actor' | 'response'>,
    payerId: string,
    period: Period & { readonly asOf?: string | undefined },
  ): Promise<typeof streamed> => {
    refusePeriod({ from: period.from, to: period.to });
    const { statement, source } = await statementOf(studioId, payerId, period);
    const pdf = await services.printer.print([printedStatement(statement, source)]);
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
      return readAccounts(services, studioId, { asOf, payerId }, (accounts, accountId) =>
        statementView(accounts, accountId, period),
      );
    }),
    route(statementCsv, async ({ params: { payerId }, query }, { actor, response }) => {
      refusePeriod({ from: query.from, to: query.to });
      const { statement } = await statementOf(actor.studioId, payerId, query);
      return sendCsv(response, `${nameOf(query)}.csv`, await statementAsCsv(statement));
    }),
    route(statementPdf, ({ params: { payerId }, query }, context) => sendPdf(context, payerId, query)),
    route(sendStatement, async ({ params: { payerId }, body: { email, ...period } }, context) => {
      const { studioId, commandId } = context.command;
      refusePeriod({ from: period.from, to: period.to });
      const mailId = derivedId(commandId, `statement of ${payerId}`);
      const { accounts, accountId, settings, source } = await statementOf(studioId, payerId, period);
      const { currency = accounts.currency } = period;
      const request = { payerId, email, ...period, currency };
      const decision = requestStatement({
        ...request,
        payerId: accountId,
        mailId,
        sender: settings.studioName,
        wording: (state) =>
          printedStatement(statementView(decidedOn(accounts, state, accountId), accountId, period), source),
      });
      const executed = await sendToOthers(services, context.actor, commandId, () =>
        executeBilling(services, context.command, request, decision),
      );
      return answered(services, context, {
        executed,
        id: mailId,
        read: async () => {
          const { mails } = await accountsNow(services, studioId, accountId);
          // Of one that was queued already there is no other.
          const mail = mails.find((one) => one.mailId === mailId) ?? mails.find((one) => one.email === email);
          return mail && statementMailView(mail);
        },
      });
    }),
  ];
};
