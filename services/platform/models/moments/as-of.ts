import { epochMillisecondsOf, type Instant } from '@rondo/contracts/calendar/instants.ts';
import { InvalidInput } from '../../kit/errors.ts';
import type { Services } from '../../kit/services.ts';
import type { Moment } from './moments.ts';

/** A moment that a call names by an instant. */
export type PastMoment = { readonly moment: Moment; readonly instant: Instant };

/** How far a caller's clock may be ahead of this one. */
const leniency = 2000;

/** The latest time that counts as now: the log records by the machine's clock, of which a fixed clock for tests is independent. */
export const latestNow = ({ now, machineNow }: Pick<Services, 'now' | 'machineNow'>): number =>
  Math.max(now(), machineNow());

/** @throws InvalidInput for an instant in the future */
export const refuseFuture = (services: Pick<Services, 'now' | 'machineNow'>, instant: Instant, field: string): void => {
  if (epochMillisecondsOf(instant) > latestNow(services) + leniency)
    throw new InvalidInput(`"${field}" can't be in the future.`);
};

/** The moment that a call names. @throws InvalidInput for an instant in the future */
export const momentAt = (
  services: Pick<Services, 'moments' | 'now' | 'machineNow'>,
  studioId: string,
  instant: Instant,
): PastMoment => {
  refuseFuture(services, instant, 'asOf');
  return { instant, moment: services.moments.momentOf(studioId, { instant }) };
};
