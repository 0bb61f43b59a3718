import { isIsoDate, type IsoDate } from '../calendar/dates.ts';

// "Keep this time": what a person says of a weekly lesson that plans may not move.

/** `until`: the last day on which a plan may begin that leaves the lesson where it is; null: without end. */
export type Pin = { readonly until: IsoDate | null };

/** The number of lessons that one call pins at most. */
export const mostPinned = 400;

/** The last day until which a pin can be set: three years from now. */
export const lastPinDay = (today: IsoDate): IsoDate => {
  const day = `${Number(today.slice(0, 4)) + 3}${today.slice(4)}`;
  return isIsoDate(day) ? day : `${day.slice(0, 8)}28`;
};

export const pinEnds = 'A pin can end today at the earliest and three years from now at the latest.';

/** True when a run whose first day this is leaves the lesson where it is. */
export const isPinnedFor = ({ pin }: { readonly pin: Pin | null }, firstDay: IsoDate): boolean =>
  pin !== null && (pin.until === null || firstDay <= pin.until);
