import type { RequestHandler } from 'express';
import { Forbidden } from '../errors/errors.ts';

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

const hostOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).host : undefined);

/** An Origin that cannot be parsed, such as `null`, matches no host. */
const isOneOf = (ours: readonly (string | undefined)[], host: string | undefined): boolean =>
  host !== undefined && ours.includes(host);

/**
 * Requires writes to come from our own pages: the Origin's host must be the request's Host or the public address's. Browsers that send no
 * Origin send Sec-Fetch-Site. A request with neither does not come from a browser, so it cannot be cross-site, and passes.
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
