import { parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { withoutFences } from '@rondo/projections/runner/events.ts';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import type { Services } from '../../../../platform/kit/services.ts';

/** The events of every stream of a studio that can be restored, or that tells what stays as it is, without fences. */
export type StudioLog = ReadonlyMap<string, readonly SourceEvent[]>;

/** The categories whose streams are restored, and the families, which stay. */
const restoredCategories: ReadonlySet<string> = new Set([
  'student',
  'teacher',
  'schedule',
  'report',
  'studio',
  'household',
]);

const page = 1000;
const streamsAtOnce = 8;

const readWhole = async (store: Services['store'], stream: string): Promise<SourceEvent[]> => {
  const events: SourceEvent[] = [];
  for (;;) {
    const read = await store.readStream(stream, { from: events.length, limit: page });
    events.push(...read);
    if (read.length < page) return withoutFences(events);
  }
};

/** Runs a task for every item, a few at a time. */
export const forEach = async <Item>(items: readonly Item[], atOnce: number, task: (item: Item) => Promise<void>) => {
  const waiting = [...items].toReversed();
  const work = async (): Promise<void> => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await task(item);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
};

export const readStudio = async (
  { store, streams }: Pick<Services, 'store' | 'streams'>,
  studioId: string,
): Promise<StudioLog> => {
  const log = new Map<string, SourceEvent[]>();
  const own = (await streams.of(studioId)).filter((stream) => restoredCategories.has(parseStreamName(stream).category));
  await forEach(own, streamsAtOnce, async (stream) => {
    log.set(stream, await readWhole(store, stream));
  });
  return log;
};
