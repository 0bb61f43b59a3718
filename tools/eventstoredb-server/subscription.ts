import { randomUUID } from 'node:crypto';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { firstAfter, type LogRecord, type TestLog } from './log.ts';
import { caughtUpMessage, checkpointMessage, confirmationMessage, fellBehindMessage } from './messages.ts';
import type { Outgoing } from './outgoing.ts';

/** How many events the real server reads at once where the client names no search window. */
const pageSize = 32;
/** A live subscription further behind than this reads pages again. */
const liveBuffer = 500;

type Wanted = {
  /** Everything after this position. */
  readonly after: bigint;
  readonly allows: (record: LogRecord) => boolean;
  readonly window: number;
  readonly checkpointEvery: number;
};

export const filterOf = (options: ReadReq.Options): Omit<Wanted, 'after'> => {
  const filter = options.getFilter();
  const byStream = filter?.getStreamIdentifier();
  const expression = byStream ?? filter?.getEventType();
  const prefixes = expression?.getPrefixList() ?? [];
  const window = filter?.hasMax() ? filter.getMax() : pageSize;
  return {
    allows: (record) =>
      prefixes.length === 0 || prefixes.some((prefix) => (byStream ? record.stream : record.type).startsWith(prefix)),
    window,
    checkpointEvery: window * (filter?.getCheckpointintervalmultiplier() || 1),
  };
};

/**
 * A catch-up subscription to $all as the real server runs it: pages of the log until its end, then a checkpoint (of where the
 * last page began, so it may lie well before the end) and the message that it caught up, then event by event.
 */
export const runSubscription = async (
  log: TestLog,
  out: Outgoing,
  wanted: Wanted,
  saysCaughtUp: boolean,
): Promise<never> => {
  let next = firstAfter(log.all, wanted.after);
  let considered = 0;
  let sentUpTo = wanted.after;

  const checkpoint = async (position: bigint): Promise<void> => {
    if (position <= sentUpTo) return;
    sentUpTo = position;
    await out.send(checkpointMessage(position));
  };

  const consider = async (record: LogRecord): Promise<void> => {
    next += 1;
    considered += 1;
    if (wanted.allows(record)) {
      await out.sendEvent(record);
      sentUpTo = record.position;
    }
  };

  const catchUp = async (): Promise<void> => {
    for (;;) {
      const pageStart = log.all[next - 1]?.position ?? 0n;
      for (const record of log.all.slice(next, next + wanted.window)) await consider(record);
      const ended = next >= log.all.length;
      if (ended || considered >= wanted.checkpointEvery) {
        considered %= wanted.checkpointEvery;
        await checkpoint(pageStart);
      }
      if (ended) return;
    }
  };

  const live = async (follower: ReturnType<TestLog['follow']>): Promise<void> => {
    for (;;) {
      const written = log.written();
      if (log.all.length - next > liveBuffer) return;
      const record = log.all[next];
      if (record) {
        await consider(record);
        follower.sent(record.position);
        if (considered < wanted.checkpointEvery) continue;
        considered = 0;
        await checkpoint(record.position);
      } else {
        await out.suffer();
        await Promise.race([written, out.ended]);
      }
    }
  };

  await out.send(confirmationMessage(randomUUID()));
  for (;;) {
    await catchUp();
    if (saysCaughtUp) await out.send(caughtUpMessage());
    const follower = log.follow(log.all[next - 1]?.position ?? 0n);
    await live(follower).finally(follower.leave);
    if (saysCaughtUp) await out.send(fellBehindMessage());
  }
};
