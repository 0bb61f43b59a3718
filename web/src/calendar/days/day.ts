import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { dayOfWeekOf, type DayOfWeek, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Interval } from '@rondo/contracts/calendar/intervals.ts';
import { clashesAmong, isCounted } from '@rondo/contracts/calendar/rows.ts';
import type { MinuteOfDay } from '@rondo/contracts/calendar/times.ts';
import { closedInRows } from '@rondo/contracts/calendar/closures/closures.ts';
import { calendarOf } from '@rondo/contracts/calendar/week.ts';
import { inMinutes, windowsOn } from '@rondo/contracts/calendar/windows.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { counted } from '../../lib/texts.ts';
import type { HeldTime } from '../held/held-times.ts';
import { fullAddress, entryOf, type DayEntry } from './entry.ts';
import { drivenMinutes, hasRoom, legHome, legsOf, stopsOf, type Drive, type Home, type Leg } from './legs.ts';

export type Day = {
  readonly date: IsoDate;
  readonly entries: readonly DayEntry[];
  readonly legs: readonly Leg[];
  readonly windows: readonly Interval[];
  /** The number of lessons that take place. */
  readonly lessons: number;
  /** Minutes of driving, home to home; null while the drive home is not known. */
  readonly driving: number | null;
  /** Times that are taken although nothing takes place in them yet; absent without any. */
  readonly heldTimes?: readonly HeldTime[];
};

export type DayCounts = Pick<Day, 'lessons' | 'driving'>;

export const homeOf = (teacher: Teacher): Home | null => {
  const address = fullAddress(teacher);
  return address === null ? null : { address };
};

/** The intervals of a weekday in which a teacher or student is available. */
export const availableOn = ({ availability }: Pick<Teacher, 'availability'>, day: DayOfWeek): Interval[] =>
  windowsOn(availability.map(inMinutes), day);

export const withLegs = (day: Omit<Day, 'legs' | 'driving'>, legs: readonly Leg[]): Day => ({
  ...day,
  legs,
  driving: drivenMinutes(legs),
});

/** A sum of which no part is missing; null otherwise, because part of a sum would be a wrong figure. */
export const wholeSum = (parts: readonly (number | null)[]): number | null =>
  parts.reduce<number | null>((sum, part) => (sum === null || part === null ? null : sum + part), 0);

export const totalOf = (days: readonly Day[]): DayCounts => ({
  lessons: days.reduce((sum, { lessons }) => sum + lessons, 0),
  driving: wholeSum(days.map(({ driving }) => driving)),
});

/** The days of a week for one teacher, from the lesson rows of the whole studio; `withWayHome` adds the drives home. */
export const daysOf = (dates: readonly IsoDate[], rows: readonly CalendarLesson[], teacher: Teacher): Day[] => {
  const calendar = calendarOf(rows, closedInRows);
  const home = homeOf(teacher);
  return dates.map((date) => {
    const all = calendar.on(date);
    const clashes = clashesAmong(all);
    const own = all.filter(({ teacherId }) => teacherId === teacher.id);
    const entries = own.map((row) => entryOf(row, clashes.has(row.lessonId), date));
    const day = withLegs(
      {
        date,
        entries,
        windows: availableOn(teacher, dayOfWeekOf(date)),
        lessons: own.filter(isCounted).length,
      },
      legsOf(entries, home, teacher.effectiveMinutesBetween),
    );
    return home && day.legs.length > 0 ? { ...day, driving: null } : day;
  });
};

/** What takes place on a day, in words: its lessons, else its appointments. */
export const dayWords = ({ lessons, entries }: Pick<Day, 'lessons' | 'entries'>): string => {
  const appointments = entries.filter(({ kind, state }) => kind === 'appointment' && state === 'current').length;
  if (lessons === 0) return appointments === 0 ? 'No lessons' : counted(appointments, 'appointment');
  return counted(lessons, 'lesson');
};

export const emptyDay = (date: IsoDate): Day => ({
  date,
  entries: [],
  legs: [],
  windows: [{ start: 0, end: 1440 }],
  lessons: 0,
  driving: 0,
});

/** The day with its last drive; null: not known yet. */
export const withWayHome = (day: Day, way: Drive | null): Day => {
  const last = stopsOf(day.entries).at(-1);
  return last && way !== null ? withLegs(day, [...day.legs, legHome(last, way)]) : day;
};

/** The days before today without entries, and the rest of the week. */
export const withoutEmptyPast = (days: readonly Day[], today: IsoDate): readonly [Day[], Day[]] => {
  const isPassed = ({ date, entries }: Day): boolean => date < today && entries.length === 0;
  return [days.filter(isPassed), days.filter((day) => !isPassed(day))];
};

/** A day in chronological order: a drive, the entry it leads to, the next drive; without drives between stops that overlap. */
export const timelineOf = ({ entries, legs }: Pick<Day, 'entries' | 'legs'>): readonly (DayEntry | Leg)[] =>
  [...legs.filter(hasRoom), ...entries].toSorted((a, b) => a.start - b.start || a.end - b.end);

export const isLeg = (item: DayEntry | Leg): item is Leg => 'role' in item;

export type Phase = 'past' | 'now' | 'coming';

export const phaseOf = (
  { start, end }: Interval,
  date: IsoDate,
  now: { readonly today: IsoDate; readonly minute: MinuteOfDay },
): Phase => {
  if (date !== now.today) return date < now.today ? 'past' : 'coming';
  if (end <= now.minute) return 'past';
  return start <= now.minute ? 'now' : 'coming';
};
