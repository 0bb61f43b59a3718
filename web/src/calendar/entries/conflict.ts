import {
  addDays,
  dayOfWeekOf,
  longDayName,
  type DayOfWeek,
  type IsoDate,
  isIsoDate,
} from '@rondo/contracts/calendar/dates.ts';
import { isWeekly, spanOf, clash } from '@rondo/contracts/calendar/rows.ts';
import { formatTimeRange, isTimeText, toMinutes, type MinuteOfDay } from '@rondo/contracts/calendar/times.ts';
import type { Interval } from '@rondo/contracts/calendar/intervals.ts';
import { inMinutes } from '@rondo/contracts/calendar/windows.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { CallFailed } from '../../api/call-failed.ts';
import { call } from '../../api/client.ts';
import type { Student } from '@rondo/contracts/api/people/students.ts';
import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { closedInRows } from '@rondo/contracts/calendar/closures/closures.ts';
import { calendarOf } from '@rondo/contracts/calendar/week.ts';
import { isOutsideHours, type PersonWithHours } from '@rondo/contracts/lessons/outside-hours.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { titleOf } from '../days/entry.ts';
import type { Target, Rows } from '../days/optimistic.ts';
import type { AnswerTo, InputTo } from '../../api/calls.ts';

export type ConflictEvent = AnswerTo<'POST /api/lessons/check-conflicts'>['conflictingEvents'][number];
export type Slot = AnswerTo<'POST /api/lessons/generate-alternatives'>['alternatives'][number];
/** An entry in the form that the conflict and suggestion calls take. */
export type EntryRequest = InputTo<'POST /api/lessons/generate-alternatives'>['body'];

/** A taken time: the conflicts, and other times; null alternatives could not be loaded. */
export type Conflict = {
  readonly events: readonly ConflictEvent[];
  readonly alternatives: readonly Slot[] | null;
  /** Why there is none, and the closest fit. */
  readonly nearestMiss: string | null;
  /** Whose hours the time is outside, in sentences. */
  readonly outside: readonly string[];
};

/** The conflicts of a rejected write; null if it was rejected for another reason. */
export const conflictsOf = (error: unknown): readonly ConflictEvent[] | null =>
  error instanceof CallFailed && error.status === 409 && error.refusal.kind === 'time-taken'
    ? error.refusal.conflictingEvents
    : null;

/** A row at another time in the form that the conflict and suggestion calls take; one date of it, or the whole series. */
export const requestFor = (
  { row, on }: Target,
  {
    date,
    startTime,
    scope,
  }: { readonly date: IsoDate; readonly startTime: string; readonly scope: 'this' | 'following' },
): EntryRequest => ({
  id: row.lessonId,
  entryType: row.entryType,
  teacherId: row.teacherId,
  studentId: row.studentId,
  eventTitle: row.eventTitle,
  lessonDate: scope === 'this' ? date : '',
  dayOfWeek: dayOfWeekOf(date),
  ...(scope === 'this' && isWeekly(row) ? { originalDate: on } : {}),
  startTime,
  duration: row.duration,
  customAddress: row.customAddress,
  useInOptimization: row.useInOptimization,
});

/** Other times for an entry whose time is taken. Null on failure, so that the conflict is shown anyway. */
export const withAlternatives = async (
  found: Pick<Conflict, 'events' | 'outside'>,
  request: EntryRequest,
): Promise<Conflict> => ({
  ...found,
  ...(await call('POST /api/lessons/generate-alternatives', { body: request }).then(
    ({ alternatives, nearestMiss = null }) => ({ alternatives, nearestMiss }),
    () => ({ alternatives: null, nearestMiss: null }),
  )),
});

/** The conflicts of a time, and whose hours it is outside. */
export const checkTime = async (request: EntryRequest): Promise<Pick<Conflict, 'events' | 'outside'>> => {
  const { conflictingEvents, outsideHours } = await call('POST /api/lessons/check-conflicts', { body: request });
  return { events: conflictingEvents, outside: outsideHours.map(({ text }) => text) };
};

/** A conflicting entry: its first conflict, and all dates of its conflicts. */
export type ConflictingEntry = { readonly first: ConflictEvent; readonly dates: readonly IsoDate[] };

/** One row per entry, in order of the first conflict: a weekly entry conflicts on many dates. */
export const entriesOf = (events: readonly ConflictEvent[]): readonly ConflictingEntry[] => {
  const entries = new Map<string, ConflictingEntry>();
  for (const event of events) {
    const { first = event, dates = [] } = entries.get(event.id) ?? {};
    entries.set(event.id, { first, dates: [...dates, event.date] });
  }
  return [...entries.values()];
};

/** "Tue, Nov 24, 4:15 – 5:00 PM", or "Tuesdays, 4:15 – 5:00 PM (every week)" for an entry that conflicts on several dates. */
export const conflictWords = ({ first, dates }: ConflictingEntry): string => {
  if (dates.length === 1) return eventWords(first);
  const isEveryWeek = dates.every((date, week) => date === addDays(first.date, 7 * week));
  const often = isEveryWeek ? 'every week' : `${dates.length} dates`;
  return `${slotWords({ ...first, dayOfWeek: dayOfWeekOf(first.date), weekly: true })} (${often})`;
};

const dateWords = (date: IsoDate, { start, end }: Interval): string =>
  `${shortDate(date)}, ${formatTimeRange(start, end)}`;
const weekdayWords = (day: DayOfWeek, { start, end }: Interval): string =>
  `${longDayName(day)}s, ${formatTimeRange(start, end)}`;

/** "Tue, Nov 24, 4:15 – 5:00 PM". */
export const eventWords = (event: { date: IsoDate; startTime: string; endTime: string }): string =>
  dateWords(event.date, inMinutes(event));

/** The same, or "Tuesdays, 4:15 – 5:00 PM" for a weekly one. */
export const slotWords = (slot: Omit<Slot, 'reasoningText'>): string =>
  slot.weekly === true ? weekdayWords(slot.dayOfWeek, inMinutes(slot)) : eventWords(slot);

/** The same for a row on a date. */
export const timeWords = (row: Pick<CalendarLesson, 'start' | 'duration'>, date: IsoDate, weekly = false): string =>
  weekly ? weekdayWords(dayOfWeekOf(date), spanOf(row)) : dateWords(date, spanOf(row));

type Available = Pick<Teacher, 'availability'>;

/** The teacher and the student of a lesson with their hours; without a student who is not known. */
export const peopleWithHours = (
  teacher: Pick<Teacher, 'name' | 'availability'>,
  student: Pick<Student, 'name' | 'availability'> | undefined,
): PersonWithHours[] => {
  const person = (whose: PersonWithHours['whose'], { name, availability }: Pick<Student, 'name' | 'availability'>) => ({
    whose,
    name,
    availability: availability.map(inMinutes),
  });
  return [person('teacher', teacher), ...(student ? [person('student', student)] : [])];
};

/** True if a time is outside all availability windows of its teacher. */
export const isOutside = ({ availability }: Available, day: DayOfWeek, at: Interval): boolean =>
  isOutsideHours(availability.map(inMinutes), day, at);

/** The weekday of a requested entry; null while it is not known. */
export const requestedDay = ({
  lessonDate,
  dayOfWeek,
}: Pick<EntryRequest, 'lessonDate' | 'dayOfWeek'>): DayOfWeek | null => {
  if (typeof lessonDate === 'string' && isIsoDate(lessonDate)) return dayOfWeekOf(lessonDate);
  return dayOfWeek ?? null;
};

/** The teacher of a requested entry whose availability does not cover its time; null if it does, or if the time is not known. */
export const outsideOf = (request: EntryRequest, teachers: readonly Teacher[]): Teacher | null => {
  const teacher = teachers.find(({ id }) => id === request.teacherId);
  const day = requestedDay(request);
  if (!teacher || day === null || !isTimeText(request.startTime)) return null;
  const start = toMinutes(request.startTime);
  return isOutside(teacher, day, { start, end: start + (request.duration ?? 0) }) ? teacher : null;
};

/** What is known about another time for one date of a lesson while the user chooses it. */
type TimeThere = {
  readonly outside: boolean;
  /** The entries of the same teacher or student that it overlaps. */
  readonly overlaps: readonly string[];
};

/** Checks another time for one date of a lesson against the loaded rows; the server checks it again before it saves. */
export const timeThere = (
  { row, on }: Target,
  at: { readonly date: IsoDate; readonly start: MinuteOfDay },
  { rows, teacher }: { readonly rows: Rows; readonly teacher: Available },
): TimeThere => {
  const moved = { ...row, lessonId: '', start: at.start };
  const isOther = ({ lessonId, teacherId, studentId }: CalendarLesson): boolean =>
    (isWeekly(row) || lessonId !== row.lessonId) &&
    (teacherId === row.teacherId || (studentId !== null && studentId === row.studentId));
  const freed = isWeekly(row) ? { seriesId: row.lessonId, date: on } : undefined;
  return {
    outside: isOutside(teacher, dayOfWeekOf(at.date), spanOf(moved)),
    overlaps: calendarOf(rows, closedInRows, { only: isOther, freed })
      .on(at.date)
      .filter((other) => clash(other, moved))
      .map(titleOf),
  };
};
