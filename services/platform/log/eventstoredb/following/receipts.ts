import { BoundedMap } from '@rondo/projections/kit/bounded-map.ts';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';

/** Appends whose events are awaited at the same time; a process without subscriptions never receives any. */
const mostAwaited = 1000;

type Receipt = { readonly first: number; readonly count: number; readonly events: SourceEvent[] };

/** The events of this process's appends as its subscriptions receive them: with the time of recording, which the server's answer to an append lacks. */
export const receipts = () => {
  const awaited = new BoundedMap<string, Receipt>(mostAwaited);
  return {
    /**
     * Awaits the events of an append that is about to be sent; only the latest of each stream is awaited.
     * @param first the revision of its first event
     * @returns a function that returns them once all have been received
     */
    await: (stream: string, first: number, count: number): (() => readonly SourceEvent[] | undefined) => {
      const receipt: Receipt = { first, count, events: [] };
      awaited.set(stream, receipt);
      return () => (receipt.events.length === count ? receipt.events : undefined);
    },
    /** Called by every subscription for every event, so that most calls are repetitions. */
    received: (event: SourceEvent): void => {
      const receipt = awaited.get(event.stream);
      if (!receipt || event.revision !== receipt.first + receipt.events.length) return;
      receipt.events.push(event);
      if (receipt.events.length === receipt.count) awaited.delete(event.stream);
    },
  };
};
