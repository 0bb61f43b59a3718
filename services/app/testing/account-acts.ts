import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { addCharge, changeCharge, invoiceCharges, removeCharge } from '../../domain/billing/charges/decide.ts';
import { payerOfStudent } from '../../domain/billing/families/memberships.ts';
import {
  changeOpeningBalance,
  removeOpeningBalance,
  setOpeningBalance,
} from '../../domain/billing/payments/opening.ts';
import { applyCredit } from '../../domain/billing/payments/record.ts';
import { executeBilling, type BillingState } from '../../domain/billing/state.ts';
import { dayIn } from '../../domain/studio/clock.ts';
import { derivedId } from '../../platform/commands/ids.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { Step } from '../../domain/lessons/testing/steps.ts';
import type { StudioInMemory } from './studio-in-memory.ts';

/** Charges, opening balances and credit. */
export const accountSteps = [
  ...(['add charge', 'add charge', 'change charge', 'remove charge', 'bill charges'] as const),
  ...(['set opening', 'change opening', 'remove opening', 'apply credit'] as const),
] as const;
export type AccountStep = Omit<Step, 'kind'> & { readonly kind: (typeof accountSteps)[number] };

const decisionOf = (
  state: BillingState,
  { kind, student, nth, ahead }: AccountStep,
  { today, commandId }: { readonly today: string; readonly commandId: string },
) => {
  const day = { today, termsDays: 14, dayOf: dayIn('UTC') };
  const payerId = payerOfStudent(state, student).id;
  const charges = [...state.charges.values()].filter(({ removed }) => !removed).map(({ chargeId }) => chargeId);
  const chargeId = charges[nth % Math.max(charges.length, 1)] ?? 'none';
  const openings = [...state.entries.values()].filter((entry) => entry.kind === 'opening' && !entry.removed);
  const openingId = openings[nth % Math.max(openings.length, 1)]?.entryId ?? 'none';
  switch (kind) {
    case 'add charge': {
      const what =
        ahead > 2 ? ({ category: 'discount', amount: -5 } as const) : ({ category: 'book', amount: 20 } as const);
      const id = derivedId(commandId, 'charge');
      const fields = { date: addDays(today, nth), description: 'Scales', currency: 'USD', ...what };
      return addCharge({ chargeId: id, studentId: student, ...fields });
    }
    case 'change charge':
      return changeCharge({ chargeId, revision: undefined, date: addDays(today, ahead), description: 'Etudes' });
    case 'remove charge':
      return removeCharge(chargeId);
    case 'bill charges':
      return invoiceCharges({
        chargeIds: charges.slice(nth % Math.max(charges.length, 1)),
        year: today.slice(0, 4),
        invoiceIdOf: (id, currency) => derivedId(commandId, `${id} ${currency}`),
        byName: (a, b) => a.localeCompare(b),
      });
    case 'set opening': {
      const side = ahead > 2 ? ('credit' as const) : ('owes' as const);
      const opening = { openingId: derivedId(commandId, 'opening'), payerId, payer: student, currency: 'USD' };
      return setOpeningBalance({ ...opening, date: today, side, cents: 1000 * (nth + 1), note: null });
    }
    case 'change opening':
      return changeOpeningBalance({ openingId, revision: undefined, cents: 700 * (ahead + 1) });
    case 'remove opening':
      return removeOpeningBalance(openingId, day);
    case 'apply credit':
      return applyCredit(payerId, day);
  }
};

/** Carries out a step on accounts. */
export const onAccounts = async (studio: StudioInMemory, step: AccountStep, context: CommandContext) => {
  const state = await studio.invoices.state();
  const decide = decisionOf(state, step, { today: studio.today(), commandId: context.commandId });
  const { events } = await executeBilling(studio.services, context, step.kind, decide);
  return [{ batchId: events.length > 0 ? context.commandId : null }];
};
