import { listLessons, type Lesson } from '@rondo/contracts/api/lessons.ts';
import type { Report } from '@rondo/contracts/api/planner.ts';
import { addDays, laterOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { nextSeriesDate } from '@rondo/contracts/calendar/series.ts';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { read } from '../../../lib/queries.ts';
import { useToday } from '../../../lib/today.ts';
import { IconButton } from '../../../ui/button.tsx';
import { DeleteDialog } from '../../../calendar/entries/DeleteDialog.tsx';
import type { Met } from '../../../calendar/days/optimistic.ts';
import type { DayEntry } from '../../../calendar/days/entry.ts';

/** Two weeks contain the first date of every weekly lesson. */
const fortnight = 13;

const rowsQuery = (from: IsoDate) => read(listLessons, { query: { from, to: addDays(from, fortnight) } });

const firstDate = ({ lessonDate, dayOfWeek, validFrom, validTo, skips }: Lesson, from: IsoDate): IsoDate | null =>
  lessonDate === '' && validFrom !== null
    ? nextSeriesDate({ dayOfWeek, validFrom, validTo, skips }, from)
    : lessonDate >= from
      ? lessonDate
      : null;

/** Optimized lessons can be deleted only here: the next one, or all of them. */
export const useDeleting = (report: Report): { actionsOf: (entry: DayEntry) => ReactNode; over: ReactNode } => {
  const today = useToday();
  const from = laterOf(report.startsOn, today);
  const { data: rows } = useQuery(rowsQuery(from));
  const [asked, setAsked] = useState<Met | null>(null);
  const metOf = ({ id, kind }: DayEntry): Met | null => {
    const row = kind === 'optimized' ? rows?.find((other) => other.id === id) : undefined;
    const on = row && firstDate(row, from);
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
