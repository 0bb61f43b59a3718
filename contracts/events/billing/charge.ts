import { z } from 'zod';
import { instantOf } from '../../calendar/instants.ts';
import type { ChargeEvent, InvoiceContent } from './billing.ts';
import { invoiceCharge } from './charges.ts';

export const charge = z.object({
  ...invoiceCharge.shape,
  currency: z.string(),
  createdAt: z.string(),
  /** The revision with which it was added: the order of one day. */
  since: z.number(),
  /** The revision that changed it last. */
  revision: z.number(),
  removed: z.boolean(),
});
export type Charge = z.infer<typeof charge>;

/** A charge after an event. The only fold of charges, shared by the aggregate and the read model. */
export const chargeAfter = (
  before: Charge | undefined,
  event: ChargeEvent,
  { recordedAt, revision }: { readonly recordedAt: string; readonly revision: number },
): Charge | undefined => {
  switch (event.type) {
    case 'ChargeAdded':
      return {
        ...event.data,
        createdAt: before?.createdAt ?? instantOf(recordedAt),
        since: before?.since ?? revision,
        revision,
        removed: false,
      };
    case 'ChargeChanged':
      return before && { ...before, ...event.data, revision };
    case 'ChargeRemoved':
      return before && { ...before, revision, removed: true };
  }
};

type Billing = Pick<InvoiceContent, 'charges'>;

/** The invoice that each charge is on; one that is on none waits. @param live without deleted ones */
export const billedCharges = <One extends Billing>(live: Iterable<One>): ReadonlyMap<string, One> =>
  new Map([...live].flatMap((invoice) => invoice.charges.map(({ chargeId }) => [chargeId, invoice] as const)));

/** The charges that wait for an invoice: by date, then as they were added. */
export const waitingCharges = (charges: Iterable<Charge>, live: Iterable<Billing>): Charge[] => {
  const billed = billedCharges(live);
  return [...charges]
    .filter(({ chargeId, removed }) => !removed && !billed.has(chargeId))
    .toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)) || a.since - b.since);
};
