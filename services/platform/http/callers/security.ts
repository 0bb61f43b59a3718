import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Where the browser gets the styles and tiles of real maps; undefined when maps are drawn offline. */
export type MapSource = { readonly apiUrl: string } | undefined;

/** Receives what mapbox-gl reports of its use. */
const mapEvents = 'https://events.mapbox.com';

/** What mapbox-gl needs beyond our own files: its images and requests to its service. */
const mapDirectives = ({ apiUrl }: NonNullable<MapSource>) => ({
  imgSrc: ["'self'", 'data:', 'blob:'],
  connectSrc: ["'self'", new URL(apiUrl).origin, mapEvents],
});

/** The sources, for a content security policy, that allow exactly the inline scripts of a page. */
export const inlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );

type Additions = {
  /** Further sources of scripts. */
  readonly scripts?: readonly string[];
  readonly maps?: MapSource;
};

/** On every answer: no page may ask where the device is. */
export const noLocation: RequestHandler = (_request, response, next) => {
  response.set('Permissions-Policy', 'geolocation=()');
  next();
};

/** HSTS when the public address is https. */
export const strictTransport = (https: boolean): RequestHandler =>
  https ? helmet.strictTransportSecurity() : (_request, _response, next) => next();

/** Strict headers: only our own files, no frames. HSTS and upgrades only when the public address is https. */
export const securityHeaders = (https: boolean, { scripts = [], maps }: Additions = {}): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...scripts],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'"],
        connectSrc: ["'self'"],
        formAction: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        ...(maps === undefined ? {} : mapDirectives(maps)),
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: https,
    crossOriginEmbedderPolicy: false,
  });

/**
 * Headers of what families' pages ask for: nothing from elsewhere, whatever maps there are; no copy, no search engine, no address handed on.
 * The page has no script of its own in its HTML.
 * @param isForm for a page without scripts, whose form is sent to this server
 */
export const familyHeaders = (https: boolean, { isForm = false } = {}): RequestHandler => {
  const strict = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: [isForm ? "'none'" : "'self'"],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'"],
        connectSrc: ["'self'"],
        formAction: [isForm ? "'self'" : "'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: https,
    crossOriginEmbedderPolicy: false,
  });
  return (request, response, next) => {
    response
      .set('Cache-Control', 'no-store')
      .set('X-Robots-Tag', 'noindex, nofollow')
      .set('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=()');
    strict(request, response, next);
  };
};
