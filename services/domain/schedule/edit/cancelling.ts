import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { EnteredPolicy } from '@rondo/contracts/events/schedule/timeoff.ts';
import { isOwed, madeUpBy } from '@rondo/contracts/policy/charge.ts';
import { decideOutcome, untilOf } from '@rondo/contracts/policy/deciding.ts';
import { versionFor, type Cancellation, type MakesUp, type RecordedOutcome } from '@rondo/contracts/policy/policy.ts';
import { instantAt } from '@rondo/contracts/calendar/instants.ts';
import { InvalidInput, RuleBroken } from '../../../platform/kit/errors.ts';
import type { StudioNow } from '../../studio/clock.ts';
import { standingPolicies } from '../time-off/policy.ts';

// What a cancellation comes to, decided on the schedule that it is recorded in.

/** Days, both inclusive. */
type Term = { readonly from: IsoDate; readonly to: IsoDate };

/** What was agreed, and when it is. */
export type Agreement = {
  /** Removed ones too, for what was decided by them. */
  readonly policies: readonly EnteredPolicy[];
  readonly terms: readonly Term[];
  readonly clock: StudioNow;
  /** In epoch milliseconds. */
  readonly now: number;
};

/** An outcome as it is chosen by hand; `until` absent: as the policy has it. */
export type ChosenOutcome =
  | { readonly charge: number }
  | { readonly owed: true; readonly until?: IsoDate | null | undefined };

/** What somebody says of a cancellation. */
export type Notice = {
  readonly by: Cancellation['by'];
  /** In epoch milliseconds; null: now. */
  readonly noticeAt: number | null;
  readonly outcome?: ChosenOutcome | undefined;
  readonly reason?: string | null | undefined;
};

/** The term of a date; outside of terms its calendar year. */
const termOf = (terms: readonly Term[], date: IsoDate): Term =>
  terms.find(({ from, to }) => from <= date && date <= to) ?? {
    from: `${date.slice(0, 4)}-01-01`,
    to: `${date.slice(0, 4)}-12-31`,
  };

/** The date that a family is owed a lesson for, or was; null: none that counts. */
const countedDate = ({ makesUp, cancellation, date }: Lesson): IsoDate | null => {
  if (makesUp) return makesUp.by === 'family' && !makesUp.chosen ? makesUp.date : null;
  return cancellation?.by === 'family' && isOwed(cancellation.outcome) && !cancellation.chosen ? date : null;
};

/**
 * How many lessons a student's family has been owed in the term of a date.
 * @param rows those of all teachers
 * @param row the student's, which does not count itself; without a lessonId: all count
 */
export const owedInTerm = (
  rows: readonly Lesson[],
  row: Pick<Lesson, 'studentId'> & Partial<Pick<Lesson, 'lessonId'>>,
  date: IsoDate,
  terms: readonly Term[],
): number => {
  const { from, to } = termOf(terms, date);
  return rows.filter((other) => {
    const counted = countedDate(other);
    return (
      counted !== null &&
      other.studentId === row.studentId &&
      other.lessonId !== row.lessonId &&
      counted >= from &&
      counted <= to
    );
  }).length;
};

/** @throws InvalidInput */
export const refuseNotice = ({ by, noticeAt }: Notice, now: number): void => {
  if (noticeAt === null) return;
  if (by !== 'family') throw new InvalidInput('Only a family gives notice.');
  if (noticeAt > now) throw new InvalidInput("The notice can't be later than now.");
  if (noticeAt < now - 366 * 24 * 3_600_000) throw new InvalidInput('The notice can be at most 366 days back.');
};

/** The version of the policy for a date; undefined: there is none, or it has ended. */
export const agreedOn = ({ policies }: Pick<Agreement, 'policies'>, date: IsoDate): EnteredPolicy | undefined => {
  const version = versionFor(standingPolicies(policies), date);
  return version?.terms ? version : undefined;
};

const isLesson = ({ entryType, studentId }: Lesson): boolean => entryType === 'lesson' && studentId !== null;

/**
 * What a cancellation of a date comes to.
 * @param rows the rows of its student with all teachers
 * @param version another one than that of the date; null: none
 * @throws InvalidInput
 */
export const cancellationOf = (
  agreement: Agreement,
  { by, noticeAt, outcome: chosen, reason = null }: Notice,
  {
    row,
    date,
    rows,
    version: named,
  }: {
    readonly row: Lesson;
    readonly date: IsoDate;
    readonly rows: readonly Lesson[];
    readonly version?: EnteredPolicy | null;
  },
): Cancellation => {
  const { clock, now, terms } = agreement;
  const version = named === undefined ? agreedOn(agreement, date) : (named ?? undefined);
  const at = instantAt(now);
  const heardAt = noticeAt ?? now;
  const { today, timeZone } = clock;
  const lesson = { date, start: row.start, timeZone, today, makesUp: row.makesUp };
  const decided = decideOutcome(isLesson(row) ? version : undefined, {
    ...lesson,
    by,
    noticeAt: heardAt,
    owedInTerm: by === 'family' ? owedInTerm(rows, row, date, terms) : 0,
  });
  const recorded = {
    ...decided,
    by,
    at,
    noticeAt: by === 'family' ? instantAt(heardAt) : null,
    reason,
    onPage: false,
    message: null,
  };
  if (chosen === undefined) return { ...recorded, chosen: false };
  if (version && reason === null) throw new InvalidInput('Please say why.');
  return { ...recorded, outcome: byHand(chosen, date, version), tier: null, chosen: true };
};

/** @throws InvalidInput */
export const byHand = (chosen: ChosenOutcome, date: IsoDate, version: EnteredPolicy | undefined): RecordedOutcome =>
  'charge' in chosen
    ? chosen
    : { owed: true, until: chosen.until === undefined ? untilOf(version, date) : chosen.until };

/** An outcome that somebody expects: `until` counts where it is named. */
export const isExpected = (expected: ChosenOutcome | null, outcome: RecordedOutcome | null): boolean => {
  if (expected === null || outcome === null) return expected === outcome;
  if ('charge' in expected) return 'charge' in outcome && outcome.charge === expected.charge;
  return 'owed' in outcome && (expected.until === undefined || expected.until === outcome.until);
};

/** @throws RuleBroken */
export const refuseUnexpected = (text: string): never => {
  throw new RuleBroken(`The outcome has changed: ${text}`);
};

/** What a cancelled row becomes when it takes place at another time: it makes up for the date that was owed. Any other stays as it is. */
export const standingAgain = (row: Lesson): Partial<Pick<Lesson, 'status' | 'cancellation' | 'makesUp'>> => {
  const { status, cancellation, date, makesUp } = row;
  if (status !== 'cancelled') return {};
  return { status: 'scheduled', cancellation: null, makesUp: madeUpOf(cancellation, date, makesUp) };
};

const madeUpOf = (cancelled: Cancellation | null, date: IsoDate | null, before: MakesUp | null): MakesUp | null => {
  if (!cancelled || date === null || !isOwed(cancelled.outcome)) return before;
  const { until } = cancelled.outcome;
  return { date: before?.date ?? date, until, by: madeUpBy(cancelled), chosen: before?.chosen ?? cancelled.chosen };
};
