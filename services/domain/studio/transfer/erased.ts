import { erasureEvents } from '@rondo/contracts/events/erasures.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { eventReader } from '@rondo/projections/runner/events.ts';
import type { EventStore } from '../../../platform/log/event-store.ts';
import { Refused } from './event-line.ts';

const read = eventReader(erasureEvents);

/** @throws Refused when the log says that the studio was erased */
export const refuseErased = async (store: EventStore, studioId: string): Promise<void> => {
  const erasures = await store.readStream(streamName(erasureEvents));
  if (erasures.some((event) => read(event).data.studioId === studioId))
    throw new Refused(`Studio ${studioId} has been erased.`);
};
