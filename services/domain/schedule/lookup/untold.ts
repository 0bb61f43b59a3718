import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Instant } from '@rondo/contracts/calendar/instants.ts';
import type { MinuteOfDay } from '@rondo/contracts/calendar/times.ts';

/** A student whose family does not know of changes to lessons ahead. */
export type UntoldStudent = {
  readonly studentId: string;
  /** Up to when the family knows everything. */
  readonly since: Instant;
  /** When the first and the last of the changes was made. */
  readonly first: Instant;
  readonly last: Instant;
  /** What made them, batches and closures, and when. */
  readonly causes: readonly { readonly cause: string; readonly at: Instant }[];
};

/** Changes in words; `student` is the first name where they are of one. */
export type ChangesInWords = {
  readonly student: string | null;
  readonly sentences: readonly string[];
  readonly next: readonly { readonly student: string; readonly date: IsoDate; readonly start: MinuteOfDay }[];
};

/** Changes to lessons ahead that families do not know of. The history compares them, and mail tells of them. */
export type Untold = {
  readonly students: readonly UntoldStudent[];
  /** The moment up to which these are all. */
  readonly until: Instant;
  /** Of students of one family, which has `size` students; null: nothing has changed for them. */
  readonly inWords: (studentIds: readonly string[], size: number) => ChangesInWords | null;
};
