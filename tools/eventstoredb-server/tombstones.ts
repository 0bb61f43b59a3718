import { setTimeout as delay } from 'node:timers/promises';
import type { sendUnaryData, ServerUnaryCall } from '@grpc/grpc-js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { TombstoneReq, TombstoneResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { AppendFault } from './faults.ts';
import type { TestLog } from './log.ts';
import { nameOf, streamDeleted, unavailable } from './messages.ts';

/** A subscription that was sent nothing for this long is stuck. */
const stuckMilliseconds = 500;

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
