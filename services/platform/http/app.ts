import path from 'node:path';
import { allEndpoints } from '@rondo/contracts/api/all.ts';
import compression from 'compression';
import express, { type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { endOldSession, keepAlive, sessionCookie } from './callers/sessions.ts';
import { InvalidInput } from '../kit/errors.ts';
import type { ServerSettings, Services } from '../kit/services.ts';
import { isOfSomeLog, isPositionHere } from '../log/event-store.ts';
import { nameRecorded } from './answer.ts';
import { keyedRequests } from './keyed.ts';
import { openApiDocument } from './openapi.ts';
import { htmlOf, servePages } from './pages.ts';
import { answerErrors, sendProblem } from './problem.ts';
import { mountRoutes, type RefuseFull, type Route } from './route.ts';
import { isOfFamilies, type FamilyDoor } from './callers/family.ts';
import { isHttps, sameOriginWrites } from './callers/same-origin.ts';
import { familyHeaders, inlineScripts, noLocation, securityHeaders, strictTransport } from './callers/security.ts';
import { shownUserOnly } from './callers/shown-user.ts';
import { requestLog, traceRequests } from './traces.ts';

declare module '../kit/services.ts' {
  interface ServerSettings {
    /** Whose X-Forwarded-For counts, as Express's `trust proxy` takes it. */
    readonly TRUST_PROXY: boolean | number | string | string[];
    /** The longest time from a sign-in to the end of its session. */
    readonly SESSION_DAYS: number;
  }
}

type AppServices = Pick<Services, 'keys' | 'maps' | 'models' | 'overload' | 'settings' | 'store' | 'turns'>;

/** What the web server serves. */
export type Served = {
  readonly sessions: RequestHandler;
  readonly routes: readonly Route[];
  readonly refuseFull: RefuseFull;
  /** /livez, /readyz, /metrics: answered before sessions and limits. */
  readonly operation: RequestHandler;
  readonly timeRequests: RequestHandler;
  /** Shared calendars: answered without a session. */
  readonly feeds: RequestHandler;
  /** Addresses that end a kind of mail: answered without a session, from wherever they are posted. */
  readonly mailStops: RequestHandler;
  /** Who opens families' pages. */
  readonly families: FamilyDoor;
};

const pages = path.resolve(import.meta.dirname, '../../../web/dist');

/** The scripts with which the pages begin, before they are painted. */
const pageScripts = (): string[] => [...new Set(htmlOf(pages).flatMap(inlineScripts))];

/** An app that trusts the proxies of the settings, and logs its requests. */
const loggingApp = (log: Logger, { TRUST_PROXY }: Pick<ServerSettings, 'TRUST_PROXY'>): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', TRUST_PROXY);
  app.use(requestLog(log));
  app.use(noLocation);
  return app;
};

/** The web server: headers, sessions, the declared calls, then the pages. */
export const createApp = (services: AppServices, log: Logger, served: Served): Express => {
  const { PUBLIC_URL: publicUrl, SESSION_DAYS: sessionDays } = services.settings;
  const https = isHttps(publicUrl);
  const app = loggingApp(log, services.settings);
  app.set('query parser', 'simple');
  app.use(traceRequests(log));
  const ours = exceptAssets(https, securityHeaders(https, { scripts: pageScripts(), maps: services.maps.browser }));
  const ofFamilies = familyHeaders(https);
  const ofMailStops = familyHeaders(https, { isForm: true });
  app.use((request, response, next) => {
    const headers = isOfFamilies(request.path) ? ofFamilies : isOfMailStops(request.path) ? ofMailStops : ours;
    headers(request, response, next);
  });
  app.use(served.operation);
  app.use(served.timeRequests);
  app.use('/feeds', served.feeds);
  app.use('/mail', served.mailStops);

  const api = express.Router();
  api.use(compressJson());
  api.use(sameOriginWrites(publicUrl));
  api.use(express.json({ limit: '1mb', strict: true }), refuseDeep);
  api.use('/api', services.overload.admit(allEndpoints));
  for (const handler of [served.sessions, endOldSession(sessionDays), shownUserOnly, keepAlive(sessionDays)])
    api.use(exceptFamilies(handler));
  // Described when it is first requested, which most servers never are: it takes longer than all else here.
  let document: unknown;
  api.get('/api/openapi.json', (_request, response) => {
    document ??= openApiDocument(allEndpoints, sessionCookie(https));
    response.json(document);
  });
  api.use(exceptFamilies(onlySignedIn(awaitSavedPosition(services))));
  const keyed = keyedRequests(services, (error) => log.warn({ err: error }, 'an answer was not kept for repetitions'));
  mountRoutes(api, allEndpoints, { keyed, turns: services.turns, recognize: services.overload.recognize, ...served });
  app.use('/', onlyUnder('/api', api));
  app.use('/api', (request, response) =>
    sendProblem(request, response, { status: 404, detail: 'There is no such call.' }),
  );
  app.use(...servePages(pages));
  app.use(pageWithDot);
  app.use(answerErrors(log));
  return app;
};

const isJson = /^application\/(?:problem\+)?json\b/;

/** Compresses JSON of more than a kilobyte, and nothing else: an event stream must be sent event by event. */
const compressJson = (): RequestHandler =>
  compression({
    threshold: 1024,
    filter: (_request, response) => isJson.test(String(response.getHeader('Content-Type'))),
  });

const deepestJson = 50;

/** Whether lists and objects are inside each other more than so many times. Without recursion, which deep input would exhaust. */
const isDeeper = (value: unknown, most: number): boolean => {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    level = level.filter((one) => typeof one === 'object' && one !== null);
    if (level.length > 0 && depth === most) return true;
    level = level.flatMap((one) => Object.values(one ?? {}));
  }
  return false;
};

/** Refuses JSON that is nested so deeply that validating, hashing or writing it could exhaust the stack. */
const refuseDeep: RequestHandler = (request, _response, next) => {
  if (isDeeper(request.body, deepestJson)) throw new InvalidInput('This request is nested too deeply.');
  next();
};

/**
 * A write answered 202 returns its position in the log in `Rondo-Position`. A read that sends it back waits until the read models have
 * reached it, as a write does, and is answered either way; the header in the answer means that they have not. A position of the log that this
 * Rondo had before it was moved is ignored.
 */
const awaitSavedPosition = ({ models, store }: Pick<Services, 'models' | 'store'>): RequestHandler => {
  const isHere = isPositionHere(store);
  return async (request, response, next) => {
    const position = request.get('rondo-position');
    if (request.method !== 'GET' || position === undefined) return next();
    if (!isOfSomeLog(position)) throw new InvalidInput('Rondo-Position is not a position in the log.');
    if ((await isHere(position)) && !(await models.allReached(position))) nameRecorded(response, { position });
    next();
  };
};

const assetHeaders = { 'X-Content-Type-Options': 'nosniff', 'Cross-Origin-Resource-Policy': 'same-origin' };

/**
 * Headers that a script, style sheet or typeface has no use for are longer than many of these files. A worker obeys the policy it comes with,
 * so it keeps them.
 */
const exceptAssets = (https: boolean, headers: RequestHandler): RequestHandler => {
  const onlyHttps = strictTransport(https);
  return (request, response, next) => {
    const { path: file } = request;
    if (!file.startsWith('/assets/') || file.includes('worker')) return headers(request, response, next);
    response.set(assetHeaders);
    onlyHttps(request, response, next);
  };
};

const isOfMailStops = (path: string): boolean => /^\/mail(\/|$)/i.test(path);

/** Any path serves the page, even /robots.txt, except a missing script. */
const pageWithDot: RequestHandler = (request, response) => {
  if (request.method !== 'GET' || request.path.startsWith('/assets/'))
    return sendProblem(request, response, { status: 404, detail: 'There is no such file.' });
  response.set('Cache-Control', 'no-cache').sendFile('index.html', { root: pages });
};

/** The server of a process without the API role: it only answers operational calls. */
export const createOperationApp = (
  log: Logger,
  settings: Pick<ServerSettings, 'TRUST_PROXY'>,
  operation: RequestHandler,
): Express => {
  const app = loggingApp(log, settings);
  app.use(securityHeaders(false));
  app.use(operation);
  app.use((request, response) =>
    sendProblem(request, response, {
      status: 404,
      detail: 'This process only updates the read models; another process serves the API.',
    }),
  );
  app.use(answerErrors(log));
  return app;
};

/** A family's call never reads the session that this browser may have. */
const exceptFamilies =
  (handler: RequestHandler): RequestHandler =>
  (request, response, next) =>
    isOfFamilies(request.path) ? next() : handler(request, response, next);

/** Runs the middleware for signed-in users only; others are answered at once. */
const onlySignedIn =
  (handler: RequestHandler): RequestHandler =>
  (request, response, next) =>
    request.session.actor ? handler(request, response, next) : next();

/** Routes declare their full path, but the router must only see its own part of the site. */
const onlyUnder =
  (prefix: string, handler: RequestHandler): RequestHandler =>
  (request, response, next) =>
    request.path === prefix || request.path.startsWith(`${prefix}/`) ? handler(request, response, next) : next();
