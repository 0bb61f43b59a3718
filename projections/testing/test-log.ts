import type { EventSource, Position, SourceEvent } from '../runner/source.ts';
import { recorder, type Fact } from './facts.ts';

export type TestLog = EventSource & {
  /** Records events. @returns the position of the last one */
  readonly append: (...facts: readonly Fact[]) => Position;
  /** Holds back everything after this position until the hold is released. */
  readonly holdAfter: (position: Position) => void;
  readonly release: () => void;
  /** The position after which each subscription began. */
  readonly subscribedAfter: readonly (Position | null)[];
};

/** A log in memory that delivers a few events at a time and can be held. */
export const testLog = (batchSize = 3): TestLog => {
  const events: SourceEvent[] = [];
  const record = recorder();
  const subscribedAfter: (Position | null)[] = [];
  let held = Infinity;
  let bell = Promise.withResolvers<void>();
  const ring = (): void => {
    bell.resolve();
    bell = Promise.withResolvers<void>();
  };

  return {
    subscribedAfter,
    append: (...facts) => {
      for (const fact of facts) events.push(record(fact));
      ring();
      return String(events.length);
    },
    holdAfter: (position) => {
      held = Number(position);
    },
    release: () => {
      held = Infinity;
      ring();
    },
    async *subscribe({ after, prefixes, signal }) {
      subscribedAfter.push(after);
      const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      let read = Number(after ?? 0);
      let said = false;
      while (!signal.aborted) {
        const rung = bell.promise;
        const batch = events.slice(read, Math.min(read + batchSize, held));
        const caughtUp = read + batch.length === events.length;
        if (batch.length > 0 || (caughtUp && !said)) {
          read += batch.length;
          said = caughtUp;
          const wanted = batch.filter(({ stream }) => prefixes.some((prefix) => stream.startsWith(prefix)));
          yield { events: structuredClone(wanted), upTo: String(read), caughtUp };
        } else await Promise.race([rung, stopped]);
      }
    },
    head: async () => (events.length === 0 ? null : String(events.length)),
    compare: (a, b) => Number(a) - Number(b),
    isPosition: (text) => /^\d+$/.test(text),
  };
};
