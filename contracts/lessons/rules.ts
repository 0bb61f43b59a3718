import type { IsoDate } from '../calendar/dates.ts';
import { minutesPerDay } from '../calendar/times.ts';

// The rules of an entry and their messages: forms and the server share both.

/** A form's message as the whole sentence that an answer carries. */
export const sentence = (message: string): string => `${message}.`;

export const teacherMissing = 'Please select a teacher';
export const startMissing = 'Start time is required';
export const fieldsMissing = 'Please fill in all required fields based on entry type';
export const dayMissing = 'Please select a day of week for pre-scheduled lessons or a date for regular entries';
export const dateMissing = 'Date is required when editing lessons';
export const pastMidnight = 'A lesson must end before midnight.';
export const kindsMissing = 'Please select at least one type of lesson to clear.';
export const clearedTeachersMissing = 'Please select at least one teacher whose lessons to clear.';

/** True for a time that does not end before midnight. */
export const crossesMidnight = ({ start, duration }: { readonly start: number; readonly duration: number }): boolean =>
  start + duration >= minutesPerDay;

/** The field that an entry lacks: a lesson needs its student, an appointment its title. Null if it is complete. */
export const missingField = ({
  entryType,
  studentId,
  eventTitle,
}: {
  readonly entryType: 'lesson' | 'appointment';
  readonly studentId: string | null;
  readonly eventTitle: string | null;
}): 'studentId' | 'eventTitle' | null => {
  if (entryType === 'lesson') return studentId === null || studentId === '' ? 'studentId' : null;
  return eventTitle === null || eventTitle === '' ? 'eventTitle' : null;
};

/** What is wrong with the dates in which to search for a time; null if nothing is. */
export const rangeProblem = (
  { startDate, endDate }: { readonly startDate: IsoDate; readonly endDate: IsoDate },
  today: IsoDate,
): { readonly field: 'startDate' | 'endDate'; readonly message: string } | null => {
  if (startDate < today) return { field: 'startDate', message: "The start date can't be before today." };
  if (endDate < startDate) return { field: 'endDate', message: "The end date can't be before the start date." };
  return null;
};
