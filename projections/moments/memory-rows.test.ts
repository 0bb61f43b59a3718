import { memoryRows } from './memory-rows.ts';
import { rowStorageContract } from '../testing/row-storage-contract.ts';

rowStorageContract('in memory', async () => {
  const rows = memoryRows();
  return {
    storage: rows.storage,
    generation: { schema: 'sums_1_1', generation: 1, position: null, releases: 0 },
    rows: async () => rows.rows('sums'),
    excluded: async () => rows.excluded(),
  };
});
