import { addDays, nextMonday, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import { InvalidInput } from '../domain/errors.ts';
import { seriesFrom, type ScheduleState } from '../scheduling/state.ts';

/** A plan may begin at most so many days ahead. */
const daysAhead = 56;

/**
 * A plan's first day: the one asked for, else today when none of the students has an accepted optimized series, else the first Monday
 * after today.
 * @throws InvalidInput for a day in the past or more than eight weeks ahead
 */
export const firstDayOf = (
  wanted: IsoDate | undefined,
  today: IsoDate,
  state: ScheduleState,
  studentIds: ReadonlySet<string>,
): IsoDate => {
  if (wanted !== undefined) {
    if (wanted < today) throw new InvalidInput('The first day of a plan cannot lie in the past.');
    if (wanted > addDays(today, daysAhead))
      throw new InvalidInput(
        `The first day of a plan can be at most eight weeks ahead, ${longDate(addDays(today, daysAhead))}.`,
      );
    return wanted;
  }
  const moving = seriesFrom(state, today).some(
    ({ source, status, studentId }) =>
      source === 'optimized' && status !== 'optimized' && studentId !== null && studentIds.has(studentId),
  );
  return moving ? nextMonday(today) : today;
};
