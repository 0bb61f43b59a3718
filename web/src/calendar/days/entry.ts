import { unknownStudent } from '@rondo/contracts/api/placeholders.ts';
import type { MinuteOfDay } from '@rondo/contracts/calendar/times.ts';
import { isStop, spanOf } from '@rondo/contracts/calendar/rows.ts';
import type { LessonDetails } from '@rondo/contracts/lessons/details.ts';
import { detailsOf } from '@rondo/contracts/lessons/plain-details.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { lessonAddress } from './address.ts';

/** Who created it: the generator, a user, or the calendar feed; an appointment has no student. */
export type EntryKind = 'optimized' | 'manual' | 'imported' | 'appointment';
/** `pending`: part of a plan that is not decided yet. `recommended`: an alternative that a user chose and has to confirm. */
export type EntryState = 'current' | 'pending' | 'recommended' | 'cancelled';

export type DayEntry = {
  readonly id: string;
  readonly title: string;
  readonly studentId: string | null;
  readonly start: MinuteOfDay;
  readonly end: MinuteOfDay;
  readonly kind: EntryKind;
  readonly state: EntryState;
  /** The whole address; null if there is none. */
  readonly address: string | null;
  /** The details that a user entered. If they have an address, it replaces the student's. */
  readonly details: LessonDetails;
  /** False for entries that only block time, and for cancelled ones. */
  readonly isStop: boolean;
  /** Minutes from the stop before, from home for the first; null if the server does not know. */
  readonly driveTime: number | null;
  /** Why that is an estimate or approximate, although a maps service is configured. */
  readonly driveNotice: string | null;
  /** Overlaps another entry of the same teacher or student. */
  readonly conflict: boolean;
};

const kindOf = ({ entryType, source }: Pick<CalendarLesson, 'entryType' | 'source'>): EntryKind => {
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

const stateOf = (status: CalendarLesson['status']): EntryState => {
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

/** The student's name or the title of an entry. */
export const titleOf = ({ student, eventTitle, entryType }: CalendarLesson): string =>
  student?.name ?? eventTitle ?? (entryType === 'appointment' ? 'Appointment' : unknownStudent);

export const entryOf = (lesson: CalendarLesson, conflict: boolean): DayEntry => ({
  id: lesson.lessonId,
  title: titleOf(lesson),
  studentId: lesson.studentId,
  ...spanOf(lesson),
  kind: kindOf(lesson),
  state: stateOf(lesson.status),
  address: lessonAddress(lesson),
  details: detailsOf(lesson),
  isStop: isStop(lesson),
  driveTime: lesson.driveTime,
  driveNotice: lesson.driveNotice,
  conflict,
});

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
