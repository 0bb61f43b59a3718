/**
 * What this engine uses of the EventStoreDB client, version 6.2.1, beside what the client exports: its parser of connection strings, its
 * reading of refused appends, and its generated messages, with which appends share one call. The only module that imports them.
 */
export { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
export { default as shared } from '@eventstore/db-client/generated/shared_pb.js';
export { default as streams } from '@eventstore/db-client/generated/streams_pb.js';
export type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
export { unpackToCommandError } from '@eventstore/db-client/dist/streams/appendToStream/unpackError.js';
export {
  parseConnectionString,
  type ConnectionOptions,
} from '@eventstore/db-client/dist/Client/parseConnectionString.js';
