import { daysBetween } from '@rondo/contracts/calendar/dates.ts';
import { InvalidInput } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { dayIn, studioNow } from '../../studio/clock.ts';
import type { AccountDay } from './credit.ts';

/** When something of a studio's accounts is decided. */
export const accountDay = async (
  services: Pick<Services, 'settingsOf' | 'now'>,
  studioId: string,
): Promise<AccountDay> => {
  const [{ today, timeZone }, { settings }] = await Promise.all([
    studioNow(services, studioId),
    services.settingsOf(studioId),
  ]);
  return { today, termsDays: settings.paymentTermsDays, dayOf: dayIn(timeZone) };
};

const longestPeriod = 366;

/** @throws InvalidInput for a period that ends before it starts or is too long; of all payers, it must be named */
export const refusePeriod = ({
  payerId,
  from,
  to,
}: {
  readonly payerId?: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}): void => {
  if (from !== undefined && to !== undefined) {
    if (to < from) throw new InvalidInput('The period must not end before it starts.');
    if (payerId === undefined && daysBetween(from, to) >= longestPeriod)
      throw new InvalidInput(`The period must be at most ${longestPeriod} days long.`);
  } else if (payerId === undefined) throw new InvalidInput('Please name a payer, or the first and last day.');
};
