import { TransientError } from './source.ts';
import { z } from 'zod';

const codedError = z.object({ code: z.string() });

/** The driver's messages for a connection that was lost during a query or could not be opened. */
const driverWords = /connection terminated|timeout exceeded when trying to connect|not queryable|query read timeout/i;

const someCauseHas = (error: unknown, codes: RegExp): boolean => {
  const read = codedError.safeParse(error);
  if (read.success && codes.test(read.data.code)) return true;
  if (!(error instanceof Error)) return false;
  return driverWords.test(error.message) || (error.cause !== undefined && someCauseHas(error.cause, codes));
};

/** PostgreSQL is unavailable or out of connections (class 08, 57P0x, 53300, or a socket error), directly or as the cause of another error. */
export const isDatabaseAway = (error: unknown): boolean =>
  someCauseHas(error, /^(08|57P0|53300|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND)/);

/**
 * The same statement may succeed later: PostgreSQL is unavailable, out of a resource (class 53), stopped by its operator (57) or its system (58),
 * rolled back in favor of another transaction (40, 55P03), or read-only during a failover (25006).
 */
const mayPassInDatabase = (error: unknown): boolean =>
  isDatabaseAway(error) || someCauseHas(error, /^(40|53|57|58|55P03|25006|EAI_AGAIN|ENOSPC|EMFILE|ENFILE)/);

/**
 * Whether the same work may succeed on a retry: a dependency is unavailable or a race was lost, also as the cause of another error. Any other
 * error is permanent.
 */
export const isTransient = (error: unknown): boolean => {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof TransientError) return true;
  return mayPassInDatabase(error);
};
