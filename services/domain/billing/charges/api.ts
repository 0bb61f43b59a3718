import { addCharge, changeCharge, invoiceCharges, listCharges, removeCharge } from '@rondo/contracts/api/charges.ts';
import type { UpdatingEndpoint } from '@rondo/contracts/api/endpoint.ts';
import { daysBetween, isIsoDate } from '@rondo/contracts/calendar/dates.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { peopleById } from '@rondo/projections/lessons/queries.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { answered } from '../../../platform/http/answer.ts';
import { route, type RequestContext, type Route } from '../../../platform/http/route.ts';
import { InvalidInput } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { refuseUnknownStudent } from '../../people/roster.ts';
import { studioNow } from '../../studio/clock.ts';
import { waitForPayers } from '../families/accounts-of.ts';
import { findInvoices } from '../invoices.ts';
import { accountsNow, readAccounts } from '../payments/accounts.ts';
import { executeBilling } from '../state.ts';
import * as decide from './decide.ts';
import { chargesView, chargeView, isWaiting } from './views.ts';

const furthest = 366;

/** @throws InvalidInput */
const refuseFar = (date: string, today: string): void => {
  if (isIsoDate(date) && isIsoDate(today) && Math.abs(daysBetween(today, date)) > furthest)
    throw new InvalidInput(`The date of a charge must be within ${furthest} days of today.`);
};

/** What students are charged besides lessons. */
export const chargeRoutes = (services: Services): Route[] => {
  const answeredWith = (
    context: RequestContext<UpdatingEndpoint>,
    chargeId: string,
    executed: Awaited<ReturnType<typeof executeBilling>>,
  ) =>
    answered(services, context, {
      executed,
      id: chargeId,
      read: async () => {
        const { charges } = await accountsNow(services, context.actor.studioId);
        const placed = charges.find(({ charge }) => charge.chargeId === chargeId);
        return placed && chargeView(placed);
      },
    });

  return [
    route(listCharges, ({ query: { payerId, waiting, asOf } }, { actor: { studioId } }) =>
      readAccounts(services, studioId, { asOf, payerId }, ({ charges }) =>
        chargesView(charges.filter((one) => waiting !== 'true' || isWaiting(one))),
      ),
    ),
    route(addCharge, async ({ body }, context) => {
      const { studioId, commandId } = context.command;
      await refuseUnknownStudent(services, studioId, body.studentId);
      refuseFar(body.date, (await studioNow(services, studioId)).today);
      const { currency } = (await services.settingsOf(studioId)).settings;
      const chargeId = derivedId(commandId, 'charge');
      const decision = decide.addCharge({ chargeId, currency, ...body });
      return answeredWith(context, chargeId, await executeBilling(services, context.command, body, decision));
    }),
    route(changeCharge, async ({ params: { id: chargeId }, body: { revision, ...body } }, context) => {
      const { studioId } = context.command;
      if (body.date !== undefined) refuseFar(body.date, (await studioNow(services, studioId)).today);
      const change = {
        chargeId,
        revision,
        ...(body.date === undefined ? {} : { date: body.date }),
        ...(body.category === undefined ? {} : { category: body.category }),
        ...(body.description === undefined ? {} : { description: body.description }),
        ...(body.amount === undefined ? {} : { amount: body.amount }),
      };
      const executed = await executeBilling(services, context.command, change, decide.changeCharge(change));
      return answeredWith(context, chargeId, executed);
    }),
    route(removeCharge, async ({ params: { id } }, context) => {
      const executed = await executeBilling(services, context.command, { removes: id }, decide.removeCharge(id));
      return answered(services, context, { executed, id, read: async () => ({ success: true }) });
    }),
    route(invoiceCharges, async ({ body: { chargeIds } }, context) => {
      const { studioId, commandId } = context.command;
      await waitForPayers(services);
      const { today } = await studioNow(services, studioId);
      const people = await peopleById(lessonsModel.read(services.models), studioId);
      const nameOf = (id: string): string => `${people.get(id)?.last_name ?? ''}\n${people.get(id)?.first_name ?? ''}`;
      const decision = decide.invoiceCharges({
        chargeIds,
        year: today.slice(0, 4),
        invoiceIdOf: (payerId, currency) => derivedId(commandId, `charges of ${payerId} in ${currency}`),
        byName: (a, b) => nameOf(a).localeCompare(nameOf(b)) || (a < b ? -1 : Number(a > b)),
      });
      const executed = await executeBilling(services, context.command, { chargeIds }, decision);
      const ids = executed.events.flatMap((event) => (event.type === 'InvoiceGenerated' ? event.data.invoiceId : []));
      return answered(services, context, {
        executed,
        id: ids[0] ?? '',
        read: async () => {
          const made = await findInvoices(services, studioId, ids);
          return made.length === 0 ? undefined : made;
        },
      });
    }),
  ];
};
