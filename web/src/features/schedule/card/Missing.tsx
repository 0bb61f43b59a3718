import { dateInWeekOf, mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { lastsTo } from '@rondo/contracts/calendar/series.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { useQuery } from '@tanstack/react-query';
import { timeWords } from '../../../calendar/entries/conflict.ts';
import { lessonsQuery } from '../../../calendar/queries.ts';
import { Button } from '../../../ui/button.tsx';
import type { ScheduleAddress } from '../address.ts';

type Last = { readonly row: CalendarLesson; readonly on: IsoDate };

/** The date of a row nearest to one that it had: its own, or of a series the one in the same week. */
const dateOf = (row: CalendarLesson, on: IsoDate): IsoDate => row.date ?? dateInWeekOf(mondayOf(on), row.dayOfWeek);

/** What became of a date of a lesson: the row itself, the one that replaces it, its series again, or the part that continues it. */
export const successorOf = (rows: readonly CalendarLesson[], { row, on }: Last): CalendarLesson | undefined => {
  const series = row.seriesId ?? row.lessonId;
  const original = row.originalDate ?? on;
  const isOnDate = (other: CalendarLesson): boolean =>
    !isWeekly(other) ||
    ((other.validFrom === null || other.validFrom <= original) &&
      lastsTo(other, original) &&
      !other.skips.includes(original));
  return (
    rows.find(({ lessonId }) => lessonId === row.lessonId && !isWeekly(row)) ??
    rows.find(({ seriesId, originalDate }) => seriesId === series && originalDate === original) ??
    rows.find(
      (other) => (other.lessonId === series || other.continues === series) && isWeekly(other) && isOnDate(other),
    )
  );
};

/** The entry of an open card is not in this week any more: says whether it was deleted or moved. */
export const Missing = (props: {
  /** As it was last seen; null if it never was. */
  readonly last: Last | null;
  readonly go: (change: Partial<ScheduleAddress>, options?: { readonly replace?: boolean }) => void;
  readonly onClose: () => void;
}) => {
  const { last, go, onClose } = props;
  // It may be in any week now.
  const { data: all, isError } = useQuery({ ...lessonsQuery({}), staleTime: 0, gcTime: 0, enabled: last !== null });
  const found = last && all && successorOf(all, last);
  const date = found && last && dateOf(found, last.on);
  const text = ((): string => {
    if (found && date) return `This lesson was moved to ${timeWords(found, date)}.`;
    if (!last) return 'This lesson is not in this week.';
    if (!all && !isError) return 'Rondo looks for this lesson.';
    return isError
      ? 'This lesson is not in this week any more.'
      : 'This lesson was deleted in the meantime. It is no longer in the calendar.';
  })();
  return (
    <div className="flex flex-col gap-3 px-4 pb-4">
      <output className="text-pretty text-ink-2">{text}</output>
      <div className="flex gap-2">
        {found && date && (
          <Button
            kind="primary"
            onClick={() => go({ monday: mondayOf(date), selected: found.lessonId }, { replace: true })}
          >
            Show it
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  );
};
