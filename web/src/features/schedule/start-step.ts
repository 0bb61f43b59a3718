import type { Teacher } from '@rondo/contracts/api/teachers.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { useQuery } from '@tanstack/react-query';
import type { StartStep } from './components/EmptyStart.tsx';
import { studentsQuery } from '../../calendar/queries.ts';

/** What a studio without lessons needs first: teachers or students. Null if it has both, or while that is unknown. */
export const useStartStep = (
  teachers: readonly Teacher[] | undefined,
  rows: readonly CalendarLesson[] | undefined,
): StartStep | null => {
  const looks = teachers !== undefined && teachers.length > 0 && rows?.length === 0;
  const { data: students } = useQuery({ ...studentsQuery, enabled: looks });
  if (teachers?.length === 0) return 'teacher';
  return looks && students?.length === 0 ? 'students' : null;
};
