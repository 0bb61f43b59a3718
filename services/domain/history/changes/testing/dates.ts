import { addDays, mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { slotIn, type Slot, type Timetable } from '../timetable.ts';

/** The dates of a timetable that take place from one day to another, both inclusive. */
export const datesTakingPlace = (
  { weekly, dated }: Timetable,
  { from, to }: { readonly from: IsoDate; readonly to: IsoDate },
): Slot[] => {
  const slots = [...dated.values()];
  for (const chain of weekly.values()) {
    // A date can be moved out of its week.
    const exceptional = [...chain.exceptions.keys()];
    const weeks = new Set(exceptional);
    for (let monday = mondayOf(from); monday <= to; monday = addDays(monday, 7)) weeks.add(monday);
    for (const monday of weeks) slots.push(...[slotIn(chain, monday)].filter((slot) => slot !== null));
  }
  return slots.filter(({ isOff, date }) => !isOff && date >= from && date <= to);
};
