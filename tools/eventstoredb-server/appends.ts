import { setTimeout as delay } from 'node:timers/promises';
import type { ServerDuplexStream, StatusObject } from '@grpc/grpc-js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import statuses from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { AppendFault } from './faults.ts';
import type { AppendOutcome, Expected, Proposed, TestLog } from './log.ts';
import { asError, expectedOf, nameOf, notLeader, proposed, unavailable } from './messages.ts';

/** An append as it reached the server, for tests to look at. */
export type SeenAppend = { readonly stream: string; readonly expected: Expected; readonly ids: readonly string[] };

type Failure = Partial<StatusObject>;

export type AppendSettings = {
  readonly maxAppendBytes: number;
  readonly nextFault: () => AppendFault | undefined;
  readonly seen: (append: SeenAppend) => void;
  /** What a follower answers; undefined at the leader. */
  readonly elsewhere: () => Failure | undefined;
};

/** An append whose messages are still coming in. */
type Incoming = { readonly options: BatchAppendReq.Options; readonly events: Proposed[] };

/** How an append ends: with an answer of its own, with the end of the whole call, or never. */
type Ending = { readonly answer: BatchAppendResp } | { readonly breaks: Failure } | 'silence';

/** Does an append with its fault. */
const endingOf = async (
  log: TestLog,
  fault: AppendFault | undefined,
  stream: string,
  expected: Expected,
  events: readonly Proposed[],
): Promise<Ending> => {
  switch (fault?.fault) {
    case undefined:
      return { answer: answerTo(log.append(stream, expected, events)) };
    case 'unavailable':
      return { breaks: unavailable() };
    case 'not leader':
      return fault.leader
        ? { breaks: notLeader(fault.leader) }
        : { answer: notHandled('No leader info available in response') };
    case 'not ready':
      return { answer: notHandled('Server Is Not Ready') };
    case 'lost answer':
      log.append(stream, expected, events);
      return { breaks: unavailable() };
    case 'silence':
      if (fault.written) log.append(stream, expected, events);
      return 'silence';
    case 'late':
      await delay(fault.milliseconds);
      return { answer: answerTo(log.append(stream, expected, events)) };
    case 'wrong expected version': {
      const held = log.readStream(stream);
      const current = held === undefined || held === 'deleted' ? 'no_stream' : BigInt(held.length - 1);
      return { answer: answerTo({ outcome: 'wrong expected version', current }) };
    }
  }
};

/** The server's call for appends, which stays open: each message names the append that it belongs to, and so does each answer. */
export const handleAppends = (
  call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>,
  log: TestLog,
  { maxAppendBytes, nextFault, seen, elsewhere }: AppendSettings,
): void => {
  const incoming = new Map<string, Incoming>();
  let isOpen = true;
  const close = (failure?: Failure): void => {
    if (!isOpen) return;
    isOpen = false;
    if (failure) call.emit('error', asError(failure));
    else call.end();
  };

  const append = async ({ options, events }: Incoming): Promise<Ending> => {
    const failure = elsewhere();
    if (failure) return { breaks: failure };
    const stream = nameOf(options.getStreamIdentifier());
    const expected = expectedOf(options);
    seen({ stream, expected, ids: events.map(({ id }) => id) });
    if (sizeOf(events) > maxAppendBytes) return { answer: tooLarge(maxAppendBytes) };
    return endingOf(log, nextFault(), stream, expected, events);
  };

  const finish = (request: BatchAppendReq, options: BatchAppendReq.Options, ending: Ending): void => {
    if (ending === 'silence' || !isOpen) return;
    if ('breaks' in ending) return close(ending.breaks);
    const { answer } = ending;
    call.write(answer.setCorrelationId(request.getCorrelationId()).setStreamIdentifier(options.getStreamIdentifier()));
  };

  call.on('data', (request: BatchAppendReq) => {
    const id = request.getCorrelationId()?.getString() ?? '';
    const options = request.getOptions();
    const one = incoming.get(id) ?? (options && { options, events: [] });
    if (!one) return;
    incoming.set(id, one);
    one.events.push(...request.getProposedMessagesList().map(proposed));
    if (!request.getIsFinal()) return;
    incoming.delete(id);
    void append(one).then((ending) => finish(request, one.options, ending));
  });
  call.on('end', () => close());
  call.on('cancelled', () => (isOpen = false));
};

const sizeOf = (events: readonly Proposed[]): number =>
  events.reduce((sum, { type, data, metadata }) => sum + 2 * type.length + data.length + metadata.length, 0);

const answerTo = (outcome: AppendOutcome): BatchAppendResp => {
  switch (outcome.outcome) {
    case 'appended':
    case 'known': {
      const position = new shared.AllStreamPosition()
        .setCommitPosition(String(outcome.last.position))
        .setPreparePosition(String(outcome.last.position));
      const success = new streams.BatchAppendResp.Success().setCurrentRevision(String(outcome.last.revision));
      return new streams.BatchAppendResp().setSuccess(success.setPosition(position));
    }
    case 'deleted':
      return refusal('StreamDeleted', new shared.StreamDeleted().serializeBinary());
    case 'wrong expected version': {
      const wrong = new shared.WrongExpectedVersion();
      if (outcome.current === 'no_stream') wrong.setCurrentNoStream(new empty.Empty());
      else wrong.setCurrentStreamRevision(String(outcome.current));
      return refusal('WrongExpectedVersion', wrong.serializeBinary());
    }
  }
};

const tooLarge = (limit: number): BatchAppendResp =>
  refusal(
    'MaximumAppendSizeExceeded',
    new shared.MaximumAppendSizeExceeded().setMaxappendsize(limit).serializeBinary(),
  );

const failed = (message: string, bytes: Uint8Array, name: string): BatchAppendResp => {
  const details = new any.Any();
  details.pack(bytes, name);
  return new streams.BatchAppendResp().setError(new statuses.Status().setMessage(message).setDetails(details));
};

const refusal = (name: string, bytes: Uint8Array): BatchAppendResp => failed(name, bytes, `event_store.client.${name}`);

/** The server did not take the append on; it says why in words only. */
const notHandled = (message: string): BatchAppendResp =>
  failed(message, new empty.Empty().serializeBinary(), 'google.protobuf.Empty');
