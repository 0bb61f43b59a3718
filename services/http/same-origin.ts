import type { RequestHandler } from 'express';
import { Forbidden } from '../errors/errors.ts';

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

const hostOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).host : undefined);

/** An Origin that cannot be read, such as `null`, is nobody's. */
const isOneOf = (ours: readonly (string | undefined)[], host: string | undefined): boolean =>
  host !== undefined && ours.includes(host);

/**
 * A write must come from our own pages: its Origin's host is the request's Host or the public address's. Browsers that send no
 * Origin say so in Sec-Fetch-Site. With neither it is no browser, carries no foreign page's wish, and passes.
 */
export const sameOriginWrites =
  (publicUrl: string | undefined): RequestHandler =>
  (request, _response, next) => {
    if (reading.has(request.method)) return next();
    const origin = request.get('origin');
    const site = request.get('sec-fetch-site');
    const ours = [request.get('host'), publicUrl === undefined ? undefined : hostOf(publicUrl)];
    const fits =
      origin === undefined
        ? site === undefined || site === 'same-origin' || site === 'none'
        : isOneOf(ours, hostOf(origin));
    if (!fits) throw new Forbidden('This request came from another site and was refused.');
    next();
  };
