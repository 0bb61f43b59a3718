import { applyBatchIn } from '@rondo/projections/runner/apply.ts';
import { prefixesOf, type ReadModel } from '@rondo/projections/runner/read-model.ts';
import { memoryRows } from '@rondo/projections/testing/memory-rows.ts';
import type { EventStore } from '../../event-store/event-store.ts';

const generation = { schema: 'memory', generation: 1, position: null, releases: 0 };

/** Reactors with in-memory rows. Each call processes all new events, including those the reactors append themselves. */
export const reactorsOn = (store: EventStore, models: readonly ReadModel[]): (() => Promise<void>) => {
  const reactors = models.map((model) => ({ model, rows: memoryRows() }));

  const catchUp = async ({ model, rows }: (typeof reactors)[number]): Promise<void> => {
    const done = new AbortController();
    const from = { after: rows.position(), prefixes: prefixesOf(model), signal: done.signal };
    for await (const { events, upTo, caughtUp } of store.subscribe(from)) {
      const after = rows.position();
      const batch = { events, upTo, after, evenIfEmpty: true };
      const { parked } = await applyBatchIn(
        rows.storage,
        model,
        { ...generation, position: after },
        batch,
        rows.excluded(),
      );
      const [stuck] = parked;
      if (stuck) throw new Error(`${model.name} stopped at ${stuck.position}: ${stuck.error}`);
      if (caughtUp) done.abort();
    }
  };

  return async () => {
    let head: string | null = null;
    do {
      head = await store.head();
      for (const reactor of reactors) await catchUp(reactor);
    } while ((await store.head()) !== head);
  };
};
