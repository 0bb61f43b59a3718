import { status } from '@grpc/grpc-js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { ReadFault } from './faults.ts';
import { firstAfter, type LogRecord, type TestLog } from './log.ts';
import { asError, failure, nameOf, notFoundMessage, streamDeleted } from './messages.ts';
import { CallOver, outgoing, type Outgoing, type ReadCall } from './outgoing.ts';
import { filterOf, runSubscription } from './subscription.ts';

const backwards = streams.ReadReq.Options.ReadDirection.BACKWARDS;

/** The part of a stream that a read asks for. */
const streamRange = (held: readonly LogRecord[], options: ReadReq.Options): readonly LogRecord[] => {
  const stream = options.getStream();
  const from = stream?.hasRevision() ? BigInt(stream.getRevision()) : undefined;
  const ordered =
    options.getReadDirection() === backwards
      ? held.filter(({ revision }) => from === undefined || revision <= from).toReversed()
      : held.filter(({ revision }) => from === undefined || revision >= from);
  return stream?.hasEnd() && options.getReadDirection() !== backwards ? [] : ordered;
};

/** The part of $all that a read asks for: forwards from a position itself, backwards from before it. */
const allRange = (all: readonly LogRecord[], options: ReadReq.Options): readonly LogRecord[] => {
  const count = Number(options.getCount());
  const from = options.getAll()?.getPosition();
  const position = BigInt(from?.getCommitPosition() ?? 0);
  if (options.getReadDirection() === backwards) {
    const end = from ? firstAfter(all, position - 1n) : all.length;
    return all.slice(Math.max(0, end - count), end).toReversed();
  }
  const start = from ? firstAfter(all, position - 1n) : options.getAll()?.hasEnd() ? all.length : 0;
  return all.slice(start, start + count);
};

const sendRange = async (out: Outgoing, call: ReadCall, range: readonly LogRecord[], count: number): Promise<void> => {
  for (const record of range.slice(0, count)) await out.sendEvent(record);
  await out.suffer();
  call.end();
};

const answerRead = async (call: ReadCall, log: TestLog, out: Outgoing, caughtUpMessages: boolean): Promise<void> => {
  const options = call.request.getOptions();
  const stream = options?.getStream();
  if (!options || (stream && options.hasSubscription())) {
    call.emit('error', asError(failure(status.UNIMPLEMENTED, 'The test server knows no such read.')));
  } else if (options.hasSubscription()) {
    const position = options.getAll()?.getPosition();
    const last = log.all.at(-1)?.position ?? 0n;
    const after = options.getAll()?.hasEnd() ? last : BigInt(position?.getCommitPosition() ?? -1);
    await runSubscription(log, out, { after, ...filterOf(options) }, caughtUpMessages);
  } else if (stream) {
    const name = nameOf(stream.getStreamIdentifier());
    const held = log.readStream(name);
    if (held === 'deleted') call.emit('error', asError(streamDeleted(name)));
    else if (held) await sendRange(out, call, streamRange(held, options), Number(options.getCount()));
    else {
      await out.send(notFoundMessage(name));
      call.end();
    }
  } else await sendRange(out, call, allRange(log.all, options), Number(options.getCount()));
};

/** Answers a read of a stream or of $all, or a subscription to $all. */
export const handleRead = (
  call: ReadCall,
  log: TestLog,
  settings: { fault: ReadFault | undefined; caughtUpMessages: boolean; onEvent: () => void },
): void => {
  const out = outgoing(call, settings.fault, settings.onEvent);
  answerRead(call, log, out, settings.caughtUpMessages).catch((error: unknown) => {
    if (!(error instanceof CallOver))
      call.emit('error', asError(failure(status.INTERNAL, `The test server failed: ${String(error)}`)));
  });
};
