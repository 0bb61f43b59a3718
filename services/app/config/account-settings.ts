import { z } from 'zod';

const figure = (standard: number, most = 1_000_000) =>
  z.coerce
    .number('expected a number')
    .int('expected a whole number')
    .min(1, 'expected at least 1')
    .max(most, `expected at most ${most}`)
    .default(standard);

/** Settings of mail to others, and of signing in. */
export const accountSettings = {
  SMTP_TLS: z
    .enum(['required', 'off'], 'expected required or off')
    .default('required')
    .describe(
      'With required, mails go out over TLS only, except to a mail server on this machine (localhost). With off, also without it where the mail server offers none: anyone on the way can then read them, and the password of SMTP_URL.',
    ),
  MAILS_PER_15_MINUTES: figure(300).describe('The most emails that one studio sends to others within 15 minutes.'),
  MAILS_PER_DAY: figure(1000).describe('The most emails that one studio sends to others within 24 hours.'),
  MAILS_PER_DAY_OF_NEW_STUDIOS: figure(100).describe(
    'The most emails within 24 hours of a studio that is younger than NEW_STUDIO_DAYS.',
  ),
  NEW_STUDIO_DAYS: figure(7, 365).describe('How many days a studio is new.'),
  CONFIRMATION_LINKS_PER_DAY: figure(3).describe(
    'How many links to confirm its email address an account is sent within 24 hours, with at least 15 minutes between them.',
  ),
  SIGN_IN_FAILURES_PER_HOUR: figure(300).describe(
    'How many wrong passwords of one account are tried within an hour from all places together from which no one has signed in to it within 30 days. Not applied if SMTP_URL is not set: then no password link lets the owner in.',
  ),
  SESSION_DAYS: figure(90, 365).describe(
    'The longest time that a session lasts after its sign-in, in days. One that is not used ends after 30 days.',
  ),
};
