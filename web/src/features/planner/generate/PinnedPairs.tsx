import type { PinnedPair } from '@rondo/contracts/api/planner.ts';
import { isPinnedFor } from '@rondo/contracts/lessons/pins.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { LockOpen, TriangleAlert } from 'lucide-react';
import { titleOf } from '../../../calendar/days/entry.ts';
import { named, setPins } from '../../../calendar/pins/commands.ts';
import { Button } from '../../../ui/button.tsx';

/** Lessons that cannot all stay where they are, each pair with what resolves it. */
export const PinnedPairs = (props: {
  readonly pairs: readonly PinnedPair[];
  readonly rows: readonly CalendarLesson[];
  readonly startsOn: IsoDate;
  readonly onPlanAnyway: () => void;
}) => {
  const { pairs, rows, startsOn, onPlanAnyway } = props;
  const pinnedIn = ({ lessonIds }: PinnedPair): CalendarLesson[] =>
    lessonIds.flatMap((id) => rows.find((row) => row.lessonId === id && isPinnedFor(row, startsOn)) ?? []);
  return (
    <div role="alert" className="rounded-card border border-line bg-raised px-4 py-3">
      <p className="flex items-center gap-2 font-strong">
        <TriangleAlert aria-hidden className="size-4 shrink-0 text-warn" strokeWidth={1.75} />
        {pairs.length === 1 ? 'Two lessons cannot both stay' : 'Some lessons cannot all stay'}
      </p>
      <ul className="mt-1">
        {pairs.map((pair) => (
          <li key={pair.text} className="border-b border-line-soft py-2 last:border-b-0">
            <p className="break-words text-ink-2">{pair.text}</p>
            <div className="mt-1.5 flex flex-wrap gap-1.5">
              {pinnedIn(pair).map((row) => (
                <Button
                  key={row.lessonId}
                  size="small"
                  icon={LockOpen}
                  onClick={() => void setPins({ lessons: [named(row)], pinned: false })}
                >
                  Unpin {titleOf(row)}
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ul>
      <Button kind="quiet" size="small" className="mt-1 -ml-2.5" onClick={onPlanAnyway}>
        Plan anyway
      </Button>
    </div>
  );
};
