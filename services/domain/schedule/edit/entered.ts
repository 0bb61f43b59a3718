import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { lastsTo } from '@rondo/contracts/calendar/series.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { scheduleAggregate } from '../schedule-aggregate.ts';
import type { ScheduleState } from '../state.ts';

/** How many rows were entered or imported and go on: series that have not ended, and dated rows from a day on. */
export const countEntered = (rows: Iterable<Lesson>, from: IsoDate): number => {
  let count = 0;
  for (const row of rows) {
    if (row.seriesId !== null || row.source === 'optimized') continue;
    if (isWeekly(row) ? lastsTo(row, from) : row.date !== null && row.date >= from) count += 1;
  }
  return count;
};

/** By how much events change that count. */
export const enteredBy = (state: ScheduleState, events: readonly ScheduleEvent[], from: IsoDate): number => {
  const before = countEntered(state.lessons.values(), from);
  const after = events.reduce(
    (so, event) => scheduleAggregate.evolve(so, event, { revision: 0, recordedAt: '' }),
    scheduleAggregate.copy?.(state) ?? state,
  );
  return countEntered(after.lessons.values(), from) - before;
};
