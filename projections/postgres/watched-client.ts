import { Socket } from 'node:net';
import pg from 'pg';

/**
 * Connections that do not wait for ever: one that is in somebody's hands and hears nothing for so long is taken for dead and broken, as when
 * the server's machine went away without a word. Its query then fails like any that lost its connection. In the pool it may be silent.
 * @param milliseconds longer than any statement may take
 */
export const watchedClients = (milliseconds: number) => {
  const sockets = new WeakMap<pg.ClientBase, Socket>();
  const inHand = new WeakSet<Socket>();
  class WatchedClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      const socket = new Socket();
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
