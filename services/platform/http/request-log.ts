import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

/** The path without the secret of a shared calendar's address, also in one that was copied wrongly. */
const withoutSecrets = (path: string): string =>
  path.replace(/^(\/+feeds\/).+/i, '$1...').replaceAll(/[\w-]{40,}/g, '...');

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
