import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { networkOf } from './callers/place.ts';

/** What is traced. `docs/security.md` lists what each line says and how long to keep it. */
export const traceEvents = [
  'sign-in',
  'sign-in-refused',
  'registration',
  'password-change',
  'password-reset',
  'address-change',
  'erasure',
  'studio-brought-in',
  'unknown-id',
  'limit',
  'mail',
] as const;
type TraceEvent = (typeof traceEvents)[number];

/** What a line says. It has no field for an email address, a whole IP address, a token or a password. */
export type TraceDetails = {
  /** Where it is known. */
  readonly userId?: string | undefined;
  readonly studioId?: string | undefined;
  readonly isGuest?: boolean | undefined;
  /** How many, such as mails. */
  readonly count?: number | undefined;
  /** The limit that was met. */
  readonly limit?: string | undefined;
  /** The declared call, never its path. */
  readonly call?: string | undefined;
};

export type Traces = (event: TraceEvent, details?: TraceDetails) => void;

/** One line of the log for each. */
export const tracesIn =
  (log: Pick<Logger, 'info'>): Traces =>
  (event, details) =>
    log.info({ event, ...details }, 'trace');

const logs = new WeakMap<Request, Pick<Logger, 'info'>>();

/** Lets handlers trace what requests do. */
export const traceRequests =
  (log: Pick<Logger, 'info'>): RequestHandler =>
  (request, _response, next) => {
    logs.set(request, log);
    next();
  };

/** Traces what a request did or was refused: who, unless the details say so, and the network that it came from. */
export const trace = (request: Request, event: TraceEvent, details: TraceDetails = {}): void => {
  const { requestId, route }: Record<string, unknown> = request.res?.locals ?? {};
  // Calls outside the sessions, such as calendars, have none.
  const { session }: { readonly session?: Request['session'] } = request;
  const userId = session?.actor?.userId;
  logs.get(request)?.info({ event, requestId, place: networkOf(request), userId, call: route, ...details }, 'trace');
};

/** The path without the secret of an address, also in one that was copied wrongly. */
const withoutSecrets = (path: string): string =>
  path.replace(/^(\/+(?:feeds|mail)\/).+/i, '$1...').replaceAll(/[\w-]{40,}/g, '...');

/** Gives each request an id and logs one line when it is answered: no cookies, query, bodies or personal data. */
export const requestLog =
  (log: Logger): RequestHandler =>
  (request, response, next) => {
    const requestId = randomUUID();
    const started = performance.now();
    response.locals['requestId'] = requestId;
    response.set('X-Request-Id', requestId);
    response.once('close', () => {
      const line = {
        requestId,
        method: request.method,
        path: withoutSecrets(request.path),
        status: response.statusCode,
        milliseconds: Math.round((performance.now() - started) * 10) / 10,
        finished: response.writableFinished,
      };
      if (request.path.startsWith('/api/')) log.info(line, 'request');
      else log.debug(line, 'request');
    });
    next();
  };
