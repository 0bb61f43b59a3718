import { retried } from '@rondo/projections/kit/retry.ts';
import { fenceEvents, isFence, type Fencer } from '@rondo/contracts/events/fence.ts';
import { eventReader } from '@rondo/projections/runner/events.ts';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import { batchOf, newEvent, type CommandContext } from './aggregate.ts';
import type { Fence } from './folded.ts';
import { derivedId, inputHashOf } from './ids.ts';
import { StreamDeleted, WrongExpectedRevision, type EventStore } from '../log/event-store.ts';

/** What others are told while a stream is fenced. */
const whileFenced: Readonly<Record<Fencer, string>> = {
  restore: 'A restore is running.',
  branch: 'A branch is being taken over.',
};

/** Why a stream refuses a command; null when it does not. */
export const refusalBehind = (fence: Fence | null, { passesFences }: CommandContext): string | null =>
  fence === null || passesFences === true ? null : whileFenced[fence.by];

const readFence = eventReader(fenceEvents);
const page = 20;

/** The newest fence event of a stream. Found from its end: a restore leaves few events behind it. */
const newestFence = async (store: EventStore, stream: string): Promise<{ last: number; fence: SourceEvent | null }> => {
  let last = -1;
  for (let from: number | undefined; ;) {
    const events = await store.readStream(stream, {
      direction: 'backwards',
      limit: page,
      ...(from === undefined ? {} : { from }),
    });
    last = Math.max(last, events[0]?.revision ?? -1);
    const fence = events.find(isFence);
    const oldest = events.at(-1);
    if (fence || !oldest || oldest.revision === 0) return { last, fence: fence ?? null };
    from = oldest.revision - 1;
  }
};

type Lifting = { readonly restoreId: string; readonly detail: string | null };

/** How a restore lifted its fence from a stream; null while it has not. */
export const liftedFence = async (store: EventStore, stream: string, restoreId: string): Promise<Lifting | null> => {
  const { fence } = await newestFence(store, stream);
  const event = fence && readFence(fence);
  return event?.type === 'FenceLifted' && event.data.restoreId === restoreId ? event.data : null;
};

/** A fence must get through however many writes it races. */
export const mostRaces = 100;
export const isRace = (error: unknown): boolean => error instanceof WrongExpectedRevision;

/**
 * Lifts a fence from a stream, if it is the one that stands. Reads and folds nothing but the end of the stream, so that it is possible whatever the stream holds.
 * Nothing if it has none, or is gone.
 */
export const liftFence = async (
  store: EventStore,
  stream: string,
  context: CommandContext,
  data: Lifting,
): Promise<void> => {
  const { undoes: _, ...lifting } = context;
  await retried(mostRaces, isRace, async () => {
    const { last, fence } = await newestFence(store, stream);
    const newest = fence && readFence(fence);
    if (newest?.type !== 'StreamFenced' || newest.data.restoreId !== data.restoreId) return;
    const commandId = derivedId(context.commandId, `lift ${stream} at ${last}`);
    const own = { ...lifting, batchId: batchOf(context), commandId };
    const lifted = newEvent(fenceEvents, stream, own, inputHashOf(data), { type: 'FenceLifted', data }, 0);
    await store.append(stream, last, [lifted]).catch((error: unknown) => {
      if (!(error instanceof StreamDeleted)) throw error;
    });
  });
};
