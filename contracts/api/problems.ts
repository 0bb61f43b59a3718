import type { FamilyOutcome } from './calendars/family-cancelling.ts';
import type { FamilyRequest } from './calendars/family-requests.ts';
import type { ResponseOf } from './endpoint.ts';
import type { checkConflicts } from './lessons.ts';
import type { PinnedPair } from './planner.ts';

type Conflicts = ResponseOf<typeof checkConflicts>['conflictingEvents'];

/** What the body of a refused call (409, 503) has beside its sentence. */
export type RefusalFields =
  | { readonly isTemporary: true }
  | { readonly isBusy: true }
  | { readonly isOtherUser: true }
  | { readonly hasConflict: true; readonly conflictingEvents: Readonly<Conflicts> }
  /** What cancelling would come to now, as the call for it answers. */
  | { readonly outcome: FamilyOutcome }
  /** The offered times that are still free. */
  | { readonly times: FamilyRequest['times'] }
  /** Pinned lessons that cannot all stay where they are. */
  | { readonly pairs: readonly PinnedPair[] }
  /** How many families have to move, where fewer may. */
  | { readonly least: number }
  | { readonly title?: string };

/** Why a call was refused, as far as pages act on it. */
export type Refusal =
  /** Something that is still running forbids it; the same call may succeed later. */
  | { readonly kind: 'temporary' }
  /** The server had no time for the call, and has not begun it. */
  | { readonly kind: 'busy' }
  /** The page shows another user than the one who has signed in since. */
  | { readonly kind: 'other-user' }
  /** Pinned lessons that cannot all stay where they are. */
  | { readonly kind: 'pinned'; readonly pairs: readonly PinnedPair[] }
  | { readonly kind: 'time-taken'; readonly conflictingEvents: Readonly<Conflicts> }
  /** The lesson is on an invoice. */
  | { readonly kind: 'invoiced'; readonly invoiceNumber: string }
  | { readonly kind: 'final' };

/** The sentence that refuses to change a lesson which an invoice bills. */
export const invoicedSentence = (invoiceNumber: string): string =>
  `This lesson is on invoice ${invoiceNumber}. Delete the invoice first.`;

const isList = (value: unknown): value is Conflicts => Array.isArray(value);
const arePairs = (value: unknown): value is readonly PinnedPair[] => Array.isArray(value);

/** Reads the body of a refused call. By hand, because every page loads this and none should load zod for it. */
export const refusalIn = (body: unknown): Refusal => {
  if (!(body instanceof Object)) return { kind: 'final' };
  if ('isTemporary' in body) return { kind: 'temporary' };
  if ('isBusy' in body) return { kind: 'busy' };
  if ('isOtherUser' in body) return { kind: 'other-user' };
  if ('conflictingEvents' in body && isList(body.conflictingEvents))
    return { kind: 'time-taken', conflictingEvents: body.conflictingEvents };
  if ('pairs' in body && arePairs(body.pairs)) return { kind: 'pinned', pairs: body.pairs };
  const invoiceNumber = 'detail' in body && /\bis on invoice (INV-\d{4}-\d+)/.exec(String(body.detail))?.[1];
  return invoiceNumber ? { kind: 'invoiced', invoiceNumber } : { kind: 'final' };
};
