import type { Report } from '@rondo/contracts/api/planner.ts';
import { addDays, laterOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { nextDateOf } from '@rondo/contracts/calendar/rows.ts';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useToday } from '../../../lib/today.ts';
import { IconButton } from '../../../ui/button.tsx';
import { DeleteDialog } from '../../../calendar/entries/DeleteDialog.tsx';
import type { Met } from '../../../calendar/days/optimistic.ts';
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
  const [asked, setAsked] = useState<Met | null>(null);
  const metOf = ({ id, kind }: DayEntry): Met | null => {
    const row = kind === 'optimized' ? rows?.find(({ lessonId }) => lessonId === id) : undefined;
    const on = row && nextDateOf(row, from);
    return row && on ? { row, on } : null;
  };
  return {
    actionsOf: (entry) => {
      const met = metOf(entry);
      return met && <IconButton icon={Trash2} label={`Delete ${entry.title}`} onClick={() => setAsked(met)} />;
    },
    over: asked && <DeleteDialog met={asked} wholeSeries onClose={() => setAsked(null)} />,
  };
};
