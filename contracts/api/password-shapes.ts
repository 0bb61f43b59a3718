import { z } from 'zod';

export const shortestPassword = 6;
const longestPassword = 200;

type Noun = 'Password' | 'New password';

export const tooShort = (what: Noun): string => `${what} must be at least ${shortestPassword} characters long.`;

/** A password that is set: `missing` is said of none at all. */
export const newPassword = (missing: string, what: Noun = 'Password') =>
  z
    .string(missing)
    .min(1, { error: missing, abort: true })
    .min(shortestPassword, tooShort(what))
    .max(longestPassword, `${what} must be at most ${longestPassword} characters long.`);

/** The password that an account has, which proves who is asking. */
export const ownPassword = (missing: string) =>
  z
    .string(missing)
    .min(1, missing)
    .max(longestPassword, `Password must be at most ${longestPassword} characters long.`);
