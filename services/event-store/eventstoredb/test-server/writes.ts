import { setTimeout as delay } from 'node:timers/promises';
import type {
  sendUnaryData,
  ServerDuplexStream,
  ServerReadableStream,
  ServerUnaryCall,
  StatusObject,
} from '@grpc/grpc-js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import statuses from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type {
  AppendReq,
  AppendResp,
  BatchAppendReq,
  BatchAppendResp,
  TombstoneReq,
  TombstoneResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import type { AppendFault } from './faults.ts';
import type { AppendOutcome, Expected, Proposed, TestLog } from './log.ts';
import {
  appendAnswer,
  expectedOf,
  expectedOfBatch,
  nameOf,
  notLeader,
  proposed,
  streamDeleted,
  tooLarge,
  unavailable,
} from './messages.ts';

/** An append as it reached the server, for tests to look at. */
export type SeenAppend = { readonly stream: string; readonly expected: Expected; readonly ids: readonly string[] };

export type WriteSettings = {
  readonly maxAppendBytes: number;
  readonly nextFault: () => AppendFault | undefined;
  readonly seen: (append: SeenAppend) => void;
};

/** A subscription that was sent nothing for this long is stuck. */
const stuckMilliseconds = 500;

type DomainError = Partial<StatusObject>;

/** Does an append with its fault. Never answers when the fault is silence. */
const sufferAppend = async (
  log: TestLog,
  fault: AppendFault | undefined,
  stream: string,
  expected: Expected,
  events: readonly Proposed[],
): Promise<AppendOutcome | { readonly domainError: DomainError }> => {
  const never = new Promise<never>(() => undefined);
  switch (fault?.fault) {
    case undefined:
      return log.append(stream, expected, events);
    case 'unavailable':
      return { domainError: unavailable() };
    case 'not leader':
      return { domainError: notLeader(fault.leader) };
    case 'lost answer':
      log.append(stream, expected, events);
      return { domainError: unavailable() };
    case 'silence':
      if (fault.written) log.append(stream, expected, events);
      return never;
    case 'late':
      await delay(fault.milliseconds);
      return log.append(stream, expected, events);
    case 'wrong expected version': {
      const held = log.readStream(stream);
      return {
        outcome: 'wrong expected version',
        current: held === undefined || held === 'deleted' ? 'no_stream' : BigInt(held.length - 1),
      };
    }
  }
};

export const handleAppend = async (
  call: ServerReadableStream<AppendReq, AppendResp>,
  callback: sendUnaryData<AppendResp>,
  log: TestLog,
  settings: WriteSettings,
): Promise<void> => {
  let options: AppendReq.Options | undefined;
  const events: Proposed[] = [];
  for await (const request of call) {
    const message: AppendReq = request;
    options ??= message.getOptions();
    const event = message.getProposedMessage();
    if (event) events.push(proposed(event));
  }
  const stream = nameOf(options?.getStreamIdentifier());
  const expected = expectedOf(options);
  settings.seen({ stream, expected, ids: events.map(({ id }) => id) });
  const bytes = events.reduce(
    (sum, { type, data, metadata }) => sum + 2 * type.length + data.length + metadata.length,
    0,
  );
  if (bytes > settings.maxAppendBytes) return callback(tooLarge(settings.maxAppendBytes));
  const outcome = await sufferAppend(log, settings.nextFault(), stream, expected, events);
  if ('domainError' in outcome) callback(outcome.domainError);
  else if (outcome.outcome === 'deleted') callback(streamDeleted(stream));
  else callback(null, appendAnswer(expected, outcome));
};

/** The path that the client takes for an append without credentials; here to prove that ours never does. */
export const handleBatchAppend = (call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>, log: TestLog): void => {
  call.on('data', (request: BatchAppendReq) => {
    const stream = nameOf(request.getOptions()?.getStreamIdentifier());
    const events = request.getProposedMessagesList().map(proposed);
    const outcome = log.append(stream, expectedOfBatch(request.getOptions()), events);
    const answer = new streams.BatchAppendResp().setCorrelationId(request.getCorrelationId());
    const identifier = request.getOptions()?.getStreamIdentifier();
    if (identifier) answer.setStreamIdentifier(identifier);
    call.write(batchAnswer(answer, outcome));
  });
  call.on('end', () => call.end());
};

const batchAnswer = (answer: BatchAppendResp, outcome: AppendOutcome): BatchAppendResp => {
  switch (outcome.outcome) {
    case 'appended':
    case 'known': {
      const position = new shared.AllStreamPosition()
        .setCommitPosition(String(outcome.last.position))
        .setPreparePosition(String(outcome.last.position));
      const success = new streams.BatchAppendResp.Success().setCurrentRevision(String(outcome.last.revision));
      return answer.setSuccess(success.setPosition(position));
    }
    case 'deleted':
      return refuse(answer, new shared.StreamDeleted().serializeBinary(), 'StreamDeleted');
    case 'wrong expected version': {
      const wrong = new shared.WrongExpectedVersion();
      if (outcome.current === 'no_stream') wrong.setCurrentNoStream(new empty.Empty());
      else wrong.setCurrentStreamRevision(String(outcome.current));
      return refuse(answer, wrong.serializeBinary(), 'WrongExpectedVersion');
    }
  }
};

const refuse = (answer: BatchAppendResp, bytes: Uint8Array, name: string): BatchAppendResp => {
  const details = new any.Any();
  details.pack(bytes, `event_store.client.${name}`);
  return answer.setError(new statuses.Status().setMessage(name).setDetails(details));
};

export const handleTombstone = async (
  call: ServerUnaryCall<TombstoneReq, TombstoneResp>,
  callback: sendUnaryData<TombstoneResp>,
  log: TestLog,
  fault: AppendFault | undefined,
): Promise<void> => {
  const stream = nameOf(call.request.getOptions()?.getStreamIdentifier());
  if (fault?.fault === 'unavailable') return callback(unavailable());
  const { outcome, position } = log.tombstone(stream);
  // Followers receive the tombstone's event before the delete returns; a follower that reads nothing delays no one.
  await Promise.race([log.sentUpTo(position), delay(stuckMilliseconds)]);
  if (fault?.fault === 'lost answer') return callback(unavailable());
  if (outcome === 'deleted') return callback(streamDeleted(stream));
  const at = new streams.TombstoneResp.Position()
    .setCommitPosition(String(position))
    .setPreparePosition(String(position));
  callback(null, new streams.TombstoneResp().setPosition(at));
};
