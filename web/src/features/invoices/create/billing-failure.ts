import { CallFailed } from '../../../api/call-failed.ts';

/** The server has decided: its sentence says what to change, and trying again is useless. */
export const isDecided = (error: Error): boolean =>
  error instanceof CallFailed && error.status >= 400 && error.status < 500;

/** Why billing did not load: "HTTP 503: The database is not answering." */
export const billingFailure = (error: Error): string =>
  error instanceof CallFailed && error.status !== 0 ? `HTTP ${error.status}: ${error.message}` : error.message;
