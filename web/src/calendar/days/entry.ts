import { unknownStudent } from '@rondo/contracts/api/placeholders.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { MinuteOfDay } from '@rondo/contracts/calendar/times.ts';
import { isStop, spanOf } from '@rondo/contracts/calendar/rows.ts';
import type { LessonDetails } from '@rondo/contracts/lessons/details.ts';
import { detailsOf } from '@rondo/contracts/lessons/plain-details.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { streetOf } from '../../lib/address.ts';

type PostalPlace = {
  readonly address: string | null;
  readonly city: string | null;
  readonly zipCode: string | null;
};

/** The whole address in one line: city and ZIP code are added unless the address already contains them. */
export const fullAddress = ({ address, city, zipCode }: PostalPlace): string | null => {
  if (address === null || address.trim() === '') return null;
  const missing = [city, zipCode].filter(
    (part) => part !== null && part !== '' && !address.toLowerCase().includes(part.toLowerCase()),
  );
  return [address.trim(), ...missing].join(', ');
};

/** Where an entry takes place: its own address, else the student's. */
export const lessonAddress = ({
  customAddress,
  student,
}: Pick<CalendarLesson, 'customAddress' | 'student'>): string | null =>
  customAddress ?? (student ? fullAddress(student) : null);

/** "4208 Avenue G". */
export const streetIn = (address: string): string => streetOf({ address, city: null, zipCode: null });

/** "4208 Avenue G, 78751": enough to recognize a place; the ZIP code is there if the address has one. */
export const streetAndZip = (address: string): string => {
  const zip = /\b(\d{5})(?:-\d{4})?\s*$/.exec(address)?.[1];
  return zip === undefined ? streetIn(address) : `${streetIn(address)}, ${zip}`;
};

/** Who created it: the generator, a user, or the calendar feed; an appointment has no student. */
export type EntryKind = 'optimized' | 'manual' | 'imported' | 'appointment';
/** `pending`: part of a plan that is not decided yet. `recommended`: an alternative that a user chose and has to confirm. */
type EntryState = 'current' | 'pending' | 'recommended' | 'cancelled';

export type DayEntry = {
  readonly id: string;
  readonly title: string;
  readonly studentId: string | null;
  readonly start: MinuteOfDay;
  readonly end: MinuteOfDay;
  readonly kind: EntryKind;
  readonly state: EntryState;
  /** Of a date in time off: its reason, or else that it is closed. */
  readonly closed?: string;
  /** The date that it makes up for. */
  readonly makesUp?: IsoDate;
  /** Plans leave its weekly lesson where it is. */
  readonly pinned?: true;
  /** The closures that it takes place in all the same. */
  readonly keptIn?: readonly string[];
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
  /** True when it is only about that long. */
  readonly driveApproximate: boolean;
  /** Overlaps another entry of the same teacher or student. */
  readonly conflict: boolean;
};

export const lessonKinds = {
  optimized: 'optimized',
  manual: 'manual',
  actual: 'imported',
} as const satisfies Readonly<Record<CalendarLesson['source'], EntryKind>>;

/** What an entry in time off says without a reason for families. */
const closedPlain = 'Closed';

const states: Readonly<Record<CalendarLesson['status'], EntryState>> = {
  scheduled: 'current',
  completed: 'current',
  optimized: 'pending',
  recommended: 'recommended',
  cancelled: 'cancelled',
};

/** The student's name or the title of an entry. */
export const titleOf = ({ student, eventTitle, entryType }: CalendarLesson): string =>
  student?.name ?? eventTitle ?? (entryType === 'appointment' ? 'Appointment' : unknownStudent);

/** A lesson on a date, by which a pin may have ended. */
export const entryOf = (lesson: CalendarLesson, conflict: boolean, date: IsoDate): DayEntry => ({
  id: lesson.lessonId,
  title: titleOf(lesson),
  studentId: lesson.studentId,
  ...spanOf(lesson),
  kind: lesson.entryType === 'appointment' ? 'appointment' : lessonKinds[lesson.source],
  state: states[lesson.status],
  ...(lesson.closedBy && { closed: lesson.closedBy.reason ?? closedPlain }),
  ...(lesson.makesUp && { makesUp: lesson.makesUp.date }),
  ...(lesson.pin && date <= (lesson.pin.until ?? date) && { pinned: true }),
  ...(lesson.keptIn.length > 0 && { keptIn: lesson.keptIn }),
  address: lessonAddress(lesson),
  details: detailsOf(lesson),
  isStop: isStop(lesson),
  driveTime: lesson.driveTime,
  driveNotice: lesson.driveNotice,
  driveApproximate: lesson.driveApproximate,
  conflict,
});

const kindLabels: Readonly<Record<EntryKind, string>> = {
  optimized: 'Optimized',
  manual: 'Manual',
  imported: 'Imported',
  appointment: 'Appointment',
};
const stateLabels = { pending: 'Pending', recommended: 'Recommended', cancelled: '(Cancelled)' } as const;

export const entryWord = ({ kind, state, closed }: Pick<DayEntry, 'kind' | 'state' | 'closed'>): string =>
  closed ?? (state === 'current' ? kindLabels[kind] : stateLabels[state]);

/** "Closed", "Closed: Thanksgiving". */
export const closedWord = (closed: string): string => (closed === closedPlain ? closed : `${closedPlain}: ${closed}`);
