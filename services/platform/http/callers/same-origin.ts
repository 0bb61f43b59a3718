import type { RequestHandler } from 'express';
import { Forbidden } from '../../kit/errors.ts';

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

export const isHttps = (url: string | undefined): boolean => url?.startsWith('https:') === true;

/** An Origin as a URL; undefined for one that is none of the web, such as `null`. */
const webOrigin = (text: string): URL | undefined =>
  /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;

/**
 * Requires writes to come from our own pages. The Origin must be the public address's, with its scheme and port; where none is set, its host must be
 * the request's Host. Browsers that send no Origin send Sec-Fetch-Site. A request with neither does not come from a browser, so it cannot be
 * cross-site, and passes.
 */
export const sameOriginWrites = (publicUrl: string | undefined): RequestHandler => {
  const ours = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  return (request, _response, next) => {
    if (reading.has(request.method)) return next();
    const origin = request.get('origin');
    const site = request.get('sec-fetch-site');
    if (origin === undefined) {
      if (site !== undefined && site !== 'same-origin' && site !== 'none') throw fromElsewhere();
      return next();
    }
    const from = webOrigin(origin);
    const fits = ours === undefined ? from !== undefined && from.host === request.get('host') : from?.origin === ours;
    if (!fits) throw fromElsewhere();
    next();
  };
};

const fromElsewhere = (): Forbidden => new Forbidden('This request came from another site and was refused.');
