import type { Report } from '@rondo/contracts/api/planner.ts';
import { addDays, laterOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { nextDateOf } from '@rondo/contracts/calendar/rows.ts';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useToday } from '../../../api/today.ts';
import { IconButton } from '../../../ui/button.tsx';
import { DeleteDialog } from '../../../calendar/entries/DeleteDialog.tsx';
import type { Target } from '../../../calendar/days/optimistic.ts';
import { lessonsQuery } from '../../../calendar/queries.ts';
import type { DayEntry } from '../../../calendar/days/entry.ts';

/** Two weeks contain the first date of every weekly lesson. */
const fortnight = 13;

const rowsQuery = (from: IsoDate) => lessonsQuery({ from, to: addDays(from, fortnight) });

/** Optimized lessons can be deleted only here: the next one, or all of them. */
export const useDeleting = (report: Report): { actionsOf: (entry: DayEntry) => ReactNode; over: ReactNode } => {
  const today = useToday();
  const from = laterOf(report.startsOn, today);
  const { data: rows } = useQuery(rowsQuery(from));
  const [asked, setAsked] = useState<Target | null>(null);
  const targetOf = ({ id, kind }: DayEntry): Target | null => {
    const row = kind === 'optimized' ? rows?.find(({ lessonId }) => lessonId === id) : undefined;
    const on = row && nextDateOf(row, from);
    return row && on ? { row, on } : null;
  };
  return {
    actionsOf: (entry) => {
      const target = targetOf(entry);
      return target && <IconButton icon={Trash2} label={`Delete ${entry.title}`} onClick={() => setAsked(target)} />;
    },
    over: asked && <DeleteDialog target={asked} wholeSeries onClose={() => setAsked(null)} />,
  };
};
