import { isTransient } from '@rondo/projections/runner/transient.ts';
import type { EventStore } from './event-store.ts';

/**
 * Whether a position that was kept outside the log, by a client or beside a key, can be one of this log: of its engine's form, and not beyond its
 * end. The log may have been moved since. While the log does not answer, the form decides.
 */
export const isPositionHere =
  ({ isPosition, compare, head }: Pick<EventStore, 'isPosition' | 'compare' | 'head'>) =>
  async (text: string): Promise<boolean> => {
    if (!isPosition(text)) return false;
    try {
      const end = await head();
      return end !== null && compare(text, end) <= 0;
    } catch (error) {
      if (isTransient(error)) return true;
      throw error;
    }
  };
