import type { MemoryRows } from '@rondo/projections/moments/memory-rows.ts';
import type { ReadModel } from '@rondo/projections/runner/read-model.ts';
import type { Position } from '@rondo/projections/runner/source.ts';
import type { EventStore } from '../event-store/event-store.ts';
import { keyedQueue } from '../jobs/keyed-queue.ts';
import { carryOn, covers, eventsAfter, isAfter, nothingYet, type At, type MomentRows } from './fold-moment.ts';
import { momentCache } from './moment-cache.ts';

/** A read model's rows of one studio at a moment. */
type ModelAt = {
  /** Of the last event that the rows include; null before the first. It identifies the rows. */
  readonly position: Position | null;
  /** The rows of one of the model's tables, in no particular order. They are shared: never mutate them. */
  readonly rows: MemoryRows['of'];
  /** The last revision that the rows include of one of the model's streams; -1 before its first event. */
  readonly revisionOf: (stream: string) => number;
};

/** A studio at a moment of the past. */
export type Moment = {
  readonly studioId: string;
  readonly at: At;
  /** What a read model showed then: computed from the log by the model's own handlers, the first time and whenever it is no longer cached. */
  readonly of: (model: ReadModel) => Promise<ModelAt>;
};

export type MomentDependencies = {
  readonly store: EventStore;
  /** Every stream of a studio that has an event in the log; none once the studio is being erased. */
  readonly streamsOf: (studioId: string) => Promise<readonly string[]>;
  readonly maxBytes?: number;
  readonly idleMilliseconds?: number;
};

const mebibyte = 2 ** 20;

/**
 * Studios at moments of the past. `momentOf(studioId, at)` names a moment by an instant or by a position in the log; `of(model)` returns
 * the rows that the read model had then. Nothing is stored: the rows are folded from the studio's streams, and cached for a while.
 */
export const openMoments = ({
  store,
  streamsOf,
  maxBytes = 64 * mebibyte,
  idleMilliseconds = 5 * 60_000,
}: MomentDependencies) => {
  const cache = momentCache({ maxBytes, idleMilliseconds, now: () => performance.now() });
  const inTurn = keyedQueue();
  const timer = setInterval(cache.dropIdle, 60_000);
  timer.unref();
  let folds = 0;

  /** The cached rows to continue from: the latest ones before the moment. */
  const nearest = (known: readonly MomentRows[], at: At): MomentRows =>
    known
      .filter(({ last }) => last === null || !isAfter(store, last, at))
      .toSorted((a, b) => store.compare(b.last?.position ?? null, a.last?.position ?? null))[0] ?? nothingYet();

  const fold = async (studioId: string, model: ReadModel, at: At): Promise<MomentRows> => {
    // The head is read first: every stream with an event up to it is then known, and every such event is readable.
    const head = await store.head();
    const streams = await streamsOf(studioId);
    if (head === null || streams.length === 0) {
      cache.forget(studioId);
      return nothingYet();
    }
    const known = cache.of(studioId, model.name);
    const found = known.find((rows) => covers(store, rows, at, head));
    if (found) {
      cache.keep(studioId, model.name, found);
      return found;
    }
    const base = nearest(known, at);
    const events = await eventsAfter(store, model, { streams, base, head, at });
    const rows = await carryOn(store, model, { base, events, head, at });
    folds += 1;
    // Streams that were deleted while they were read.
    if ((await streamsOf(studioId)).length === 0) {
      cache.forget(studioId);
      return nothingYet();
    }
    cache.keep(studioId, model.name, rows, rows.rows === base.rows ? base : null);
    return rows;
  };

  return {
    momentOf: (studioId: string, at: At): Moment => ({
      studioId,
      at,
      // Requests for a studio's moments wait for each other, so that the second finds what the first one folded.
      of: (model) =>
        inTurn(`${studioId} ${model.name}`, async () => {
          const { rows, last, revisions } = await fold(studioId, model, at);
          return {
            position: last?.position ?? null,
            rows: rows.of,
            revisionOf: (stream) => revisions.get(stream) ?? -1,
          };
        }),
    }),
    /** Drops a studio's cached moments. */
    forget: cache.forget,
    /** How often the log was read and folded, and what is cached. */
    figures: () => ({ folds, moments: cache.length(), bytes: cache.bytes() }),
    close: async (): Promise<void> => clearInterval(timer),
  };
};
export type Moments = ReturnType<typeof openMoments>;
