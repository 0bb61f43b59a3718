import { intersection } from '@rondo/contracts/calendar/intervals.ts';
import { isStop } from '@rondo/contracts/calendar/rows.ts';
import { windowsOf, type DayWindow } from '@rondo/contracts/calendar/windows.ts';
import type { StudentRow } from '@rondo/projections/students/queries.ts';
import { freeRows, type RunInput } from './gather.ts';
import { holds } from './instance.ts';

/**
 * The optimizer counts one tour home to home for each window of the teacher; the calendar counts one drive a day, which includes lessons
 * outside the windows. True if the two are the same in every plan of a run: no day can have stops in two windows, or in a window and outside.
 */
export const toursAreDays = (input: RunInput): boolean => {
  // The calendar counts no drive to a time that is only held.
  if (input.holds.length > 0) return false;
  const windows = windowsOf(input.teacher.availability);
  const outside = input.fixed.filter((entry) => isStop(entry) && !windows.some((window) => holds(window, entry)));
  return windows.every((window) => {
    const isSameDay = ({ dayOfWeek }: { dayOfWeek: number }): boolean => dayOfWeek === window.dayOfWeek;
    const here = possibleIn(input, window);
    const others = [
      ...windows.filter((other) => other !== window && isSameDay(other)).flatMap((other) => possibleIn(input, other)),
      ...outside.filter(isSameDay).map(({ lessonId }) => lessonId),
    ];
    // One student alone has one lesson, in whichever window.
    return here.length === 0 || others.length === 0 || new Set([...here, ...others]).size < 2;
  });
};

/** Who can have a lesson in a window of the teacher, and the fixed entries in it. */
const possibleIn = (input: RunInput, window: DayWindow): string[] => [
  ...input.students.filter((student) => hasRoom(student, input, window)).map(({ student_id }) => student_id),
  ...input.fixed.filter((entry) => isStop(entry) && holds(window, entry)).map(({ lessonId }) => lessonId),
];

const hasRoom = (
  { student_id, availability, details }: StudentRow,
  { elsewhere }: RunInput,
  window: DayWindow,
): boolean => {
  const free = windowsOf(freeRows(availability, elsewhere.get(student_id) ?? [])).filter(
    ({ dayOfWeek }) => dayOfWeek === window.dayOfWeek,
  );
  return intersection(free, [window]).some(({ start, end }) => end - start >= details.lessonDuration);
};
