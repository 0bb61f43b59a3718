import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { useQuery } from '@tanstack/react-query';
import { weekQuery } from '../queries.ts';
import { useWeek } from '../week.ts';
import { RoutePanel } from './RoutePanel.tsx';

/** The map of a teacher's date, from the lessons of its week; nothing where nothing is on it. */
export default function DayMap({ teacher, date }: { readonly teacher: Teacher; readonly date: IsoDate }) {
  const monday = mondayOf(date);
  const rows = useQuery(weekQuery(monday));
  const day = useWeek(monday, rows.data, teacher).find((one) => one.date === date);
  return day && day.entries.length > 0 && <RoutePanel day={day} teacher={teacher} />;
}
