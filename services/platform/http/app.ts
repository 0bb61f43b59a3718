import path from 'node:path';
import { allEndpoints } from '@rondo/contracts/api/all.ts';
import express, { type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { refuseDeep } from './bodies/nesting.ts';
import { endOldSession, keepAlive, sessionCookie } from './callers/sessions.ts';
import type { CommandKeys } from '../commands/command-keys.ts';
import { compressJson } from './bodies/compress.ts';
import type { ExpensiveTurns } from './expensive-turns.ts';
import { keyedRequests } from './keyed.ts';
import { openApiDocument } from './openapi.ts';
import { htmlOf, servePages } from './pages.ts';
import { answerErrors, sendProblem } from './problem.ts';
import { requestLog } from './request-log.ts';
import { mountRoutes, type RefuseFull, type Route } from './route.ts';
import { awaitSavedPosition, type SavedPositionDependencies } from './saved-position.ts';
import { isHttps, sameOriginWrites } from './callers/same-origin.ts';
import { inlineScripts, securityHeaders, strictTransport, type MapSource } from './callers/security.ts';
import { shownUserOnly } from './callers/shown-user.ts';
import { traceRequests } from './traces.ts';

export type AppDependencies = {
  readonly log: Logger;
  readonly publicUrl: string | undefined;
  /** Whose X-Forwarded-For counts, as Express's `trust proxy` takes it. */
  readonly trustProxy: boolean | number | string | string[];
  readonly sessions: RequestHandler;
  /** The longest time from a sign-in to the end of its session. */
  readonly sessionDays: number;
  readonly maps: MapSource;
  readonly routes: readonly Route[];
  readonly keys: CommandKeys;
  readonly refuseFull: RefuseFull;
  readonly turns: ExpensiveTurns;
  /** /livez, /readyz, /metrics: answered before sessions and limits. */
  readonly operation: RequestHandler;
  readonly timeRequests: RequestHandler;
  /** Shared calendars: answered without a session. */
  readonly feeds: RequestHandler;
  /** Waits a limited time for every read model to reach a saved position. */
  readonly savedPosition: SavedPositionDependencies;
};

const pages = path.resolve(import.meta.dirname, '../../../web/dist');

/** The scripts with which the pages begin, before they are painted. */
const pageScripts = (): string[] => [...new Set(htmlOf(pages).flatMap(inlineScripts))];

/** The web server: headers, sessions, the declared calls, then the pages. */
export const createApp = (dependencies: AppDependencies): Express => {
  const { log, publicUrl, routes, sessionDays } = dependencies;
  const https = isHttps(publicUrl);
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.set('trust proxy', dependencies.trustProxy);
  app.use(requestLog(log), traceRequests(log));
  app.use(exceptAssets(https, securityHeaders(https, { scripts: pageScripts(), maps: dependencies.maps })));
  app.use(dependencies.operation);
  app.use(dependencies.timeRequests);
  app.use('/feeds', dependencies.feeds);

  const api = express.Router();
  api.use(compressJson());
  api.use(sameOriginWrites(publicUrl));
  api.use(express.json({ limit: '1mb', strict: true }), refuseDeep);
  api.use(dependencies.sessions, endOldSession(sessionDays), shownUserOnly, keepAlive(sessionDays));
  const document = openApiDocument(allEndpoints, sessionCookie(https));
  api.get('/api/openapi.json', (_request, response) => void response.json(document));
  api.use(onlySignedIn(awaitSavedPosition(dependencies.savedPosition)));
  const keyed = keyedRequests({
    keys: dependencies.keys,
    isHere: dependencies.savedPosition.isHere,
    report: (error) => log.warn({ err: error }, 'an answer was not kept for repetitions'),
  });
  mountRoutes(api, allEndpoints, { routes, keyed, turns: dependencies.turns, refuseFull: dependencies.refuseFull });
  app.use('/', onlyUnder('/api', api));
  app.use('/api', (request, response) =>
    sendProblem(request, response, { status: 404, detail: 'There is no such call.' }),
  );
  app.use(...servePages(pages));
  app.use(pageWithDot);
  app.use(answerErrors(log));
  return app;
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

/** Any path serves the page, even /robots.txt, except a missing script. */
const pageWithDot: RequestHandler = (request, response) => {
  if (request.method !== 'GET' || request.path.startsWith('/assets/'))
    return sendProblem(request, response, { status: 404, detail: 'There is no such file.' });
  response.set('Cache-Control', 'no-cache').sendFile('index.html', { root: pages });
};

/** The server of a process without the API role: it only answers operational calls. */
export const createOperationApp = ({
  log,
  operation,
  trustProxy,
}: Pick<AppDependencies, 'log' | 'operation' | 'trustProxy'>): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', trustProxy);
  app.use(requestLog(log));
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
