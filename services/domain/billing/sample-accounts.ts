import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { BillingEvent } from '@rondo/contracts/events/billing/billing.ts';
import { studentsOn } from '@rondo/contracts/events/billing/payers.ts';
import type { PaymentMethod } from '@rondo/contracts/money/payment-methods.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import { derivedId } from '../../platform/commands/ids.ts';
import type { Services } from '../../platform/kit/services.ts';
import { addCharge } from './charges/decide.ts';
import { accountDay } from './payments/account-day.ts';
import { setOpeningBalance } from './payments/opening.ts';
import { recordPayment } from './payments/record.ts';
import { firstSampleDay } from './sample-invoices.ts';
import { copyOf, executeBilling, withEvents, type BillingState } from './state.ts';
import { restorableBilling } from './undo.ts';

// What the families of the sample studio owe, pay and are charged, and how all of that goes again.

type Accounts = {
  /** Owes something from before Rondo. */
  readonly owing: { readonly payerId: string; readonly name: string };
  /** Has paid more than was open. */
  readonly inCredit: { readonly payerId: string };
  /** Has paid a part of what is overdue. */
  readonly late: { readonly payerId: string };
  /** Gets a book with the next invoice. */
  readonly charged: { readonly studentId: string };
};

type Decision = (state: BillingState) => BillingEvent[];

/** Decisions one after the other, each on what those before it leave, as one. */
const inTurn =
  (decisions: readonly Decision[]): Decision =>
  (state) => {
    const made: BillingEvent[] = [];
    for (const decide of decisions) made.push(...decide(withEvents(copyOf(state), made)));
    return made;
  };

/** Gives the families of the sample studio their accounts. */
export const makeSampleAccounts = async (
  services: Pick<Services, 'handlers' | 'settingsOf' | 'now'>,
  context: CommandContext,
  { owing, inCredit, late, charged }: Accounts,
) => {
  const { studioId, commandId } = context;
  const [day, { settings }] = await Promise.all([accountDay(services, studioId), services.settingsOf(studioId)]);
  const { currency } = settings;
  const before = firstSampleDay(day.today);
  const pay = (payerId: string, cents: number, date: IsoDate, method: PaymentMethod, reference: string | null) =>
    recordPayment(
      {
        paymentId: derivedId(commandId, `payment of ${payerId}`),
        payerId,
        date,
        method,
        reference,
        note: null,
        cents,
        currency,
        invoiceIds: [],
        chosen: undefined,
      },
      day,
    );
  const opening = {
    openingId: derivedId(commandId, 'opening balance'),
    payerId: owing.payerId,
    payer: owing.name,
    date: before,
    currency,
    side: 'owes' as const,
    cents: 8000,
    note: null,
  };
  const book = { date: day.today, category: 'book' as const, description: 'Piano Adventures 3A', amount: 18 };
  return executeBilling(
    services,
    context,
    'sample accounts',
    inTurn([
      setOpeningBalance(opening),
      pay(inCredit.payerId, 6000, addDays(before, 9), 'zelle', null),
      pay(late.payerId, 15_000, addDays(before, 18), 'check', '1042'),
      addCharge({ chargeId: derivedId(commandId, 'book'), ...charged, currency, ...book }),
    ]),
  );
};

type Going = {
  readonly studentIds: ReadonlySet<string>;
  /** Of these students, and of families that have no others. */
  readonly payerIds: ReadonlySet<string>;
};

/** Takes away all that is billed, charged and paid for some students alone. Invoices of the sample leave no numbers behind. */
export const removeAccountsOf = async (
  services: Pick<Services, 'handlers' | 'now' | 'settingsOf'>,
  context: CommandContext,
  { studentIds, payerIds }: Going,
) => {
  const { today } = await accountDay(services, context.studioId);
  return executeBilling(services, context, 'sample invoices', (state) => {
    const invoices = [...state.invoices.values()].map(({ invoice }) => invoice);
    const going = new Set([
      ...invoices.flatMap((invoice) =>
        payerIds.has(invoice.payer.id) || studentsOn(invoice).every((id) => studentIds.has(id))
          ? invoice.invoiceId
          : [],
      ),
      ...[...state.entries.values()].flatMap(({ entryId, payerId }) => (payerIds.has(payerId) ? entryId : [])),
      ...[...state.charges.values()].flatMap(({ chargeId, studentId }) => (studentIds.has(studentId) ? chargeId : [])),
    ]);
    const left = Object.entries(restorableBilling.contentOf(state) ?? {}).map(([id, row]) => {
      if (going.has(id)) return [id, []] as const;
      if (!('pays' in row) || row.pays === undefined) return [id, row] as const;
      return [id, { ...row, pays: row.pays.filter(({ to }) => !going.has(to)) }] as const;
    });
    return [...restorableBilling.restoreTo(state, Object.fromEntries(left), { today })];
  });
};
