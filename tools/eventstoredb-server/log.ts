/** An event as a writer proposes it, bytes as they came over the wire. */
export type Proposed = {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
};

/** An event as the log holds it. Commit and prepare position are one number, as for every append of a modern server. */
export type LogRecord = Proposed & {
  readonly stream: string;
  readonly revision: bigint;
  readonly position: bigint;
  /** Ticks of 100 ns since 1970. */
  readonly created: bigint;
};

export type Expected = bigint | 'no_stream' | 'any' | 'stream_exists';

export type AppendOutcome =
  | { readonly outcome: 'appended' | 'known'; readonly last: LogRecord }
  | { readonly outcome: 'wrong expected version'; readonly current: bigint | 'no_stream' }
  | { readonly outcome: 'deleted' };

/** The revision that a tombstone has in the real log. */
const deletedRevision = 9_223_372_036_854_775_807n;
const tombstoneType = '$streamDeleted';
const noBytes = Buffer.alloc(0);

export type TestLog = ReturnType<typeof testLog>;

export type TestLogOptions = {
  /** The position of the first event; the default is beyond what a double can hold. */
  readonly firstPosition?: bigint;
  /** The events that the log begins with, as an earlier one has written them. */
  readonly held?: readonly LogRecord[];
  /** Keeps the events of an append or of a tombstone, before it is answered. */
  readonly write?: (records: readonly LogRecord[]) => void;
};

/**
 * The log of the test server in memory, by the rules of EventStoreDB: the server looks for known event ids only where
 * the expected revision points, so a known id at another revision is written again; a tombstone is an event of the
 * stream; a tombstoned stream's events stay in $all.
 */
export const testLog = ({
  firstPosition = 9_007_199_254_740_993n,
  held: before = [],
  write: keep,
}: TestLogOptions = {}) => {
  const all: LogRecord[] = [];
  const streams = new Map<string, LogRecord[]>();
  const tombstoned = new Set<string>();
  /** Of a stream deleted softly: its first revision that still reads. */
  const truncatedBefore = new Map<string, bigint>();
  let bell = Promise.withResolvers<void>();
  const followers = new Set<{ sentUpTo: bigint }>();
  let progress = Promise.withResolvers<void>();
  let next = firstPosition;
  let clock = 0n;

  const take = (record: LogRecord): void => {
    next = record.position + BigInt(100 + record.data.length + record.metadata.length);
    clock = record.created;
    all.push(record);
    if (record.type === tombstoneType) tombstoned.add(record.stream);
    else {
      const held = streams.get(record.stream);
      if (held) held.push(record);
      else streams.set(record.stream, [record]);
    }
  };

  /** Writes events that follow one another in a stream. */
  const write = (stream: string, first: bigint, events: readonly Proposed[]): LogRecord[] => {
    const now = BigInt(Date.now()) * 10_000n;
    const created = now > clock ? now : clock;
    let position = next;
    const records = events.map((event, i) => {
      const record = { ...event, stream, revision: first + BigInt(i), position, created };
      position += BigInt(100 + event.data.length + event.metadata.length);
      return record;
    });
    keep?.(records);
    for (const record of records) take(record);
    return records;
  };

  for (const record of before) take(record);

  const ring = (): void => {
    bell.resolve();
    bell = Promise.withResolvers<void>();
  };

  const commit = (stream: string, held: readonly LogRecord[], events: readonly Proposed[]): AppendOutcome => {
    const last = write(stream, BigInt(held.length), events).at(-1);
    ring();
    return last ? { outcome: 'appended', last } : { outcome: 'wrong expected version', current: currentOf(held) };
  };

  const append = (stream: string, expected: Expected, events: readonly Proposed[]): AppendOutcome => {
    if (tombstoned.has(stream)) return { outcome: 'deleted' };
    const held = streams.get(stream) ?? [];
    if (expected === 'any' || (expected === 'stream_exists' && held.length > 0)) return commit(stream, held, events);
    const at = expected === 'no_stream' ? 0 : expected === 'stream_exists' ? -1 : Number(expected) + 1;
    if (at === held.length) return commit(stream, held, events);
    const known = at < 0 ? [] : held.slice(at, at + events.length);
    const last = known.at(-1);
    if (last && known.length === events.length && known.every(({ id }, i) => id === events[i]?.id))
      return { outcome: 'known', last };
    return { outcome: 'wrong expected version', current: currentOf(held) };
  };

  const tombstone = (stream: string): { readonly outcome: 'tombstoned' | 'deleted'; readonly position: bigint } => {
    if (tombstoned.has(stream)) return { outcome: 'deleted', position: 0n };
    const id = crypto.randomUUID();
    const contentType = 'application/octet-stream';
    const event = { id, type: tombstoneType, contentType, data: noBytes, metadata: noBytes };
    const [record] = write(stream, deletedRevision, [event]);
    ring();
    return { outcome: 'tombstoned', position: record?.position ?? 0n };
  };

  return {
    all,
    append,
    tombstone,
    /** Soft-deletes a stream: what it held no longer reads, and it continues at its revision. */
    softDelete: (stream: string): void => {
      truncatedBefore.set(stream, BigInt(streams.get(stream)?.length ?? 0));
    },
    /** `undefined` for a stream that is not there, `'deleted'` for one with a tombstone. */
    readStream: (stream: string): readonly LogRecord[] | 'deleted' | undefined => {
      if (tombstoned.has(stream)) return 'deleted';
      const from = truncatedBefore.get(stream) ?? 0n;
      const held = streams.get(stream)?.filter(({ revision }) => revision >= from) ?? [];
      return held.length === 0 ? undefined : held;
    },
    /** Resolves when something is written after this call. */
    written: (): Promise<void> => bell.promise,
    /** A subscription that has caught up and says how far it was sent the log. */
    follow: (sentUpTo: bigint) => {
      const follower = { sentUpTo };
      followers.add(follower);
      const tell = (): void => {
        progress.resolve();
        progress = Promise.withResolvers<void>();
      };
      return {
        sent: (position: bigint): void => {
          follower.sentUpTo = position;
          tell();
        },
        leave: (): void => {
          followers.delete(follower);
          tell();
        },
      };
    },
    /** Resolves when every subscription that has caught up has been sent the log up to a position. */
    sentUpTo: async (position: bigint): Promise<void> => {
      while ([...followers].some(({ sentUpTo }) => sentUpTo < position)) await progress.promise;
    },
  };
};

const currentOf = (held: readonly LogRecord[]): bigint | 'no_stream' =>
  held.length === 0 ? 'no_stream' : BigInt(held.length - 1);

/** Index of the first record after a position. */
export const firstAfter = (all: readonly LogRecord[], position: bigint): number => {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.position ?? 0n) > position) high = middle;
    else low = middle + 1;
  }
  return low;
};
