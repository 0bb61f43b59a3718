import { z } from 'zod';
import { defineTable, put, reading, type ReadModel, type RowReader } from '../runner/read-model.ts';
import type { Fact } from './facts.ts';

const tallies = defineTable({
  name: 'tallies',
  row: z.object({ studio_id: z.string(), item: z.string(), count: z.number() }),
  key: ['studio_id', 'item'],
});

const tallied = z.object({ item: z.string(), poison: z.boolean() });

/** Counts events, so that an event applied twice shows. It cannot handle poison, unless it has been fixed. */
export const tallyModel = ({ name = 'tally', fixed = false } = {}): ReadModel => ({
  name,
  version: 1,
  categories: ['tally'],
  tables: [tallies],
  on: ({ data, metadata: { studioId } }) => {
    const { item, poison } = tallied.parse(data);
    const key = [studioId, item];
    return reading(tallies, [key], (rows) => {
      if (poison && !fixed) throw new Error(`${item} is poison.`);
      return [put(tallies, { studio_id: studioId, item, count: (rows.get(tallies, key)?.count ?? 0) + 1 })];
    });
  },
});

/** A reactor that also counts, and calls the given function for each event. */
export const tallyReactor = (react: (item: string, count: number, studioId: string) => Promise<void>): ReadModel => ({
  ...tallyModel({ fixed: true }),
  react: ({ data, metadata: { studioId } }, rows: RowReader) => {
    const { item } = tallied.parse(data);
    return react(item, rows.get(tallies, [studioId, item])?.count ?? 0, studioId);
  },
});

/** An event that the model counts. */
export const counted = (studioId: string, item = 'scales', { poison = false } = {}): Fact => ({
  stream: `tally-${studioId}`,
  type: 'Tallied',
  data: { item, poison },
  studioId,
});

/** An event that the model cannot handle. */
export const poison = (studioId: string): Fact => counted(studioId, 'arsenic', { poison: true });

/** An event that does not concern the model. */
export const unrelated = (studioId = 'studio'): Fact => ({
  stream: `weather-${studioId}`,
  type: 'Rained',
  data: {},
  studioId,
});
