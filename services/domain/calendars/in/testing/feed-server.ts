import { createServer, type RequestListener, type Server } from 'node:http';

export type FeedServer = {
  readonly url: string;
  readonly address: string;
  readonly port: number;
  readonly close: () => Promise<void>;
};

const listen = (server: Server, port: number, address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const failed = (): void => resolve(false);
    server.once('error', failed);
    server.listen(port, address, () => {
      server.off('error', failed);
      resolve(true);
    });
  });

const anyByte = (): number => 1 + Math.floor(Math.random() * 250);

/** A web server for feeds, on a port that feeds may use. Most machines have many loopback addresses, so that several tests find one. */
export const feedServer = async (answer: RequestListener): Promise<FeedServer> => {
  const server = createServer(answer);
  for (const address of [`127.${anyByte()}.${anyByte()}.${anyByte()}`, '127.0.0.1'])
    for (const port of [8080, 8443])
      if (await listen(server, port, address))
        return {
          address,
          port,
          url: `http://${address}:${port}`,
          close: () =>
            new Promise((resolve) => {
              server.close(() => resolve());
              server.closeAllConnections();
            }),
        };
  throw new Error('Neither port 8080 nor port 8443 is free.');
};
