import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { applyBatchIn, CheckpointMoved } from '../runner/apply.ts';
import type { Generation } from '../runner/registry.ts';
import { KnownRows } from '../runner/fold.ts';
import { defineTable, put, reading, remove, type ReadModel } from '../runner/read-model.ts';
import type { RowStorage } from '../runner/row-storage.ts';
import type { SourceEvent } from '../runner/source.ts';

const sums = defineTable({
  name: 'sums',
  row: z.object({ studio_id: z.string(), stream: z.string(), total: z.number() }),
  key: ['studio_id', 'stream'],
});

/** Sums numbers, deletes a sum at 'reset' and cannot handle 'poison'. */
export const sumsModel: ReadModel = {
  name: 'sums',
  version: 1,
  categories: ['sum'],
  tables: [sums],
  on: ({ metadata: { studioId }, stream, type, data }) => {
    const key = [studioId, stream];
    if (type === 'poison') throw new Error('It cannot be handled.');
    if (type === 'reset') return reading(sums, [key], () => [remove(sums, key)]);
    return reading(sums, [key], (rows) => [
      put(sums, { studio_id: studioId, stream, total: (rows.get(sums, key)?.total ?? 0) + z.number().parse(data) }),
    ]);
  },
};

export type StorageUnderTest = {
  readonly storage: RowStorage;
  readonly generation: Generation;
  readonly rows: () => Promise<readonly unknown[]>;
  readonly excluded: () => Promise<{ erased: Set<string>; parked: Set<string> }>;
};

type Step = { readonly studioId: string; readonly type?: string; readonly data: unknown };

const eventsFrom = (first: number, steps: readonly Step[]): SourceEvent[] =>
  steps.map(({ studioId, type = 'add', data }, i) => ({
    position: String(first + i),
    stream: type === 'StudioErased' ? 'erasures' : `sum-${studioId}`,
    revision: 0,
    eventId: '',
    type,
    data,
    recordedAt: '',
    metadata: {
      commandId: '',
      inputHash: '',
      correlationId: '',
      causationId: '',
      batchId: '',
      studioId,
      actor: '',
      schemaVersion: 1,
    },
  }));

/** How batches are applied, wherever rows and checkpoint are kept. */
export const rowStorageContract = (name: string, open: () => Promise<StorageUnderTest>): void => {
  describe(`rows and checkpoint ${name}`, () => {
    const follower = async () => {
      const under = await open();
      const known = new KnownRows();
      let position: string | null = null;
      const apply = async (steps: readonly Step[], after = position) => {
        const events = eventsFrom(Number(after ?? 0) + 1, steps);
        const batch = { events, after, upTo: events.at(-1)?.position ?? '0' };
        const applied = await applyBatchIn(
          under.storage,
          sumsModel,
          { ...under.generation, position: after },
          batch,
          await under.excluded(),
          known,
        );
        position = batch.upTo;
        return applied;
      };
      return { ...under, apply };
    };

    test('rows are read, folded, written, removed and recreated', async () => {
      const { apply, rows } = await follower();
      await apply([
        { studioId: 'a', data: 1 },
        { studioId: 'b', data: 2 },
        { studioId: 'a', data: 3 },
      ]);
      await apply([
        { studioId: 'a', data: 4 },
        { studioId: 'b', type: 'reset', data: null },
      ]);
      expect(await rows()).toEqual([{ studio_id: 'a', stream: 'sum-a', total: 8 }]);
      await apply([{ studioId: 'b', data: 5 }]);
      expect(await rows()).toContainEqual({ studio_id: 'b', stream: 'sum-b', total: 5 });
    });

    test('a batch that does not begin at the checkpoint changes nothing', async () => {
      const { apply, rows } = await follower();
      await apply([{ studioId: 'a', data: 1 }]);
      await expect(apply([{ studioId: 'a', data: 1 }], null)).rejects.toBeInstanceOf(CheckpointMoved);
      expect(await rows()).toEqual([{ studio_id: 'a', stream: 'sum-a', total: 1 }]);
    });

    test('a studio whose event cannot be handled stays where it stopped, and the others continue', async () => {
      const { apply, rows, excluded } = await follower();
      await apply([
        { studioId: 'a', data: 1 },
        { studioId: 'a', type: 'poison', data: null },
        { studioId: 'b', data: 2 },
      ]);
      await apply([{ studioId: 'a', data: 10 }]);
      expect(await rows()).toEqual([
        { studio_id: 'a', stream: 'sum-a', total: 1 },
        { studio_id: 'b', stream: 'sum-b', total: 2 },
      ]);
      expect([...(await excluded()).parked]).toEqual(['a']);
    });

    test('an erased studio has no rows, even after later events', async () => {
      const { apply, rows, excluded } = await follower();
      await apply([
        { studioId: 'a', data: 1 },
        { studioId: 'b', data: 2 },
      ]);
      await apply([{ studioId: 'a', type: 'StudioErased', data: { studioId: 'a' } }]);
      await apply([{ studioId: 'a', data: 9 }]);
      expect(await rows()).toEqual([{ studio_id: 'b', stream: 'sum-b', total: 2 }]);
      expect([...(await excluded()).erased]).toEqual(['a']);
    });
  });
};
