import { erasureEvents } from '@rondo/contracts/events/erasures.ts';
import { eventReader } from '@rondo/projections/runner/events.ts';
import type { Reactor } from '@rondo/projections/runner/read-model.ts';

const read = eventReader(erasureEvents);

/** Removes all of a studio's data outside the read models once its StudioErased is in the log. */
export const erasureReactor = (eraseStudio: (studioId: string) => Promise<void>): Reactor<'erasure'> => ({
  name: 'erasure',
  version: 1,
  categories: ['erasures'],
  tables: [],
  on: () => ({ reads: [], changes: () => [] }),
  react: (event) => eraseStudio(read(event).data.studioId),
});
