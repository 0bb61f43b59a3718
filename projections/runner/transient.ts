import { mayPassInDatabase } from '../postgres/outage.ts';
import { TransientError } from './source.ts';

/**
 * Whether the same work may succeed on a retry: a dependency is unavailable or a race was lost, also as the cause of another error. Any other
 * error is permanent.
 */
export const isTransient = (error: unknown): boolean => {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof TransientError) return true;
  return mayPassInDatabase(error);
};
