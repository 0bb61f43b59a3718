import type { Lesson } from '@rondo/contracts/api/lessons.ts';
import { toMinutes, type MinuteOfDay } from '@rondo/contracts/calendar/times.ts';
import { isStop } from '@rondo/contracts/calendar/week.ts';
import { detailsOf, type LessonDetails } from '@rondo/contracts/lessons/details.ts';
import { lessonAddress } from './address.ts';

/** Who put it there: the generator, a person, or the calendar feed; an appointment is nobody's lesson. */
export type EntryKind = 'optimized' | 'manual' | 'imported' | 'appointment';
/** `pending`: part of a plan that waits for a decision. `recommended`: an alternative somebody chose, to be confirmed. */
export type EntryState = 'current' | 'pending' | 'recommended' | 'cancelled';

/** One entry of a day as the screens draw it. */
export type DayEntry = {
  readonly id: string;
  readonly title: string;
  readonly studentId: string | null;
  readonly start: MinuteOfDay;
  readonly end: MinuteOfDay;
  readonly kind: EntryKind;
  readonly state: EntryState;
  /** The whole address; null where none is known. */
  readonly address: string | null;
  /** What a person said of it. With an address of its own it is not at the student's. */
  readonly details: LessonDetails;
  /** False for what only blocks time, and for what was cancelled. */
  readonly isStop: boolean;
  /** Minutes from the stop before, from home for the first; null where the server knows none. */
  readonly driveTime: number | null;
  /** Overlaps another entry of the same teacher or student. */
  readonly conflict: boolean;
};

const kindOf = ({ entryType, source }: Pick<Lesson, 'entryType' | 'source'>): EntryKind => {
  if (entryType === 'appointment') return 'appointment';
  switch (source) {
    case 'optimized':
      return 'optimized';
    case 'manual':
      return 'manual';
    case 'actual':
      return 'imported';
  }
};

const stateOf = (status: Lesson['status']): EntryState => {
  switch (status) {
    case 'cancelled':
      return 'cancelled';
    case 'optimized':
      return 'pending';
    case 'recommended':
      return 'recommended';
    case 'scheduled':
    case 'completed':
      return 'current';
  }
};

/** Who or what an entry is about. */
export const titleOf = ({ student, eventTitle, entryType }: Lesson): string =>
  student?.name ?? eventTitle ?? (entryType === 'appointment' ? 'Appointment' : 'Unknown Student');

/** A lesson row as an entry of a day. */
export const entryOf = (lesson: Lesson, conflict: boolean): DayEntry => ({
  id: lesson.id,
  title: titleOf(lesson),
  studentId: lesson.studentId,
  start: toMinutes(lesson.startTime),
  end: toMinutes(lesson.startTime) + lesson.duration,
  kind: kindOf(lesson),
  state: stateOf(lesson.status),
  address: lessonAddress(lesson),
  details: detailsOf(lesson),
  isStop: isStop(lesson),
  driveTime: lesson.driveTime,
  conflict,
});

/** The word that stands for an entry's kind and state. */
export const entryWord = ({ kind, state }: Pick<DayEntry, 'kind' | 'state'>): string => {
  if (state === 'cancelled') return '(Cancelled)';
  if (state === 'pending') return 'Pending';
  if (state === 'recommended') return 'Recommended';
  switch (kind) {
    case 'optimized':
      return 'Optimized';
    case 'manual':
      return 'Manual';
    case 'imported':
      return 'Imported';
    case 'appointment':
      return 'Appointment';
  }
};

/** True for what the counts of a week and a day count: lessons that take place. */
export const isCounted = ({ entryType, status }: Pick<Lesson, 'entryType' | 'status'>): boolean =>
  entryType === 'lesson' && status !== 'cancelled';

/** Two rows that cannot both take place: one teacher or one student at overlapping times of one date. */
const clash = (a: Lesson, b: Lesson): boolean =>
  a.id !== b.id &&
  a.status !== 'cancelled' &&
  b.status !== 'cancelled' &&
  (a.teacherId === b.teacherId || (a.studentId !== null && a.studentId === b.studentId)) &&
  toMinutes(a.startTime) < toMinutes(b.startTime) + b.duration &&
  toMinutes(b.startTime) < toMinutes(a.startTime) + a.duration;

/** The ids of the rows of one date that overlap another. */
export const conflictsAmong = (rows: readonly Lesson[]): ReadonlySet<string> =>
  new Set(rows.filter((row) => rows.some((other) => clash(row, other))).map(({ id }) => id));
