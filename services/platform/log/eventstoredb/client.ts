import { EventStoreDBClient, type Credentials } from '@eventstore/db-client';
import { connectivityState, type Channel } from '@grpc/grpc-js';
import { StreamsClient } from './client-insides.ts';
import { AppendCall, type Acknowledged, type Sent } from './append-call.ts';
import type { Target } from './connection-string.ts';

/** The call was not sent because its connection had been closed. */
export class ConnectionGivenUp extends Error {}

/**
 * Works around two bugs of the EventStoreDB client: `dispose` leaves the channel, and with it a socket, open; and a call
 * started while its channel is being replaced rejects a promise that nothing handles, which would crash
 * the process.
 */
export class LogClient extends EventStoreDBClient {
  #channel: Promise<Channel> | undefined;
  readonly #credentials: Credentials;
  /** The open calls for appends: one, and another after the client has moved to another node. */
  readonly #appendCalls = new Map<StreamsClient, AppendCall>();
  #isLeft = false;

  constructor({ settings, channel, credentials }: Target) {
    // One constructor a kind of settings, which TypeScript does not see as one over their union.
    if ('endpoint' in settings) super(settings, channel, credentials);
    else if ('endpoints' in settings) super(settings, channel, credentials);
    else super(settings, channel, credentials);
    this.#credentials = credentials;
    const { getChannel, execute } = this;
    this.getChannel = () => {
      this.#channel = getChannel();
      return this.#channel;
    };
    this.execute = (service, name, action) =>
      execute(service, name, (stub) =>
        stub.getChannel().getConnectivityState(false) === connectivityState.SHUTDOWN
          ? Promise.reject(new ConnectionGivenUp(`The connection was given up before ${name} was sent.`))
          : action(stub),
      );
  }

  /**
   * Appends over the connection's own call, in one round trip.
   * @throws as `AppendCall.append`; the client follows a follower's hint to the leader by itself
   */
  append(sent: Sent, milliseconds: number): Promise<Acknowledged> {
    return this.execute(StreamsClient, 'append', (stub) => {
      if (this.#isLeft) throw new ConnectionGivenUp(`The connection was given up before an append was sent.`);
      return this.#appendCallOf(stub).append(sent, milliseconds);
    });
  }

  #appendCallOf(stub: StreamsClient): AppendCall {
    const open = this.#appendCalls.get(stub);
    if (open) return open;
    const options = { credentials: this.#credentials, requiresLeader: true };
    const duplex = stub.batchAppend(...this.callArguments(options, { deadline: Infinity }));
    const call = new AppendCall(duplex, () => this.#appendCalls.delete(stub));
    this.#appendCalls.set(stub, call);
    return call;
  }

  /** Closes the connection; calls in progress continue to their end, new ones fail with `ConnectionGivenUp`. */
  async closeChannel(): Promise<void> {
    this.#isLeft = true;
    for (const call of this.#appendCalls.values()) call.end();
    // A channel that was never opened, because no node was found, needs no closing.
    const channel = await this.#channel?.catch(() => undefined);
    if (channel && channel.getConnectivityState(false) !== connectivityState.SHUTDOWN) channel.close();
  }
}

export type Connection = {
  client(): LogClient;
  /** Replaces this client's connection with a new one, unless that has already happened. */
  renew(failed: LogClient): void;
  close(): Promise<void>;
};

/** Holds one client at a time. A connection that no longer answers is replaced. */
export const connectTo = (target: Target): Connection => {
  let current = new LogClient(target);
  const leaving = new Set<Promise<void>>();

  const leave = (client: LogClient): void => {
    const left = client.closeChannel().finally(() => leaving.delete(left));
    leaving.add(left);
  };

  return {
    client: () => current,
    renew: (failed) => {
      if (failed !== current) return;
      current = new LogClient(target);
      leave(failed);
    },
    close: async () => {
      await current.dispose();
      leave(current);
      await Promise.all(leaving);
    },
  };
};
