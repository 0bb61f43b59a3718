import { request as requestPlain, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { checkedLookup, feedAddress, refuseLiteral, type AddressPolicy } from './address-policy.ts';
import { charsetOf, textOf } from '../reading/text-of.ts';
import type { FeedHosts } from './feed-hosts.ts';
import { FeedPostponed, FeedUnreadable, noCalendar } from './feed-unreadable.ts';

const maxRedirects = 3;
const maxBytes = 5 * 1024 * 1024;
const maxMilliseconds = 10_000;

/** What identifies the content that was read last, for the server to say that it has not changed. */
export type Validators = { readonly etag: string | null; readonly lastModified: string | null };

export type Fetched =
  | ({
      readonly kind: 'read';
      readonly bytes: Uint8Array;
      /** The character set that the server names; null if it names none. */
      readonly charset: string | null;
    } & Validators)
  /** The content is the one that the validators identify. */
  | { readonly kind: 'unchanged' };

export type FetchOptions = AddressPolicy & {
  readonly validators?: Validators;
  /** How often hosts may be asked; absent in tests that do not limit them. */
  readonly hosts?: FeedHosts;
  /** Milliseconds for everything together. */
  readonly within?: number;
};

const tooLarge = 'This calendar is larger than 5 MB.';

/** Sends one request, over a connection of its own. */
const send = (url: URL, policy: AddressPolicy, options: RequestOptions): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestSecure : requestPlain;
    const sent = request(url, { ...options, agent: false, lookup: checkedLookup(policy) });
    sent.once('socket', (socket) =>
      socket.once('connect', () => {
        if (!policy.permits(socket.remoteAddress ?? '')) socket.destroy(new FeedUnreadable(noCalendar));
      }),
    );
    sent.once('response', resolve);
    sent.once('error', reject);
    sent.end();
  });

const decoders: Readonly<Record<string, (() => Transform) | null>> = {
  '': null,
  identity: null,
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The chunks of a stream up to a limit, beyond which it is ended. */
const collect = async (stream: Readable): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) throw new FeedUnreadable(noCalendar);
    size += chunk.length;
    if (size > maxBytes) throw new FeedUnreadable(tooLarge);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
};

/** The unpacked body. Neither what is sent nor what it unpacks to may be larger than the limit. */
const bodyOf = async (response: IncomingMessage): Promise<Buffer> => {
  const encoding = (response.headers['content-encoding'] ?? '').trim().toLowerCase();
  const decoder = decoders[encoding];
  if (decoder === undefined) throw new FeedUnreadable(noCalendar);
  if (decoder === null) return collect(response);
  const unpacked = decoder();
  let received = 0;
  response.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > maxBytes) response.destroy(new FeedUnreadable(tooLarge));
  });
  response.once('error', (error) => unpacked.destroy(error));
  response.pipe(unpacked);
  return collect(unpacked);
};

/** A redirect's target; null for other answers. @throws FeedUnreadable for answers without a calendar */
const redirectOf = (response: IncomingMessage, url: URL): URL | null => {
  const status = response.statusCode ?? 0;
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) {
    const { location } = response.headers;
    if (location === undefined) throw new FeedUnreadable(noCalendar);
    return feedAddress(location, url);
  }
  if (status === 401 || status === 403)
    throw new FeedUnreadable('This calendar needs a sign-in. Use its private address, which works without a password.');
  if (status === 404 || status === 410) throw new FeedUnreadable(noCalendar);
  throw new FeedUnreadable(`The calendar’s server answered with an error (${status}).`);
};

/** Refuses what is no calendar by how it begins; servers often name another content type. @throws FeedUnreadable */
const refuseOther = (body: Buffer, charset: string | null): void => {
  const head = textOf(body.subarray(0, 1000), charset);
  if (/^\s*BEGIN:VCALENDAR/i.test(head)) return;
  const isPage = /^\s*<(!doctype|html|\?xml)/i.test(head);
  throw new FeedUnreadable(
    isPage ? 'This address leads to a web page, not to a calendar. Copy the address of the calendar feed.' : noCalendar,
  );
};

const conditional = ({ etag, lastModified }: Validators): Record<string, string> => ({
  ...(etag === null ? {} : { 'If-None-Match': etag }),
  ...(lastModified === null ? {} : { 'If-Modified-Since': lastModified }),
});

const follow = async (first: URL, options: FetchOptions, signal: AbortSignal): Promise<Fetched> => {
  const { validators = { etag: null, lastModified: null }, hosts } = options;
  const headers = {
    Accept: 'text/calendar, */*;q=0.5',
    'Accept-Encoding': 'gzip, deflate, br',
    'User-Agent': 'Rondo (calendar feed reader)',
    ...conditional(validators),
  };
  let url = first;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    refuseLiteral(url, options);
    if (hosts && !(await hosts.ask(url.hostname))) throw new FeedPostponed(noCalendar);
    const response = await send(url, options, { headers, signal });
    try {
      if (response.statusCode === 304 && Object.keys(conditional(validators)).length > 0) return { kind: 'unchanged' };
      const next = redirectOf(response, url);
      if (next === null) {
        const bytes = await bodyOf(response);
        const charset = charsetOf(response.headers['content-type']);
        refuseOther(bytes, charset);
        await hosts?.gave(url.hostname);
        const { etag = null, 'last-modified': lastModified = null } = response.headers;
        return { kind: 'read', bytes, charset, etag, lastModified };
      }
      url = next;
    } finally {
      response.destroy();
    }
  }
  throw new FeedUnreadable('This address redirects too many times.');
};

/**
 * Reads a calendar feed: at most three redirects, ten seconds and 5 MB unpacked, never from a private network.
 * @throws FeedUnreadable with a sentence for the teacher
 */
export const fetchFeed = async (address: string, options: FetchOptions): Promise<Fetched> => {
  const { within = maxMilliseconds } = options;
  const url = feedAddress(address);
  const signal = AbortSignal.timeout(within);
  let onAbort: (() => void) | undefined;
  // A name that never resolves has no socket that the signal could end.
  const late = new Promise<never>((_, reject) => {
    onAbort = () => reject(new FeedUnreadable(`The calendar did not answer within ${within / 1000} seconds.`));
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([follow(url, options, signal), late]);
  } catch (error) {
    if (error instanceof FeedUnreadable) throw error;
    if (signal.aborted) return await late;
    throw new FeedUnreadable(noCalendar, { cause: error });
  } finally {
    if (onAbort) signal.removeEventListener('abort', onAbort);
  }
};
