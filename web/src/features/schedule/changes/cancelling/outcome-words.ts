import type { CancellationAnswer } from '@rondo/contracts/api/studio/cancellations.ts';
import { formatTime, toMinutes } from '@rondo/contracts/calendar/times.ts';
import type { TierOutcome } from '@rondo/contracts/policy/policy.ts';
import { noticeInWords } from '@rondo/contracts/policy/words.ts';

// What a policy says of one cancellation, in the words of its dialog.

type Deadline = CancellationAnswer['deadlines'][number];

/** "48 h or more", "By 5:00 PM the day before". */
const deadlineName = ({ hours, dayBefore }: Deadline): string =>
  hours === null ? `By ${formatTime(toMinutes(dayBefore ?? '00:00'))} the day before` : `${hours} h or more`;

const outcomeName = (outcome: TierOutcome): string => {
  if ('owed' in outcome) return 'Lesson owed';
  const names: Readonly<Record<number, string>> = { 0: 'No charge', 50: 'Half', 100: 'Full price' };
  return names[outcome.charge] ?? `${outcome.charge} %`;
};

const outcomeSentence = (outcome: TierOutcome): string => {
  if ('owed' in outcome) return 'a lesson is owed';
  const names: Readonly<Record<number, string>> = { 0: 'nothing', 50: 'half', 100: 'the full price' };
  return `${names[outcome.charge] ?? `${outcome.charge} %`} is charged`;
};

/** A step of the policy. */
export type Step = { readonly name: string; readonly comesTo: string; readonly isMet: boolean };

/** The deadlines of the policy and what comes after them, in their order. @param isFamily only a family meets one */
export const stepsOf = ({ deadlines, late, tier }: CancellationAnswer, isFamily: boolean): Step[] => [
  ...deadlines.map((deadline, i) => ({
    name: deadlineName(deadline),
    comesTo: outcomeName(deadline.outcome),
    isMet: isFamily && tier === i,
  })),
  ...(late === null
    ? []
    : [
        {
          name: deadlines.length === 0 ? 'At any time' : 'Later',
          comesTo: outcomeName({ charge: late }),
          isMet: isFamily && tier === 'late',
        },
      ]),
];

/**
 * Until when a better outcome could be had, or how long this one holds; empty if neither.
 * @param dayAndTime writes an instant: "today at 5:20 PM", "Mon, Nov 30 at 5:20 PM"
 */
export const deadlineHint = (
  { deadlines, tier, family }: CancellationAnswer,
  dayAndTime: (instant: string) => string,
): string => {
  const met = tier === 'late' ? deadlines.length : (tier ?? 0);
  const own = deadlines[met];
  if (own && 'owed' in own.outcome && family.outcome && 'charge' in family.outcome)
    return 'The owed lessons of this term are used up.';
  const better = deadlines[met - 1];
  if (better) return `Heard by ${dayAndTime(better.at)}? Then ${outcomeSentence(better.outcome)}.`;
  return own ? `This holds until ${dayAndTime(own.at)}.` : '';
};

/** "45 hours’ notice.", "1 hour’s notice.", "The lesson has begun." */
export const noticeText = (minutes: number): string => {
  if (minutes <= 0) return 'The lesson has begun.';
  const length = noticeInWords(minutes);
  return `${length}${length.endsWith('s') ? '’' : '’s'} notice.`;
};

/** Whether the date is on an invoice; empty where a month's charge covers it. */
export const billedText = ({ billedOn, monthly }: CancellationAnswer): string => {
  if (billedOn !== null) return `Billed on ${billedOn}.`;
  return monthly ? '' : 'Not billed yet.';
};
