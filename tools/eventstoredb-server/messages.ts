import { Metadata, status, type StatusObject } from '@grpc/grpc-js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { BatchAppendReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Expected, LogRecord, Proposed } from './log.ts';

export const nameOf = (identifier: StreamIdentifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');

const identifierOf = (stream: string): StreamIdentifier =>
  new shared.StreamIdentifier().setStreamName(Buffer.from(stream, 'utf8'));

export const uuid = (id: string): UUID => new shared.UUID().setString(id);

/** An error as the real server phrases it: its kind is in the trailing metadata. */
export const failure = (code: status, details: string, trailer: Record<string, string> = {}): Partial<StatusObject> => {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(trailer)) metadata.set(key, value);
  return { code, details, metadata };
};

export const unavailable = (): Partial<StatusObject> => failure(status.UNAVAILABLE, 'The test says so.');

export const streamDeleted = (stream: string): Partial<StatusObject> =>
  failure(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });

export const notLeader = (leader: { host: string; port: number } | null): Partial<StatusObject> =>
  leader
    ? failure(status.NOT_FOUND, 'Leader info available', {
        exception: 'not-leader',
        'leader-endpoint-host': leader.host,
        'leader-endpoint-port': String(leader.port),
      })
    : failure(status.UNKNOWN, 'No leader info available in response');

/** grpc-js takes a status for a streaming call's end as an error event. */
export const asError = ({ code, details, metadata }: Partial<StatusObject>): Error =>
  Object.assign(new Error(details), { code, details, metadata });

export const expectedOf = (options: BatchAppendReq.Options | undefined): Expected => {
  if (options?.hasNoStream()) return 'no_stream';
  if (options?.hasAny()) return 'any';
  if (options?.hasStreamExists()) return 'stream_exists';
  return BigInt(options?.getStreamPosition() ?? 0);
};

export const proposed = (message: BatchAppendReq.ProposedMessage): Proposed => ({
  id: message.getId()?.getString() ?? '',
  type: message.getMetadataMap().get('type') ?? '',
  contentType: message.getMetadataMap().get('content-type') ?? '',
  data: message.getData_asU8(),
  metadata: message.getCustomMetadata_asU8(),
});

export const eventMessage = (record: LogRecord): ReadResp => {
  const event = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(uuid(record.id))
    .setStreamIdentifier(identifierOf(record.stream))
    .setStreamRevision(String(record.revision))
    .setCommitPosition(String(record.position))
    .setPreparePosition(String(record.position))
    .setData(record.data)
    .setCustomMetadata(record.metadata);
  event
    .getMetadataMap()
    .set('type', record.type)
    .set('content-type', record.contentType)
    .set('created', String(record.created));
  const read = new streams.ReadResp.ReadEvent().setEvent(event).setCommitPosition(String(record.position));
  return new streams.ReadResp().setEvent(read);
};

export const notFoundMessage = (stream: string): ReadResp =>
  new streams.ReadResp().setStreamNotFound(
    new streams.ReadResp.StreamNotFound().setStreamIdentifier(identifierOf(stream)),
  );

export const confirmationMessage = (id: string): ReadResp =>
  new streams.ReadResp().setConfirmation(new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(id));

export const checkpointMessage = (position: bigint): ReadResp =>
  new streams.ReadResp().setCheckpoint(
    new streams.ReadResp.Checkpoint().setCommitPosition(String(position)).setPreparePosition(String(position)),
  );

export const caughtUpMessage = (): ReadResp => new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp());

export const fellBehindMessage = (): ReadResp =>
  new streams.ReadResp().setFellBehind(new streams.ReadResp.FellBehind());
