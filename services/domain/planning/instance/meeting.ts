import type { Interval } from '@rondo/contracts/calendar/intervals.ts';
import { windowsOf, type DayWindow } from '@rondo/contracts/calendar/windows.ts';
import type { WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { StudentRow } from '@rondo/projections/students/queries.ts';

/** When a stop can be visited: the span of its possible starts on each weekday. */
type Visits = ReadonlyMap<number, readonly (Interval & { readonly duration: number })[]>;

const within = (a: Interval, b: Interval): Interval => ({
  start: Math.max(a.start, b.start),
  end: Math.min(a.end, b.end),
});

/** The lesson of a student fits into what the teacher's window and the student's have in common. */
export const visitsOf = (
  windows: readonly DayWindow[],
  availability: StudentRow['availability'],
  duration: number,
): Visits =>
  Map.groupBy(
    windowsOf(availability).flatMap((own) =>
      windows
        .filter(({ dayOfWeek }) => dayOfWeek === own.dayOfWeek)
        .map((window) => ({ dayOfWeek: own.dayOfWeek, duration, ...within(window, own) }))
        .filter(({ start, end }) => start + duration <= end),
    ),
    ({ dayOfWeek }) => dayOfWeek,
  );

/** True if one can be taught right after the other on some day, in either order. */
export const canFollow = (a: Visits, b: Visits): boolean =>
  [...a].some(([day, visits]) =>
    visits.some((first) =>
      (b.get(day) ?? []).some(
        (second) =>
          first.start + first.duration + second.duration <= second.end ||
          second.start + second.duration + first.duration <= first.end,
      ),
    ),
  );

/** The pairs of fixed entries, by index, that a day can visit one after the other: others have an entry between them. */
export const fixedNeighbors = (entries: readonly Pick<WeeklyLesson, 'dayOfWeek' | 'start'>[]): ReadonlySet<string> => {
  const days = Map.groupBy(entries.keys(), (i) => entries[i]?.dayOfWeek);
  const pairs = new Set<string>();
  for (const day of days.values()) {
    const inOrder = day.toSorted((a, b) => (entries[a]?.start ?? 0) - (entries[b]?.start ?? 0));
    for (const [at, i] of inOrder.entries()) {
      const next = inOrder[at + 1];
      if (next !== undefined) pairs.add(`${i} ${next}`).add(`${next} ${i}`);
    }
  }
  return pairs;
};

const entryVisits = ({ dayOfWeek, start, duration }: WeeklyLesson): Visits =>
  new Map([[dayOfWeek, [{ start, end: start + duration, duration }]]]);

/**
 * Which drives a run can need, by index among home, the students to place and the fixed entries that are stops: those between
 * stops that one day can visit one after the other. The others are not asked of a maps service that charges for each.
 */
export const meetingPairs = (
  windows: readonly DayWindow[],
  students: readonly StudentRow[],
  entries: readonly WeeklyLesson[],
): ((from: number, to: number) => boolean) => {
  const visits = [
    ...students.map((student) => visitsOf(windows, student.availability, student.details.lessonDuration)),
    ...entries.map(entryVisits),
  ];
  const neighbors = fixedNeighbors(entries);
  const canMeet = visits.map((a, i) =>
    visits.map((b, j) =>
      i >= students.length && j >= students.length
        ? neighbors.has(`${i - students.length} ${j - students.length}`)
        : canFollow(a, b),
    ),
  );
  const isVisited = visits.map(({ size }) => size > 0);
  return (from, to) => {
    if (from === 0 || to === 0) return isVisited[Math.max(from, to) - 1] ?? false;
    return canMeet[from - 1]?.[to - 1] ?? false;
  };
};
