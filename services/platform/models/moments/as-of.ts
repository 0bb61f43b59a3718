import { epochMillisecondsOf, type Instant } from '@rondo/contracts/calendar/instants.ts';
import { InvalidInput } from '../../kit/errors.ts';
import type { Moment, Moments } from './moments.ts';

/** A moment that a call names by an instant. */
export type PastMoment = { readonly moment: Moment; readonly instant: Instant };

/** How far a caller's clock may be ahead of this one. */
const leniency = 2000;

/**
 * Moments for calls.
 * @param latest the latest time that counts as now, in epoch milliseconds
 */
export const pastMoments = ({ moments, latest }: { moments: Pick<Moments, 'momentOf'>; latest: () => number }) => {
  /** @throws InvalidInput for an instant in the future */
  const refuseFuture = (instant: Instant, field: string): void => {
    if (epochMillisecondsOf(instant) > latest() + leniency)
      throw new InvalidInput(`"${field}" can't be in the future.`);
  };
  return {
    refuseFuture,
    /** @throws InvalidInput for an instant in the future */
    asOf: (studioId: string, instant: Instant): PastMoment => {
      refuseFuture(instant, 'asOf');
      return { instant, moment: moments.momentOf(studioId, { instant }) };
    },
  };
};
export type PastMoments = ReturnType<typeof pastMoments>;
