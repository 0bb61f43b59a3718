import { applyBatchIn } from '@rondo/projections/runner/apply.ts';
import { prefixesOf, type ReadModel, type Table } from '@rondo/projections/runner/read-model.ts';
import { memoryRows } from '@rondo/projections/moments/memory-rows.ts';
import type { z } from 'zod';
import type { EventStore } from '../../../platform/log/event-store.ts';

const generation = { schema: 'memory', generation: 1, position: null, releases: 0 };

/** Read models and reactors with in-memory rows. Each call of `catchUp` processes all new events, including those the reactors append themselves. */
export const followersOf = (store: EventStore, models: readonly ReadModel[]) => {
  const followers = models.map((model) => ({ model, rows: memoryRows() }));

  const follow = async ({ model, rows }: (typeof followers)[number]): Promise<void> => {
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

  return {
    catchUp: async (): Promise<void> => {
      let head: string | null = null;
      do {
        head = await store.head();
        for (const follower of followers) await follow(follower);
      } while ((await store.head()) !== head);
    },
    /** The rows of a model's table. */
    rows: <Shape extends z.ZodObject>(model: string, table: Table<Shape>): z.output<Shape>[] => {
      const follower = followers.find(({ model: { name } }) => name === model);
      return (follower?.rows.rows(table.name) ?? []).map((row) => table.row.parse(row));
    },
  };
};

/** Reactors with in-memory rows. Each call processes all new events, including those the reactors append themselves. */
export const reactorsOn = (store: EventStore, models: readonly ReadModel[]): (() => Promise<void>) =>
  followersOf(store, models).catchUp;
