import { z } from 'zod';

const codedError = z.object({ code: z.string() });

/** The driver's own words for a connection that ended under a query, or that never came about. */
const driverWords = /connection terminated|timeout exceeded when trying to connect|not queryable|query read timeout/i;

const someCauseHas = (error: unknown, codes: RegExp): boolean => {
  const read = codedError.safeParse(error);
  if (read.success && codes.test(read.data.code)) return true;
  if (!(error instanceof Error)) return false;
  return driverWords.test(error.message) || (error.cause !== undefined && someCauseHas(error.cause, codes));
};

/** PostgreSQL is away or has no connection left: class 08, 57P0x and 53300, or the socket's own errors; also as the cause of another error. */
export const isDatabaseAway = (error: unknown): boolean =>
  someCauseHas(error, /^(08|57P0|53300|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND)/);

/**
 * The same statement may succeed later: PostgreSQL is away, was short of something (class 53), was stopped by its operator (57) or its system (58),
 * rolled back in favor of another transaction (40, 55P03), or takes no writes while it changes over (25006).
 */
export const mayPassInDatabase = (error: unknown): boolean =>
  isDatabaseAway(error) || someCauseHas(error, /^(40|53|57|58|55P03|25006|EAI_AGAIN|ENOSPC|EMFILE|ENFILE)/);
