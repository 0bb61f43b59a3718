import type { Socket } from 'node:net';
import pg from 'pg';
import { PacedSocket } from '../pacing/paced-socket.ts';

/**
 * Connections with a timeout: one that is checked out and receives nothing for this long is considered dead and destroyed, as when the
 * server's machine disappears without closing it. Its query then fails like any that loses its connection. Idle connections in the pool are exempt.
 * They read large results bit by bit.
 * @param milliseconds longer than any statement may take
 */
export const watchedClients = (milliseconds: number) => {
  const sockets = new WeakMap<pg.ClientBase, Socket>();
  const inHand = new WeakSet<Socket>();
  class WatchedClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      const socket = new PacedSocket();
      super({ ...config, stream: () => socket });
      sockets.set(this, socket);
      socket.setTimeout(milliseconds, () => {
        if (inHand.has(socket))
          socket.destroy(new Error(`Connection terminated: the database said nothing for ${milliseconds} ms.`));
      });
    }
  }
  return {
    Client: WatchedClient,
    watch: (pool: pg.Pool): void => {
      pool.on('acquire', (client) => {
        const socket = sockets.get(client);
        if (socket) inHand.add(socket);
      });
      pool.on('release', (_error, client) => {
        const socket = sockets.get(client);
        if (socket) inHand.delete(socket);
      });
    },
  };
};
