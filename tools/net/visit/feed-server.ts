import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:http';

type FeedAnswer = { readonly status?: number; readonly body: string; readonly tag?: string };

const listen = (server: Server, port: number, address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const failed = (): void => resolve(false);
    server.once('error', failed);
    server.listen(port, address, () => {
      server.off('error', failed);
      resolve(true);
    });
  });

const anyByte = (): number => randomInt(1, 250);

/** A server of calendar feeds, on a port that feeds may have. Where the machine has many loopback addresses, two visits at once find one each. */
export const feedServer = async () => {
  const answers = new Map<string, FeedAnswer>();
  const server = createServer((request, response) => {
    const { status = 200, body, tag } = answers.get(request.url ?? '') ?? { status: 404, body: '' };
    if (tag !== undefined && request.headers['if-none-match'] === tag) return void response.writeHead(304).end();
    response.writeHead(status, tag === undefined ? {} : { ETag: tag }).end(body);
  });
  for (const address of [`127.${anyByte()}.${anyByte()}.${anyByte()}`, '127.0.0.1'])
    for (const port of [8080, 8443])
      if (await listen(server, port, address))
        return {
          host: `${address}:${port}`,
          says: (path: string, answer: FeedAnswer): void => void answers.set(path, answer),
          close: (): void => {
            server.close();
            server.closeAllConnections();
          },
        };
  throw new Error('Neither port 8080 nor port 8443 is free on this machine.');
};

/** One event of a feed. */
export const vevent = (lines: Readonly<Record<string, string>>): string =>
  ['BEGIN:VEVENT', ...Object.entries(lines).map(([name, value]) => `${name}:${value}`), 'END:VEVENT'].join('\r\n');

export const vcalendar = (...events: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//A music studio//EN', ...events, 'END:VCALENDAR', ''].join('\r\n');
