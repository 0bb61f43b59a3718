import { policyTerms, type PolicyTerms, type Tier, type TierOutcome } from '@rondo/contracts/policy/policy.ts';

// The form of the cancellation policy: what is typed, and the policy that it says.

export type Comes = 'owed' | 'free' | 'part' | 'full';
/** What something comes to; `percent` counts for a part. */
export type ComesTo = { readonly comes: Comes; readonly percent: string };
export type DeadlineRow = ComesTo & {
  readonly key: number;
  readonly kind: 'hours' | 'dayBefore';
  readonly hours: string;
  readonly time: string;
};
export type PolicyValues = {
  readonly deadlines: readonly DeadlineRow[];
  readonly late: ComesTo;
  readonly noShow: ComesTo;
  readonly ours: PolicyTerms['ours'];
  /** Empty: without end, and any number. */
  readonly owedDays: string;
  readonly owedPerTerm: string;
  readonly beyond: number;
};

/** A filled example: 48 hours, 24 hours, later. */
export const examplePolicy: PolicyTerms = policyTerms.parse({
  tiers: [
    { hours: 48, outcome: { owed: true } },
    { hours: 24, outcome: { charge: 50 } },
  ],
});

const shareRow = (share: number): ComesTo => ({
  comes: share === 100 ? 'full' : share === 0 ? 'free' : 'part',
  percent: share === 100 || share === 0 ? '50' : String(share),
});

const outcomeRow = (outcome: TierOutcome): ComesTo =>
  'owed' in outcome ? { comes: 'owed', percent: '50' } : shareRow(outcome.charge);

const textOf = (number: number | null): string => (number === null ? '' : String(number));

export const valuesOf = ({ tiers, late, noShow, ours, owedDays, owedPerTerm, beyond }: PolicyTerms): PolicyValues => ({
  deadlines: tiers.map((tier, key) => ({
    key,
    ...('hours' in tier
      ? { kind: 'hours', hours: String(tier.hours), time: '17:00' }
      : { kind: 'dayBefore', hours: '24', time: tier.dayBefore }),
    ...outcomeRow(tier.outcome),
  })),
  late: shareRow(late),
  noShow: shareRow(noShow),
  ours,
  owedDays: textOf(owedDays),
  owedPerTerm: textOf(owedPerTerm),
  beyond,
});

/** Not a number where something else is typed. */
const numberOf = (text: string): number => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN);
const optionalOf = (text: string): number | null => (text.trim() === '' ? null : numberOf(text));
const shareOf = ({ comes, percent }: ComesTo): number =>
  comes === 'part' ? numberOf(percent) : comes === 'free' ? 0 : 100;

const tierOf = (row: DeadlineRow): Tier => {
  const outcome: TierOutcome = row.comes === 'owed' ? { owed: true } : { charge: shareOf(row) };
  return row.kind === 'hours' ? { hours: numberOf(row.hours), outcome } : { dayBefore: row.time, outcome };
};

/** What of the form cannot be read, as a sentence. */
const problems = {
  owedDays: 'Owed lessons can be made up for within 1 to 400 days, or without end.',
  owedPerTerm: 'A family can have 1 to 100 owed lessons a term, or any number.',
} as const;

const isProblem = (field: unknown): field is keyof typeof problems => field === 'owedDays' || field === 'owedPerTerm';

/** The policy that is typed, or why there is none. */
export const termsOf = (values: PolicyValues): { readonly terms: PolicyTerms } | { readonly problem: string } => {
  const read = policyTerms.safeParse({
    tiers: values.deadlines.map(tierOf),
    late: shareOf(values.late),
    noShow: shareOf(values.noShow),
    ours: values.ours,
    owedDays: optionalOf(values.owedDays),
    owedPerTerm: optionalOf(values.owedPerTerm),
    beyond: values.beyond,
  });
  if (read.success) return { terms: read.data };
  const [issue] = read.error.issues;
  const field = issue?.path[0];
  return { problem: isProblem(field) ? problems[field] : (issue?.message ?? 'Please check the policy.') };
};

/** One more deadline: half the time of the last one. */
export const withDeadline = (values: PolicyValues): PolicyValues => {
  const last = values.deadlines.at(-1);
  const hours = last?.kind === 'hours' ? Math.max(1, Math.floor((numberOf(last.hours) || 48) / 2)) : 24;
  const key = Math.max(-1, ...values.deadlines.map((row) => row.key)) + 1;
  const row: DeadlineRow = { key, kind: 'hours', hours: String(hours), time: '17:00', comes: 'part', percent: '50' };
  return { ...values, deadlines: [...values.deadlines, row] };
};
