import type { RequestListener } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedLoopBlock, workBlocks } from '../../../../testing/loop-blocks.ts';
import { feedServer, type FeedServer } from '../testing/feed-server.ts';
import { addressPolicy, isPublic, type AddressPolicy, type Resolve } from './address-policy.ts';
import { noCalendar } from './feed-unreadable.ts';
import { fetchFeed, type FetchOptions } from './fetch-feed.ts';

const calendar = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n';
const bomb = gzipSync(Buffer.concat([Buffer.from(calendar), Buffer.alloc(50 * 1024 * 1024, ' ')]));

const endless: RequestListener = (_, response) => {
  response.writeHead(200, { 'Content-Type': 'text/calendar' });
  const more = (): void => {
    while (response.write('BEGIN:VCALENDAR\r\n'.repeat(4000)));
    response.once('drain', more);
  };
  more();
};
const slow: RequestListener = (_, response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write('B'), 20);
  response.once('close', () => clearInterval(timer));
};
const redirectTo =
  (location: string): RequestListener =>
  (_, response) =>
    void response.writeHead(302, { Location: location }).end();
const giving =
  (body: string | Buffer, headers: Record<string, string> = {}, status = 200): RequestListener =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);

const answers: Readonly<Record<string, RequestListener>> = {
  '/a.ics': (request, response) => {
    if (request.headers['if-none-match'] === '"1"') return void response.writeHead(304).end();
    response.writeHead(200, { 'Content-Type': 'text/calendar', ETag: '"1"' }).end(calendar);
  },
  '/gzip': giving(gzipSync(calendar), { 'Content-Encoding': 'gzip' }),
  '/deflate': giving(deflateSync(calendar), { 'Content-Encoding': 'deflate' }),
  '/br': giving(brotliCompressSync(calendar), { 'Content-Encoding': 'br' }),
  '/half-gzip': giving(gzipSync(calendar).subarray(0, 20), { 'Content-Encoding': 'gzip' }),
  '/not-gzip': giving(calendar, { 'Content-Encoding': 'gzip' }),
  '/unknown-encoding': giving(calendar, { 'Content-Encoding': 'gzip, gzip' }),
  '/bomb': giving(bomb, { 'Content-Encoding': 'gzip' }),
  '/octets': giving(`\u{FEFF}${calendar}`, { 'Content-Type': 'application/octet-stream' }),
  '/page': giving('<!doctype html><title>Sign in</title>', { 'Content-Type': 'text/calendar' }),
  '/text': giving('hello'),
  '/empty': giving(''),
  '/401': giving('', {}, 401),
  '/404': giving('', {}, 404),
  '/500': giving('', {}, 500),
  '/304': giving('', {}, 304),
  '/cut': (_, response) => {
    response.writeHead(200, { 'Content-Length': '1000' });
    response.write(calendar);
    setTimeout(() => response.destroy(), 20);
  },
  '/endless': endless,
  '/slow': slow,
  '/silent': () => undefined,
  '/once': redirectTo('/a.ics'),
  '/twice': redirectTo('/once'),
  '/thrice': redirectTo('/twice'),
  '/four-times': redirectTo('/thrice'),
  '/round': redirectTo('/round'),
  '/nowhere': (_, response) => void response.writeHead(301).end(),
  '/to-metadata': redirectTo('http://169.254.169.254/latest/meta-data/'),
  '/to-loopback': redirectTo('http://127.0.0.1:8080/a.ics'),
  '/to-mapped': redirectTo('http://[::ffff:127.0.0.1]:8080/a.ics'),
  '/to-number': redirectTo('http://2130706433/a.ics'),
  '/to-private-name': redirectTo('http://inside.example/a.ics'),
  '/to-file': redirectTo('file:///etc/passwd'),
  '/to-port': redirectTo('http://example.com:22/'),
  '/to-person': redirectTo('http://ann:secret@example.com/'),
};

let server: FeedServer;
beforeAll(async () => {
  server = await feedServer((request, response) => {
    const answer = answers[request.url ?? ''];
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
});
afterAll(() => server.close());

const open = addressPolicy({ allowsPrivate: true });
const read = (path: string, options: Partial<FetchOptions> = {}): Promise<unknown> =>
  fetchFeed(`${server.url}${path}`, { ...open, ...options }).catch((error: unknown) =>
    error instanceof Error ? error.message : error,
  );

describe('a calendar is read', () => {
  test.each(['/a.ics', '/gzip', '/deflate', '/br', '/octets', '/once', '/thrice'])('from %s', async (path) =>
    expect(await read(path)).toMatchObject({ kind: 'read', bytes: expect.any(Uint8Array) }),
  );

  test('as it was sent', async () => {
    const fetched = await fetchFeed(`${server.url}/br`, open);
    expect(fetched.kind === 'read' && Buffer.from(fetched.bytes).toString()).toBe(calendar);
  });

  test('again only when it has changed', async () => {
    expect(await read('/a.ics')).toMatchObject({ etag: '"1"' });
    expect(await read('/a.ics', { validators: { etag: '"1"', lastModified: null } })).toEqual({ kind: 'unchanged' });
  });
});

describe('a sentence says why there is none at', () => {
  test.each([
    ['/text', noCalendar],
    ['/empty', noCalendar],
    ['/404', noCalendar],
    ['/304', noCalendar],
    ['/nowhere', noCalendar],
    ['/cut', noCalendar],
    ['/half-gzip', noCalendar],
    ['/not-gzip', noCalendar],
    ['/unknown-encoding', noCalendar],
    ['/page', /a web page, not to a calendar/],
    ['/401', /needs a sign-in/],
    ['/500', /answered with an error \(500\)/],
    ['/endless', /larger than 5 MB/],
    ['/bomb', /larger than 5 MB/],
    ['/four-times', /redirects too many times/],
    ['/round', /redirects too many times/],
    ['/to-file', /begins with https/],
    ['/to-port', /only :80, :443/],
    ['/to-person', /before an @/],
  ])('%s', async (path, sentence) => expect(await read(path)).toMatch(sentence));

  test('a closed port', async () => {
    const closed = await feedServer(() => undefined);
    await closed.close();
    expect(await fetchFeed(closed.url, open).catch((error: Error) => error.message)).toBe(noCalendar);
  });

  test.each(['/slow', '/silent'])('%s', async (path) =>
    expect(await read(path, { within: 150 })).toBe('The calendar did not answer within 0.15 seconds.'),
  );

  test('a name that is never resolved', async () => {
    const never: Resolve = () => new Promise(() => undefined);
    const reading = fetchFeed('http://never.example/', { ...open, resolve: never, within: 50 });
    await expect(reading).rejects.toThrow('did not answer');
  });
});

describe('a private address is refused', () => {
  /** The test server counts as public, so that it can lead elsewhere. */
  const guarded = (resolve: Resolve = open.resolve): AddressPolicy => ({
    permits: (address) => address === server.address || isPublic(address),
    resolve,
  });
  const readGuarded = (url: string, resolve?: Resolve): Promise<unknown> =>
    fetchFeed(url, guarded(resolve)).catch((error: Error) => error.message);
  const at = (address: string) => [{ address, family: 4 }];

  test.each(['/to-metadata', '/to-loopback', '/to-mapped', '/to-number', '/to-private-name'])(
    'where a redirect leads to it: %s',
    async (path) => {
      const resolve: Resolve = async (name) => at(name === 'inside.example' ? '10.0.0.1' : server.address);
      expect(await readGuarded(`http://calendar.example:${server.port}/a.ics`, resolve)).toMatchObject({
        kind: 'read',
      });
      expect(await readGuarded(`http://calendar.example:${server.port}${path}`, resolve)).toBe(noCalendar);
    },
  );

  test('when a name leads to another address the second time it is resolved', async () => {
    let resolved = 0;
    const rebinding: Resolve = async () => {
      resolved += 1;
      return at(resolved === 1 ? server.address : '127.0.0.1');
    };
    const url = `http://rebinding.example:${server.port}`;
    expect(await readGuarded(`${url}/a.ics`, rebinding)).toMatchObject({ kind: 'read' });
    // The connection was made to the address that was checked: the name was not resolved again.
    expect(resolved).toBe(1);
    expect(await readGuarded(`${url}/a.ics`, rebinding)).toBe(noCalendar);
    resolved = 0;
    expect(await readGuarded(`${url}/once`, rebinding)).toBe(noCalendar);
    expect(resolved).toBe(2);
  });
});

test('a slow, an endless and a packed feed do not block other work', async () => {
  const blocks = workBlocks();
  await Promise.all([read('/bomb'), read('/endless'), read('/slow', { within: 150 })]);
  expect(await blocks.end(), 'milliseconds of processor time without a pause').toBeLessThan(sharedLoopBlock);
});
