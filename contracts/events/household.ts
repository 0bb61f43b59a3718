import { z } from 'zod';
import { defineCategory, defineEvent, type EventOf } from './event.ts';
import { id, instant } from './fields.ts';

/** What a contact of a family gets by mail. */
const householdMail = z.enum(['invoices', 'schedule', 'both']);

const householdContact = z.object({
  id,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  gets: householdMail,
});

/** An address that is null is that of the first student by name. */
export const householdDetails = z.object({
  name: z.string(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  zipCode: z.string().nullable(),
  contacts: z.array(householdContact),
});
export type HouseholdDetails = z.infer<typeof householdDetails>;

const created = z.object({
  householdId: id,
  details: householdDetails,
  /** What the file that it was imported from calls it; null: entered by hand. */
  importId: z.string().nullable().default(null),
  /** Part of the sample studio. */
  sample: z.boolean().default(false),
  /** Null: when the event is recorded. A household that returns keeps its time. */
  createdAt: instant.nullable().default(null),
});

/** `household-<studio>.<household>`: students who share a payer. Which students is a fact of each student's stream. */
export const householdEvents = defineCategory('household', [
  defineEvent('HouseholdCreated', created),
  defineEvent('HouseholdChanged', z.object({ householdId: id, details: householdDetails })),
  defineEvent('HouseholdRemoved', z.object({ householdId: id, name: z.string() })),
]);
export type HouseholdEvent = EventOf<typeof householdEvents>;

/** A household as the events have left it. */
export type Household = Omit<z.infer<typeof created>, 'createdAt'> & {
  readonly createdAt: string;
  /** Of the last change. */
  readonly revision: number;
};

/** A household after an event; null: removed; undefined: never created. The only fold of households, shared by the aggregate and the read model. */
export const householdAfter = (
  before: Household | null | undefined,
  event: HouseholdEvent,
  { revision, recordedAt }: { readonly revision: number; readonly recordedAt: string },
): Household | null | undefined => {
  if (event.type === 'HouseholdCreated')
    return { ...event.data, createdAt: event.data.createdAt ?? recordedAt, revision };
  if (!before) return before;
  return event.type === 'HouseholdRemoved' ? null : { ...before, details: event.data.details, revision };
};
