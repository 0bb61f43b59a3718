import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  Server,
  ServerCredentials,
  status,
  type Metadata,
  type sendUnaryData,
  type ServerUnaryCall,
} from '@grpc/grpc-js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import { GossipService, type IGossipServer } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import {
  ServerFeaturesService,
  type IServerFeaturesServer,
} from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import type { Empty } from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { StreamsService, type IStreamsServer } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { noFaults } from './faults.ts';
import { testLog, type TestLog } from './log.ts';
import { asError, failure, nameOf, notLeader, uuid } from './messages.ts';
import { handleRead } from './reads.ts';
import { handleAppends, type SeenAppend } from './appends.ts';
import { handleTombstone } from './tombstones.ts';

type Member = { readonly host: string; readonly port: number; readonly role: 'leader' | 'follower' };

export type TestServerOptions = {
  /** Servers that share a log are nodes of one cluster. */
  readonly log?: TestLog;
  readonly port?: number;
  readonly maxAppendBytes?: number;
  /** Servers before 23.10 do not say when a subscription has caught up. */
  readonly caughtUpMessages?: boolean;
  /** The nodes of the cluster as they are at a given moment; this server alone when absent. */
  readonly members?: () => readonly Member[];
  /** Speaks TLS and answers users with their passwords; one without a password may not do anything. */
  readonly users?: Readonly<Record<string, string>>;
};

const host = '127.0.0.1';

/** EventStoreDB as far as Rondo uses it, on loopback, with real gRPC and a log in memory. */
export const startTestServer = async (options: TestServerOptions = {}) => {
  const { log = testLog(), maxAppendBytes = 1024 * 1024, caughtUpMessages = true } = options;
  const faults = noFaults();
  const calls = {
    append: 0,
    appendCalls: 0,
    classicAppend: 0,
    read: 0,
    subscribe: 0,
    tombstone: 0,
    gossip: 0,
    open: 0,
  };
  const appends: SeenAppend[] = [];
  const peers = new Set<string>();
  let eventsSent = 0;
  const server = new Server();
  const { users } = options;
  const port = await listen(server, options.port ?? 0, users !== undefined);
  const members = options.members ?? (() => [{ host, port, role: 'leader' } satisfies Member]);

  /** What the server answers to a call that it does not take: to a stranger, or as a follower to one that needs the leader. */
  const elsewhere = (metadata: Metadata) => {
    const stranger = users && refusalOf(users, String(metadata.get('authorization')[0] ?? ''));
    if (stranger) return stranger;
    const leader = members().find(({ role }) => role === 'leader') ?? null;
    const needsLeader = metadata.get('requires-leader').includes('true');
    return needsLeader && leader?.port !== port ? notLeader(leader) : undefined;
  };

  const streamsServer: IStreamsServer = {
    read: (call) => {
      const kind = call.request.getOptions()?.hasSubscription() ? 'subscribe' : 'read';
      calls[kind] += 1;
      calls.open += 1;
      call.on('close', () => (calls.open -= 1));
      const domainError = elsewhere(call.metadata);
      if (domainError) call.emit('error', asError(domainError));
      else
        handleRead(call, log, {
          fault: faults[kind].shift(),
          caughtUpMessages,
          onEvent: () => (eventsSent += kind === 'subscribe' ? 1 : 0),
        });
    },
    append: (_, callback) => {
      calls.classicAppend += 1;
      callback(failure(status.UNIMPLEMENTED, 'Rondo appends in batches.'));
    },
    batchAppend: (call) => {
      calls.appendCalls += 1;
      peers.add(call.getPeer());
      handleAppends(call, log, {
        maxAppendBytes,
        nextFault: () => faults.append.shift(),
        seen: (one) => {
          calls.append += 1;
          appends.push(one);
        },
        elsewhere: () => elsewhere(call.metadata),
      });
    },
    delete: (call, callback) => {
      log.softDelete(nameOf(call.request.getOptions()?.getStreamIdentifier()));
      callback(null, new streams.DeleteResp());
    },
    tombstone: (call, callback) => {
      calls.tombstone += 1;
      const domainError = elsewhere(call.metadata);
      if (domainError) return callback(domainError);
      handleTombstone(call, callback, log, faults.tombstone.shift()).catch((error: unknown) =>
        callback(failure(status.INTERNAL, String(error))),
      );
    },
  };
  const gossipServer: IGossipServer = {
    read: (_: ServerUnaryCall<Empty, ClusterInfo>, callback: sendUnaryData<ClusterInfo>) => {
      calls.gossip += 1;
      callback(null, clusterInfo(members()));
    },
  };
  const featuresServer: IServerFeaturesServer = {
    getSupportedMethods: (_, callback) => callback(null, supportedMethods()),
  };
  server.addService(StreamsService, streamsServer);
  server.addService(GossipService, gossipServer);
  server.addService(ServerFeaturesService, featuresServer);

  return {
    host,
    port,
    log,
    faults,
    calls,
    /** Every append received, in order, whatever its outcome. */
    appends,
    /** The client's end of each connection on which an append came in. */
    peers,
    /** To subscriptions. */
    eventsSent: () => eventsSent,
    connectionString: `esdb://${host}:${port}${users ? `?tlsCAFile=${authorityFile}` : '?tls=false'}`,
    /** Ends every connection at once, as a killed server does. */
    stop: async (): Promise<void> => server.forceShutdown(),
  };
};

export type TestServer = Awaited<ReturnType<typeof startTestServer>>;

/** A certificate that has signed itself, for 127.0.0.1 and a hundred years. */
const authorityFile = path.join(import.meta.dirname, 'tls', 'localhost.crt');

const overTls = (): ServerCredentials => {
  const key = readFileSync(path.join(import.meta.dirname, 'tls', 'localhost.key'));
  return ServerCredentials.createSsl(null, [{ private_key: key, cert_chain: readFileSync(authorityFile) }]);
};

const listen = (server: Server, port: number, tls: boolean): Promise<number> =>
  new Promise((resolve, reject) => {
    const credentials = tls ? overTls() : ServerCredentials.createInsecure();
    server.bindAsync(`${host}:${port}`, credentials, (error, bound) => (error ? reject(error) : resolve(bound)));
  });

/** What the server answers to a wrong password, and to a user without rights. */
const refusalOf = (users: Readonly<Record<string, string>>, authorization: string) => {
  const [, basic = ''] = /^Basic (.+)$/.exec(authorization) ?? [];
  const [name = '', password = ''] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  if (!(name in users)) return failure(status.UNAUTHENTICATED, 'Unauthenticated');
  if (users[name] === '') return failure(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });
  return users[name] === password ? undefined : failure(status.UNAUTHENTICATED, 'Unauthenticated');
};

const clusterInfo = (members: readonly Member[]): ClusterInfo => {
  const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState;
  const list = members.map(({ host, port, role }) =>
    new gossip.MemberInfo()
      .setInstanceId(uuid(crypto.randomUUID()))
      .setIsAlive(true)
      .setState(role === 'leader' ? LEADER : FOLLOWER)
      .setHttpEndPoint(new gossip.EndPoint().setAddress(host).setPort(port)),
  );
  return new gossip.ClusterInfo().setMembersList(list);
};

/** Names BatchAppend, as the real server does: a client that sends no credentials then takes it. */
const supportedMethods = () => {
  const methods = ['read', 'append', 'batchappend', 'delete', 'tombstone'].map((name) =>
    new features.SupportedMethod().setServiceName('event_store.client.streams.streams').setMethodName(name),
  );
  return new features.SupportedMethods().setEventStoreServerVersion('24.10.5').setMethodsList(methods);
};
