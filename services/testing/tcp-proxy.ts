import { createServer, connect, type Server, type Socket } from 'node:net';

/** What a proxy does with connections: forward them, refuse them, or let them hang. */
type Manner = 'open' | 'refusing' | 'silent';

export type TcpProxy = {
  readonly port: number;
  /** Breaks every connection; new ones are forwarded. */
  cut(): void;
  /** Breaks every connection and closes the port until `open`. */
  refuse(): Promise<void>;
  /** Forwards nothing more without breaking connections, like an unplugged cable; data sent in the meantime arrives after `open`. */
  hush(): void;
  open(): Promise<void>;
  /** The number of connections being forwarded. */
  connections(): number;
  close(): Promise<void>;
};

type Pair = { readonly near: Socket; readonly far: Socket };

/** Sits between a client and a server on this machine, to make the server unavailable and available again. */
export const tcpProxy = async (target: { host: string; port: number }): Promise<TcpProxy> => {
  const pairs = new Set<Pair>();
  let manner: Manner = 'open';

  const hold = ({ near, far }: Pair): void => {
    near.pause();
    far.pause();
  };
  const accept = (near: Socket): void => {
    const far = connect(target);
    const pair = { near, far };
    const end = (): void => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    pairs.add(pair);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.setNoDelay(true);
      from.on('error', end);
      from.on('close', end);
      from.on('data', (chunk) => {
        if (!to.write(chunk)) from.pause();
      });
      to.on('drain', () => {
        if (manner === 'open') from.resume();
      });
    }
    if (manner === 'silent') hold(pair);
  };

  let server = await listening(accept, 0);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const cut = (): void => {
    for (const { near, far } of pairs) {
      near.resetAndDestroy();
      far.destroy();
    }
  };

  return {
    port,
    cut,
    refuse: async () => {
      if (manner === 'refusing') return;
      manner = 'refusing';
      const closed = closing(server);
      cut();
      await closed;
    },
    hush: () => {
      manner = 'silent';
      pairs.forEach(hold);
    },
    open: async () => {
      if (manner === 'refusing') server = await listening(accept, port);
      manner = 'open';
      for (const { near, far } of pairs) {
        near.resume();
        far.resume();
      }
    },
    connections: () => pairs.size,
    close: async () => {
      const closed = manner === 'refusing' ? Promise.resolve() : closing(server);
      cut();
      await closed;
    },
  };
};

const listening = (accept: (socket: Socket) => void, port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer(accept);
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });

const closing = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

/** The same address with the proxy in place of the server. */
export const throughProxy = (address: string, proxy: Pick<TcpProxy, 'port'>): string => {
  const url = new URL(address);
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  return url.href;
};

/** The target of a connection string. @param standardPort when it names none */
export const targetOf = (address: string, standardPort: number): { host: string; port: number } => {
  const { hostname, port } = new URL(address);
  return { host: hostname, port: Number(port || standardPort) };
};
