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
  'unknown-id',
  'limit',
  'mail',
] as const;
type TraceEvent = (typeof traceEvents)[number];

/** What a line says. It has no field for an e-mail address, a whole IP address, a token or a password. */
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
