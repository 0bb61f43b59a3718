import type { MemoryRows } from '@rondo/projections/moments/memory-rows.ts';
import type { ReadModel } from '@rondo/projections/runner/read-model.ts';
import type { Position } from '@rondo/projections/runner/source.ts';
import type { EventStore } from '../../log/event-store.ts';
import { keyedQueue } from '../../kit/keyed-queue.ts';
import {
  bytesOf,
  carryOn,
  covers,
  isAfter,
  nothingYet,
  usualGap,
  type At,
  type MomentRows,
  type RowsThen,
} from './fold-moment.ts';
import { keptAnswers, type KeptAnswer, type KeptAnswers } from './kept-answers.ts';
import { logAfter } from './log-after.ts';
import { momentCache } from './moment-cache.ts';
import type { MomentStorage } from './moment-storage.ts';
import { storedMoments } from './stored-moments.ts';

declare module '../../kit/services.ts' {
  interface Services {
    readonly moments: Moments;
  }
}

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
  /** The studio's answers about the past, as they were sent. */
  readonly answers: KeptAnswers;
};

export type MomentParts = {
  readonly store: EventStore;
  /** Every stream of a studio that has an event in the log; none once the studio is being erased. */
  readonly streamsOf: (studioId: string) => Promise<readonly string[]>;
  /** Where rows at some moments are stored; without it every process folds the log from its beginning. */
  readonly storage?: MomentStorage;
  /** Receives failures to read or store such rows. */
  readonly report?: (error: Error) => void;
  /** Does what takes long in a turn of the request that asks for it. */
  readonly inTurn?: <T>(work: () => Promise<T>) => Promise<T>;
  /** At least so many events are between the rows that are kept on the way to a moment. */
  readonly gap?: number;
  readonly maxBytes?: number;
  readonly idleMilliseconds?: number;
};

const mebibyte = 2 ** 20;

const viewOf = ({ rows, last, revisions }: RowsThen): ModelAt => ({
  position: last?.position ?? null,
  rows: rows.of,
  revisionOf: (stream) => revisions.get(stream) ?? -1,
});

const isRows = (value: MomentRows | KeptAnswer): value is MomentRows => 'rows' in value;

/**
 * Studios at moments of the past. `momentOf(studioId, at)` names a moment by an instant or by a position in the log; `of(model)` returns
 * the rows that the read model had then. They are folded from the studio's streams, from the nearest moment that is cached or stored.
 */
export const openMoments = ({
  store,
  streamsOf,
  storage,
  report = () => undefined,
  inTurn = (work) => work(),
  gap = usualGap,
  maxBytes = 64 * mebibyte,
  idleMilliseconds = 5 * 60_000,
}: MomentParts) => {
  const cache = momentCache<MomentRows | KeptAnswer>({ maxBytes, idleMilliseconds, now: () => performance.now() });
  const stored = storage && storedMoments(storage, { store, report, gap });
  const inOrder = keyedQueue();
  const timer = setInterval(cache.dropIdle, 60_000);
  timer.unref();
  let folds = 0;

  /** The studio's streams and the end of the log; null once it is erased. */
  const look = async (studioId: string) => {
    // The head is read first: every stream with an event up to it is then known, and every such event is readable.
    const head = await store.head();
    const streams = await streamsOf(studioId);
    if (head !== null && streams.length > 0) return { head, streams };
    cache.forget(studioId);
    return null;
  };

  const isErased = async (studioId: string): Promise<boolean> => {
    if ((await streamsOf(studioId)).length > 0) return false;
    cache.forget(studioId);
    return true;
  };

  /** The cached rows around a moment: the latest ones before it, with the entry of the cache that has them, and the earliest ones after it. */
  const around = (known: readonly MomentRows[], at: At) => {
    let before: { rows: RowsThen; from: MomentRows } | null = null;
    let later: RowsThen | undefined;
    const compare = (a: RowsThen, b: RowsThen): number =>
      store.compare(a.last?.position ?? null, b.last?.position ?? null);
    for (const from of known)
      for (const rows of [...from.onTheWay, from])
        if (rows.last && isAfter(store, rows.last, at)) {
          if (!later || compare(rows, later) < 0) later = rows;
        } else if (!before || compare(rows, before.rows) > 0) before = { rows, from };
    return { before, later };
  };

  /** Cached rows that no later event can change. */
  const foldedBefore = async (studioId: string, model: ReadModel, at: At): Promise<RowsThen | null> => {
    const { before } = around(cache.of(studioId, model.name).filter(isRows), at);
    if (!before?.rows.next || !isAfter(store, before.rows.next, at) || (await isErased(studioId))) return null;
    cache.use(before.from);
    return before.rows;
  };

  /** Rows that are cached, else what they can be folded from. */
  const atHand = async (studioId: string, model: ReadModel, at: At): Promise<{ rows: RowsThen } | From> => {
    const known = await foldedBefore(studioId, model, at);
    if (known) return { rows: known };
    const seen = await look(studioId);
    if (!seen) return { rows: nothingYet() };
    const { head, streams } = seen;
    const { before, later } = around(cache.of(studioId, model.name).filter(isRows), at);
    if (before) cache.use(before.from);
    if (before && covers(store, before.rows, at, head)) return { rows: before.rows };
    return { at, head, streams, before, later };
  };

  /**
   * Requests for a studio's moments wait for each other, so that the second finds what the first one folded. They do so within their turns: one
   * that waited for a turn ahead of others that hold the studio's turns would hold them up.
   */
  const rowsAt = async (studioId: string, model: ReadModel, at: At): Promise<RowsThen> => {
    const known = await atHand(studioId, model, at);
    if ('rows' in known) return known.rows;
    return inTurn(() =>
      inOrder(`${studioId} ${model.name}`, async () => {
        const found = await atHand(studioId, model, at);
        return 'rows' in found ? found.rows : foldFrom(studioId, model, found);
      }),
    );
  };

  type From = ReturnType<typeof around> & {
    readonly at: At;
    readonly head: Position;
    readonly streams: readonly string[];
  };

  const foldFrom = async (
    studioId: string,
    model: ReadModel,
    { at, head, streams, before, later }: From,
  ): Promise<RowsThen> => {
    const base =
      (await stored?.find(studioId, model, { at, head, has: before?.rows, saves: gap / 2 })) ??
      before?.rows ??
      nothingYet();
    const log = logAfter(store, model, { streams, base, later, head, at });
    const rows = await carryOn(model, base, { log, at, head, gap });
    folds += 1;
    // Rows without a new event replace the ones that they continue.
    const instead =
      before && base === before.rows && base === before.from && rows.rows === base.rows ? before.from : null;
    const value = instead ? { ...rows, onTheWay: instead.onTheWay } : rows;
    const bytes = await bytesOf(value);
    // Streams that were deleted while they were read.
    if (await isErased(studioId)) return nothingYet();
    stored?.offer(studioId, model, rows.onTheWay);
    cache.keep(studioId, model.name, { value, bytes, instead });
    return value;
  };

  return {
    momentOf: (studioId: string, at: At): Moment => ({
      studioId,
      at,
      of: async (model) => viewOf(await rowsAt(studioId, model, at)),
      answers: keptAnswers(cache, studioId, isErased),
    }),
    /**
     * What a read model showed at several moments, the earliest first, with one pass over the log, which skips to rows that are stored. `see` must
     * not hold on to the rows.
     */
    each: async <Seen>(
      studioId: string,
      model: ReadModel,
      moments: readonly At[],
      see: (model: ModelAt, index: number) => Seen,
    ): Promise<Seen[]> => {
      const seen = await look(studioId);
      const last = moments.at(-1);
      if (!seen || !last) return moments.map((_, i) => see(viewOf(nothingYet()), i));
      const { head, streams } = seen;
      let rows: RowsThen = nothingYet();
      const logFrom = (base: RowsThen) => logAfter(store, model, { streams, base, later: undefined, head, at: last });
      let log = logFrom(rows);
      const all: Seen[] = [];
      for (const [i, at] of moments.entries()) {
        const further = await stored?.find(studioId, model, { at, head, has: rows, saves: 2 * gap });
        if (further) log = logFrom(further);
        const reached = await carryOn(model, further ?? rows, { log, at, head, gap });
        stored?.offer(studioId, model, reached.onTheWay);
        rows = reached;
        all.push(see(viewOf(rows), i));
      }
      return all;
    },
    /** Drops a studio's cached moments and answers. */
    forget: cache.forget,
    /** How often the log was read and folded, and what is cached. */
    figures: () => ({ folds, moments: cache.count(isRows), bytes: cache.bytes() }),
    close: async (): Promise<void> => {
      clearInterval(timer);
      await stored?.settled();
    },
  };
};
export type Moments = ReturnType<typeof openMoments>;
