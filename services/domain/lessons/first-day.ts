import { laterOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Roster } from '../people/roster.ts';

/** The first possible day of a student's series; a removed student is unknown. @throws NotFound */
export const firstDayFor = async (
  { roster, studioId, today }: { roster: Roster; studioId: string; today: IsoDate },
  studentId: string | null | undefined,
): Promise<IsoDate> => {
  if (studentId === null || studentId === undefined) return today;
  const { details } = await roster.student(studioId, studentId);
  return laterOf(today, details.startDate ?? today);
};
