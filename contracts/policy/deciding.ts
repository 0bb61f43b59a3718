import { addDays, laterOf, type IsoDate } from '../calendar/dates.ts';
import { toMinutes, type MinuteOfDay } from '../calendar/times.ts';
import { startOf } from '../calendar/zones.ts';
import type { Cancellation, MakesUp, PolicyVersion, RecordedOutcome, Tier } from './policy.ts';

// What a cancellation comes to by what was agreed. All times are instants: hours are real hours, also when the clocks change.

/** The start of a lesson on the studio's clock. */
export type LessonStart = { readonly date: IsoDate; readonly start: MinuteOfDay; readonly timeZone: string };

const minute = 60_000;

/** Milliseconds from a notice to the start of a lesson. A start that the clocks skip is the later one, one they show twice the earlier. */
export const noticeBefore = ({ date, start, timeZone }: LessonStart, noticeAt: number): number =>
  startOf(date, start, timeZone) - noticeAt;

/** The last instant at which a deadline is met. */
export const deadlineOf = (tier: Tier, { date, start, timeZone }: LessonStart): number =>
  'hours' in tier
    ? startOf(date, start, timeZone) - tier.hours * 60 * minute
    : startOf(addDays(date, -1), toMinutes(tier.dayBefore), timeZone);

/** A cancellation that is to be decided. */
export type Cancelling = LessonStart & {
  readonly by: Cancellation['by'];
  /** In epoch milliseconds; of the family. */
  readonly noticeAt: number;
  readonly today: IsoDate;
  /** What the lesson makes up for; null: nothing. */
  readonly makesUp: MakesUp | null;
  /** How many dates of this term are owed to the family already. */
  readonly owedInTerm: number;
};

export type Decided = Pick<Cancellation, 'outcome' | 'tier' | 'policyId' | 'noticeMinutes'>;

const laterUntil = (a: IsoDate | null, b: IsoDate): IsoDate | null => (a === null ? null : laterOf(a, b));

/** How long a lesson that makes up for another is owed when it is not the family that cancels it. */
const owedAnew = ({ until }: MakesUp, today: IsoDate): IsoDate | null => laterUntil(until, addDays(today, 30));

/** How long a lesson on a date is owed by a version of the policy; null: without end. */
export const untilOf = (version: PolicyVersion | undefined, date: IsoDate): IsoDate | null => {
  const days = version?.terms?.owedDays ?? null;
  return days === null ? null : addDays(date, days);
};

/** What a cancellation comes to by a version of the policy; without one the outcome is null. */
export const decideOutcome = (version: PolicyVersion | undefined, cancelling: Cancelling): Decided => {
  const { by, date, noticeAt, today, makesUp, owedInTerm } = cancelling;
  const isFamily = by === 'family';
  const noticeMinutes = isFamily ? Math.floor(noticeBefore(cancelling, noticeAt) / minute) : null;
  const terms = version?.terms ?? null;
  const madeUp: RecordedOutcome | null = makesUp && !isFamily ? { owed: true, until: owedAnew(makesUp, today) } : null;
  if (!version || terms === null) return { outcome: madeUp, tier: null, policyId: null, noticeMinutes };
  const { policyId } = version;
  const until = untilOf(version, date);
  if (!isFamily) {
    const plain: RecordedOutcome = terms.ours === 'owed' ? { owed: true, until } : { charge: 0 };
    return { outcome: madeUp ?? plain, tier: null, policyId, noticeMinutes };
  }
  const met = terms.tiers.findIndex((one) => noticeAt <= deadlineOf(one, cancelling));
  const outcome = terms.tiers[met]?.outcome ?? { charge: terms.late };
  const decided = { tier: met === -1 ? ('late' as const) : met, policyId, noticeMinutes };
  if ('charge' in outcome) return { ...decided, outcome };
  if (makesUp) return { ...decided, outcome: { owed: true, until: makesUp.until } };
  const isBeyond = terms.owedPerTerm !== null && owedInTerm >= terms.owedPerTerm;
  return { ...decided, outcome: isBeyond ? { charge: terms.beyond } : { owed: true, until } };
};
