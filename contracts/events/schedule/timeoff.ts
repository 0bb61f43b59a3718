import { z } from 'zod';
import { closureMoney } from '../../calendar/closures/closures.ts';
import { defineCategory, defineEvent, type EventOf } from '../event.ts';
import { id, isoDate, minuteOfDay } from '../fields.ts';
import { policyTerms, type PolicyVersion } from '../../policy/policy.ts';

export const closureKinds = ['holiday', 'away', 'sick', 'weather'] as const;

/** What a closure says. Families never see its kind. */
const closureTerms = z.object({
  from: isoDate,
  to: isoDate,
  fromTime: minuteOfDay.nullable(),
  toTime: minuteOfDay.nullable(),
  teacherIds: z.array(id).nullable(),
  kind: z.enum(closureKinds),
  reason: z.string().nullable(),
  money: z.enum(closureMoney),
  /** Of the holiday in a published calendar that it was taken from; null: entered by hand. */
  uid: z.string().nullable(),
  /** How many days after its date a lesson can be made up for that is owed, by the policy when the money was chosen; null: without end. */
  owedDays: z.number().int().min(1).nullable().default(null),
});
export type ClosureTerms = z.infer<typeof closureTerms>;

/** The studio's clock when it was decided, to the minute. */
const at = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
const entered = z.object({ closureId: id, at, closure: closureTerms });

/** A period of the school year: it starts and ends no lessons. */
const termFields = z.object({ name: z.string(), from: isoDate, to: isoDate });
export type Term = z.infer<typeof termFields>;
const namedTerm = z.object({ termId: id, term: termFields });

/** `timeoff-<studio>`: when teachers do not teach, the terms, and what is agreed about lessons that are cancelled. */
export const timeoffEvents = defineCategory('timeoff', [
  /** An undo enters a closure that was removed again. */
  defineEvent(
    'ClosureEntered',
    // How many lessons it closes as it is entered, for the history; null: not counted.
    entered.extend({ lessons: z.number().int().min(0).nullable().default(null) }),
  ),
  defineEvent('ClosureChanged', entered),
  defineEvent('ClosureRemoved', z.object({ closureId: id, at })),
  /** What is agreed from a day on; without terms nothing is. */
  defineEvent('PolicyEntered', z.object({ policyId: id, at, from: isoDate, terms: policyTerms.nullable() })),
  defineEvent('PolicyRemoved', z.object({ policyId: id, at })),
  defineEvent('TermEntered', namedTerm),
  defineEvent('TermChanged', namedTerm),
  defineEvent('TermRemoved', namedTerm),
]);
export type TimeoffEvent = EventOf<typeof timeoffEvents>;
export type PolicyEvent = Extract<TimeoffEvent, { readonly data: { readonly policyId: string } }>;
type ClosureEvent = Extract<TimeoffEvent, { readonly data: { readonly closureId: string } }>;
export type TermEvent = Extract<TimeoffEvent, { readonly data: { readonly termId: string } }>;

export const isOnTerm = (event: TimeoffEvent): event is TermEvent => 'termId' in event.data;
export const isOnPolicy = (event: TimeoffEvent): event is PolicyEvent => 'policyId' in event.data;

/** A version of the policy; removed ones stay for the cancellations that were decided by them. */
export type EnteredPolicy = PolicyVersion & { readonly removed: boolean };

/** A version of the policy after an event. The only fold of the policy, shared by the aggregate and the read model. */
export const policyAfter = (before: EnteredPolicy | undefined, event: PolicyEvent): EnteredPolicy | undefined => {
  if (event.type === 'PolicyRemoved') return before && { ...before, removed: true };
  const { policyId, from, terms } = event.data;
  return { policyId, from, terms, removed: false };
};

export const closureState = z.object({ at, recordedAt: z.string(), closure: closureTerms.nullable() });

/** A closure through its events; null at the end: it is removed. */
export type EnteredClosure = {
  readonly closureId: string;
  readonly states: readonly z.infer<typeof closureState>[];
  readonly createdAt: string;
  /** Of the last change. */
  readonly revision: number;
};

/** A closure after an event. The only fold of closures, shared by the aggregate and the read model. */
export const closureAfter = (
  before: EnteredClosure | undefined,
  event: ClosureEvent,
  { revision, recordedAt }: { readonly revision: number; readonly recordedAt: string },
): EnteredClosure => {
  const closure = event.type === 'ClosureRemoved' ? null : event.data.closure;
  return {
    closureId: event.data.closureId,
    states: [...(before?.states ?? []), { at: event.data.at, recordedAt, closure }],
    createdAt: before?.createdAt ?? recordedAt,
    revision,
  };
};

/** What a closure is now; null: removed. */
export const presentTerms = ({ states }: Pick<EnteredClosure, 'states'>): ClosureTerms | null =>
  states.at(-1)?.closure ?? null;

/** A term as it stands. */
export type EnteredTerm = Term & { readonly termId: string; readonly createdAt: string; readonly revision: number };

/** A term after an event; null: it is removed. The only fold of terms, shared by the aggregate and the read model. */
export const termAfter = (
  before: Pick<EnteredTerm, 'createdAt'> | undefined,
  event: TermEvent,
  { revision, recordedAt }: { readonly revision: number; readonly recordedAt: string },
): EnteredTerm | null => {
  if (event.type === 'TermRemoved') return null;
  const { termId, term } = event.data;
  return { ...term, termId, createdAt: before?.createdAt ?? recordedAt, revision };
};
