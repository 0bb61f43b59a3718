import { CallFailed } from '../../../../lib/client.ts';

/** Why billing did not load: "HTTP 503: The database is not answering." */
export const billingFailure = (error: Error): string =>
  error instanceof CallFailed && error.status !== 0 ? `HTTP ${error.status}: ${error.message}` : error.message;
