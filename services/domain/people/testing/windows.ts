import type { AvailabilityWindow } from '@rondo/contracts/events/fields.ts';

/** Monday from 9 to 12. */
export const morning: AvailabilityWindow = {
  id: 'morning',
  dayOfWeek: 1,
  start: 9 * 60,
  end: 12 * 60,
  enabled: true,
  isPreferred: false,
};

/** Monday from 3 to 6. */
export const afternoon: AvailabilityWindow = { ...morning, id: 'afternoon', start: 15 * 60, end: 18 * 60 };
