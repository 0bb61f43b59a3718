import type { Report } from '@rondo/contracts/api/planner.ts';
import { addDays, laterOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { useQuery } from '@tanstack/react-query';
import { Lock, LockOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { useToday } from '../../../api/today.ts';
import { canPin, named, setPins } from '../../../calendar/pins/commands.ts';
import { lessonsQuery } from '../../../calendar/queries.ts';
import { IconButton } from '../../../ui/button.tsx';

/** Two weeks contain the first date of every weekly lesson. */
const fortnight = 13;

/** The lessons of a plan's first two weeks, from the first day that is still to come. */
export const useRowsOfPlan = ({ startsOn }: Report): { from: IsoDate; rows: readonly CalendarLesson[] } => {
  const today = useToday();
  const from = laterOf(startsOn, today);
  const { data: rows = [] } = useQuery(lessonsQuery({ from, to: addDays(from, fortnight) }));
  return { from, rows };
};

/** Pins a lesson of a plan, or unpins it; nothing for one that cannot be pinned. */
export const KeepTime = ({ row, title }: { readonly row: CalendarLesson; readonly title: string }): ReactNode =>
  canPin(row) && (
    <IconButton
      icon={row.pin ? Lock : LockOpen}
      label={`Keep this time: ${title}`}
      aria-pressed={row.pin !== null}
      onClick={() => void setPins({ lessons: [named(row)], pinned: row.pin === null })}
    />
  );
