import { z } from 'zod';
import { id, instant, isoDate } from '../events/fields.ts';

// What a studio has agreed with its families about lessons that are cancelled.

const shareText = 'The share must be a whole number from 0 to 100.';
/** Whole percent of a price. */
export const share = z.number(shareText).int(shareText).min(0, shareText).max(100, shareText);

/** What a cancellation comes to: a part of the price is charged, or the price is charged in full and another lesson is owed. */
export const tierOutcome = z.union([z.strictObject({ charge: share }), z.strictObject({ owed: z.literal(true) })], {
  error: (issue) =>
    typeof issue.input === 'object' && issue.input !== null && 'charge' in issue.input
      ? shareText
      : 'Please choose what a cancellation comes to.',
});
export type TierOutcome = z.infer<typeof tierOutcome>;

/** A deadline, and what a cancellation until then comes to. */
const tier = z.union(
  [
    z.strictObject({ hours: z.number().int().min(1).max(336), outcome: tierOutcome }),
    /** A time on the calendar day before the lesson. */
    z.strictObject({ dayBefore: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/), outcome: tierOutcome }),
  ],
  {
    error: ({ input }) => {
      const outcome = typeof input === 'object' && input !== null && 'outcome' in input ? input.outcome : undefined;
      const refused = tierOutcome.safeParse(outcome);
      return refused.success
        ? 'A deadline is 1 to 336 whole hours before, or a time on the day before.'
        : refused.error.issues[0]?.message;
    },
  },
);
export type Tier = z.infer<typeof tier>;

const mostTiers = 5;

const termsShape = {
  tiers: z.array(tier).max(mostTiers, `A policy can have at most ${mostTiers} deadlines.`),
  /** After the last deadline. */
  late: share.default(100),
  /** Nobody at home. */
  noShow: share.default(100),
  /** When the teacher cancels. */
  ours: z.enum(['refund', 'owed'], 'Please choose what happens when you cancel.').default('refund'),
  /** How long an owed lesson can be made up for; null: without end. */
  owedDays: z.number().int().min(1).max(400).nullable().default(30),
  /** How many a family can have in a term; null: any number. */
  owedPerTerm: z.number().int().min(1).max(100).nullable().default(null),
  /** What one beyond that costs. */
  beyond: share.default(100),
};
export const policyTerms = z.object(termsShape);
export type PolicyTerms = z.infer<typeof policyTerms>;

/** From a day on; without terms there is no policy from then on. */
export type PolicyVersion = {
  readonly policyId: string;
  readonly from: string;
  readonly terms: PolicyTerms | null;
};

/** The version for a lesson on a date: the last one whose first day is not after it. */
export const versionFor = <Version extends PolicyVersion>(
  versions: readonly Version[],
  date: string,
): Version | undefined =>
  versions.reduce<Version | undefined>(
    (found, version) => (version.from <= date && (!found || version.from >= found.from) ? version : found),
    undefined,
  );

/** What a cancellation came to, once it is recorded. `until`: the last day on which it can be made up for; null: without end. */
export const recordedOutcome = z.union([
  z.strictObject({ charge: share }),
  z.strictObject({ owed: z.literal(true), until: isoDate.nullable() }),
]);
export type RecordedOutcome = z.infer<typeof recordedOutcome>;

export const cancelledBy = ['family', 'teacher', 'calendar'] as const;

/** Who cancelled a date, when, and what it came to. */
export const cancellation = z.object({
  /** Null: nobody said. */
  by: z.enum(cancelledBy).nullable(),
  at: instant,
  /** When the family said so. */
  noticeAt: instant.nullable(),
  /** From then to the start of the lesson; below zero after it. */
  noticeMinutes: z.number().int().nullable(),
  /** Null: without a policy. */
  outcome: recordedOutcome.nullable(),
  /** The deadline that was met, by its place; null: the outcome follows none. */
  tier: z.union([z.number().int().min(0), z.literal('late')]).nullable(),
  policyId: id.nullable(),
  /** By hand. */
  chosen: z.boolean(),
  reason: z.string().nullable(),
  /** The family cancelled it itself, on its page. */
  onPage: z.boolean().default(false),
  /** What it wrote to the teacher with that. */
  message: z.string().nullable().default(null),
});
export type Cancellation = z.infer<typeof cancellation>;

/** The date for which a lesson is made up. */
export const makesUp = z.object({
  date: isoDate,
  until: isoDate.nullable(),
  /** Who cancelled it. */
  by: z.enum(['family', 'teacher', 'closure']),
  /** That it is owed was chosen by hand, and counts for no term. */
  chosen: z.boolean().default(false),
});
export type MakesUp = z.infer<typeof makesUp>;
