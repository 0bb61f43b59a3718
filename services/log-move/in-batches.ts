import type { Delivery } from '@rondo/projections/runner/source.ts';

/** Deliveries put together until they have this many events: a log far away delivers few at a time, and every batch costs a statement per read model. */
export async function* inBatches(deliveries: AsyncIterable<Delivery>, size: number): AsyncGenerator<Delivery> {
  let waiting: Delivery['events'][number][] = [];
  for await (const { events, upTo, caughtUp } of deliveries) {
    waiting.push(...events);
    if (waiting.length < size && !caughtUp) continue;
    yield { events: waiting, upTo, caughtUp };
    waiting = [];
  }
}
