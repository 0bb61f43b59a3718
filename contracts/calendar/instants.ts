import { Temporal } from 'temporal-polyfill';

/** An instant in UTC with six fractional digits, `2026-11-23T15:00:00.000000Z`. Compares by `<` as text. */
export type Instant = string;

const digits = { fractionalSecondDigits: 6 } as const;

/** A plus sign that was not escaped in a URL, so it was decoded as a space. */
const lostPlus = / (?=\d\d:?\d\d$)/;

/** Reads an ISO 8601 instant with its offset from UTC; null for any other text. */
export const toInstant = (text: string): Instant | null => {
  if (!/^\d{4}-\d\d-\d\dT/.test(text)) return null;
  try {
    return Temporal.Instant.from(text.replace(lostPlus, '+')).toString(digits);
  } catch {
    return null;
  }
};

/** The time of a recorded event, which engines write with milli- or microseconds. */
export const instantOf = (recordedAt: string): Instant => {
  const [seconds = '', fraction = ''] = recordedAt.replace(/Z$/, '').split('.');
  return `${seconds}.${fraction.padEnd(6, '0').slice(0, 6)}Z`;
};

export const instantAt = (epochMilliseconds: number): Instant =>
  Temporal.Instant.fromEpochMilliseconds(epochMilliseconds).toString(digits);

export const epochMillisecondsOf = (instant: Instant): number => Temporal.Instant.from(instant).epochMilliseconds;

/** The instant before: the log counts microseconds. */
export const justBefore = (instant: Instant): Instant =>
  Temporal.Instant.from(instant).subtract({ microseconds: 1 }).toString(digits);
