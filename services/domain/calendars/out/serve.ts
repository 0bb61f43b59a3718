import type { CalendarApp } from '@rondo/contracts/api/calendars/sharing.ts';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import { countsIn } from '../../../platform/http/callers/counts.ts';
import { placeOf } from '../../../platform/http/callers/place.ts';
import { sendProblem } from '../../../platform/http/problem.ts';
import { namesTag } from '../../../platform/http/bodies/revalidated.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { currentFeed, type Feed } from './feeds.ts';
import { findSubscriber, hashOf, tokenPattern } from './tokens.ts';

/** How many wrong addresses one place may ask for in 15 minutes before it is refused. */
const limit = 100;
const span = 15 * 60 * 1000;

/**
 * Counts wrong addresses by place. Calendar services read the calendars of many families from one place, some of them revoked, so a place
 * over the limit can still read every calendar whose address is right.
 */
export const missCounts = (now: () => number) => countsIn({ most: limit, span, now });

/** How an app is recognized by its User-Agent. The first that fits counts: Outlook on a Mac names both. */
const appPatterns: readonly (readonly [RegExp, CalendarApp])[] = [
  [/google/i, 'Google'],
  [/outlook|microsoft|exchange|office/i, 'Outlook'],
  [/thunderbird|lightning/i, 'Thunderbird'],
  [/yahoo/i, 'Yahoo'],
  [/icsx5|davx5|android|okhttp/i, 'Android'],
  [/dataaccessd|calendaragent|remindd|calendar ?ui|\bi(?:os|phone|pad)\b|mac ?os|darwin/i, 'Apple'],
];

/** The calendar app that a User-Agent header names; null for others, browsers included. */
export const appNamed = (userAgent: string | undefined): CalendarApp | null => {
  if (userAgent === undefined || /^Mozilla\/.*(?:Chrome|Safari|Firefox)\//.test(userAgent)) return null;
  return appPatterns.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
};

/** The token of an address, `/<token>.ics` below `/feeds`; undefined for any other text. */
const tokenIn = ({ path }: Request): string | undefined => {
  const [, token = ''] = /^\/([^/]+)\.ics$/.exec(path) ?? [];
  return tokenPattern.test(token) ? token : undefined;
};

/** Whether the caller's copy is current. The tag decides; the time only for a caller that names no tag. */
const isUnchanged = (request: Request, { tag, lastModified }: Feed): boolean => {
  const tags = request.get('if-none-match');
  if (tags !== undefined) return namesTag(tags, tag);
  const since = Date.parse(request.get('if-modified-since') ?? '');
  return !Number.isNaN(since) && Math.floor(lastModified / 1000) * 1000 <= since;
};

const send = async (request: Request, response: Response, feed: Feed): Promise<void> => {
  response
    .set('Cache-Control', 'private, max-age=300')
    .set('ETag', feed.tag)
    .set('Last-Modified', new Date(feed.lastModified).toUTCString())
    .set('Vary', 'Accept-Encoding');
  if (isUnchanged(request, feed)) return void response.status(304).end();
  response.set('Content-Type', 'text/calendar; charset=utf-8');
  const isPacked = request.acceptsEncodings('gzip', 'identity') === 'gzip';
  const body = isPacked ? feed.body : await promisify(gunzip)(feed.body);
  if (isPacked) response.set('Content-Encoding', 'gzip');
  response.set('Content-Length', String(body.length));
  // Express would compute a tag of its own and answer a HEAD request without a length.
  response.end(request.method === 'HEAD' ? undefined : body);
};

/**
 * Serves shared calendars at `/feeds/<token>.ics`, to anyone who has the address: no session and no cookie. Wrong, revoked and incomplete
 * addresses are answered alike.
 */
export const serveFeeds = (services: Services): RequestHandler => {
  const misses = missCounts(services.machineNow);

  const refuse = (request: Request, response: Response): void => {
    const seconds = misses.wait(placeOf(request));
    misses.add(placeOf(request));
    if (seconds > 0)
      sendProblem(request, response, {
        status: 429,
        detail: 'Too many wrong addresses. Please wait a few minutes and try again.',
        retryAfter: seconds,
      });
    else sendProblem(request, response, { status: 404, detail: 'There is no such calendar.' });
  };

  return async (request, response) => {
    response.locals['route'] = 'GET /feeds/:token';
    response.set('X-Robots-Tag', 'noindex');
    const token = request.method === 'GET' || request.method === 'HEAD' ? tokenIn(request) : undefined;
    const hash = token === undefined ? undefined : hashOf(token);
    if (hash === undefined) return refuse(request, response);
    const subscriber = await findSubscriber(services, hash);
    const feed = subscriber && (await currentFeed(services, subscriber));
    if (!feed) return refuse(request, response);
    if (request.method === 'GET') services.feedFetches.add(hash, appNamed(request.get('user-agent')));
    await send(request, response, feed);
  };
};
