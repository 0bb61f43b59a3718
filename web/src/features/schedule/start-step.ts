import type { Teacher } from '@rondo/contracts/api/teachers.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { useQuery } from '@tanstack/react-query';
import type { StartStep } from './components/EmptyStart.tsx';
import { reportsQuery, studentsQuery } from '../../calendar/queries.ts';

/** The next setup step of a studio without lessons; null if there is none, or while it is unknown. */
export const useStartStep = (
  teachers: readonly Teacher[] | undefined,
  rows: readonly CalendarLesson[] | undefined,
): StartStep | null => {
  const looks = teachers !== undefined && teachers.length > 0 && rows?.length === 0;
  const { data: students } = useQuery({ ...studentsQuery, enabled: looks });
  const { data: reports } = useQuery({ ...reportsQuery, enabled: looks });
  if (teachers?.length === 0) return 'teacher';
  if (!looks || !students) return null;
  if (students.length === 0) return 'students';
  return reports?.reports.length === 0 ? 'generate' : null;
};
