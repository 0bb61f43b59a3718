import { z } from 'zod';
import { shortestPassword, tooShort } from './new-password.ts';

const longestPassword = 200;

/** A password that is set: `missing` is said of none at all. */
export const newPassword = (missing: string, what: Parameters<typeof tooShort>[0] = 'Password') =>
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
