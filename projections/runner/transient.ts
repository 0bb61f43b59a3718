import { mayPassInDatabase } from '../postgres/outage.ts';
import { TransientError } from './source.ts';

/**
 * Whether the same work may succeed later: a part is away or a race was lost, also as the cause of another error. Anything else
 * fails the same way however often it is tried.
 */
export const isTransient = (error: unknown): boolean => {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof TransientError) return true;
  return mayPassInDatabase(error);
};
