import { addDays, mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { slotIn, type Slot, type Timetable } from '../timetable.ts';
import type { KnownDate } from './as-told.ts';

/** The dates of a timetable that take place from one day to another, both inclusive. */
export const datesTakingPlace = (
  { weekly, dated }: Timetable,
  { from, to }: { readonly from: IsoDate; readonly to: IsoDate },
): KnownDate[] => {
  const known = (lineage: string, week: IsoDate, slot: Slot | null): KnownDate[] =>
    slot && !slot.isOff && slot.date >= from && slot.date <= to ? [{ ...slot, lineage, week }] : [];
  const ofSeries = [...weekly].flatMap(([lineage, chain]) => {
    // A date can be moved out of its week.
    const weeks = new Set(chain.exceptions.keys());
    for (let monday = mondayOf(from); monday <= to; monday = addDays(monday, 7)) weeks.add(monday);
    return [...weeks].flatMap((week) => known(lineage, week, slotIn(chain, week)));
  });
  return [...ofSeries, ...[...dated].flatMap(([lineage, slot]) => known(lineage, mondayOf(slot.date), slot))];
};
