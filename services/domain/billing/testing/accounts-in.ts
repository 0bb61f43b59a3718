import { dayIn } from '../../studio/clock.ts';
import { namesFrom } from '../names.ts';
import type { Accounts } from '../payments/accounts.ts';
import { accountOf } from '../payments/credit.ts';
import type { BillingState } from '../state.ts';

/** One payer's account as the read models have it. */
export const accountsIn = (state: BillingState, payerId: string, currency = 'USD'): Accounts => {
  const { invoices, entries } = accountOf(state, payerId);
  return {
    invoices: invoices.map((invoice) => ({ ...invoice, revision: 0 })),
    entries: entries.map((entry) => ({ entry, created_by: 'dana', revision: entry.revision })),
    charges: [],
    names: namesFrom(new Map()),
    present: new Set(),
    people: new Map(),
    emails: new Map(),
    mails: [],
    families: new Map(),
    members: [],
    today: '2026-11-30',
    dayOf: dayIn('UTC'),
    currency,
    actorOf: () => 'Dana',
  };
};
