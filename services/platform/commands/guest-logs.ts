import { parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { BoundedMap } from '@rondo/projections/kit/bounded-map.ts';
import { limitMet, RuleBroken } from '../kit/errors.ts';
import type { EventStore } from '../log/event-store.ts';

/** Studios whose counts are remembered; the count of any other is read from the log again. */
const remembered = 10_000;
const readAtOnce = 32;

export type GuestLogs = {
  /** The same log, whose appends are counted. */
  readonly counting: (store: EventStore) => EventStore;
  /** @throws RuleBroken when a guest's studio has as many events as it may have */
  readonly refuseFull: (studioId: string) => Promise<void>;
};

/** Counts the events of guests' studios, so that no guest fills the log. */
export const guestLogs = ({
  store,
  streamsOf,
  most,
}: {
  readonly store: Pick<EventStore, 'readStream'>;
  readonly streamsOf: (studioId: string) => Promise<readonly string[]>;
  readonly most: number;
}): GuestLogs => {
  const counts = new BoundedMap<string, number>(remembered);

  const readCount = async (studioId: string): Promise<number> => {
    const streams = await streamsOf(studioId);
    let count = 0;
    for (let at = 0; at < streams.length && count < most; at += readAtOnce) {
      const last = await Promise.all(
        streams
          .slice(at, at + readAtOnce)
          .map((stream) => store.readStream(stream, { direction: 'backwards', limit: 1 })),
      );
      for (const [event] of last) count += event ? event.revision + 1 : 0;
    }
    return count;
  };

  const countOf = async (studioId: string): Promise<number> => {
    const known = counts.get(studioId) ?? (await readCount(studioId));
    counts.set(studioId, known);
    return known;
  };

  return {
    counting: (counted) => ({
      ...counted,
      append: async (stream, expected, events) => {
        const appended = await counted.append(stream, expected, events);
        const { studioId } = parseStreamName(stream);
        const known = studioId === null ? undefined : counts.get(studioId);
        if (studioId !== null && known !== undefined) counts.set(studioId, known + events.length);
        return appended;
      },
    }),
    refuseFull: async (studioId) => {
      if ((await countOf(studioId)) >= most)
        throw limitMet('events of a guest', new RuleBroken('This guest studio is full. Create an account to go on.'));
    },
  };
};
