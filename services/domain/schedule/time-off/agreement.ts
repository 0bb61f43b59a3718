import type { EnteredPolicy } from '@rondo/contracts/events/schedule/timeoff.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { studioNow } from '../../studio/clock.ts';
import { cancellationOf, type Agreement } from '../edit/cancelling.ts';
import type { Recording } from '../edit/one-date.ts';
import { timeoffStream } from './state.ts';

/** What the log says is agreed, and when it is. */
export const agreementNow = async (
  services: Pick<Services, 'handlers' | 'settingsOf' | 'now'>,
  studioId: string,
): Promise<Agreement> => {
  const [{ state }, clock] = await Promise.all([
    services.handlers.timeoff.load(timeoffStream(studioId)),
    studioNow(services, studioId),
  ]);
  const policies: EnteredPolicy[] = [...state.policies.values()];
  return { policies, terms: [...state.terms.values()], clock, now: services.now() };
};

/** How cancellations by a teacher's calendar are recorded. */
export const recordedByCalendar = async (
  services: Pick<Services, 'handlers' | 'settingsOf' | 'now'>,
  studioId: string,
): Promise<Recording> => {
  const agreement = await agreementNow(services, studioId);
  return (row, date) => cancellationOf(agreement, { by: 'calendar', noticeAt: null }, { row, date, rows: [] });
};
