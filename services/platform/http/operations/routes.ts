import { createHash, timingSafeEqual } from 'node:crypto';
import { Router, type Request, type RequestHandler } from 'express';
import { isLoopback, isOwnHost } from '../../kit/own-host.ts';
import { paceRefusal } from '../paced-refusals.ts';
import type { Metrics } from './metrics.ts';

/** The log, where it ends, and each read model's distance from there in the log's unit; null when the end is unknown. */
export type LogReadiness = {
  readonly name: string;
  readonly id: string;
  readonly head: string | null;
  readonly unit: 'events' | 'bytes';
  readonly behind: Readonly<Record<string, number | null>>;
};

export type Readiness = {
  readonly ready: boolean;
  readonly parts: Readonly<Record<string, string>>;
  readonly log: LogReadiness;
};

type OperatorSettings = {
  /** What an operator's programs send as `Authorization: Bearer ...`. */
  readonly METRICS_TOKEN?: string | undefined;
  readonly PUBLIC_URL?: string | undefined;
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Whether a request may read what only operators see: by the token, or, on a server that is not published, from the machine itself. Where it is
 * published, a proxy on the machine might not say who asks.
 */
const operatorTest = ({ METRICS_TOKEN: token, PUBLIC_URL: publicUrl }: OperatorSettings) => {
  const isPublished = publicUrl !== undefined && !isOwnHost(new URL(publicUrl).hostname);
  const expected = token === undefined ? null : digest(`Bearer ${token}`);
  return (request: Request): boolean => {
    const sent = request.get('authorization');
    if (expected !== null && sent !== undefined && timingSafeEqual(digest(sent), expected)) return true;
    return !isPublished && isLoopback(request.ip ?? '');
  };
};

/** Operational endpoints: liveness and readiness for everybody, details and metrics for operators. */
export const operationRoutes = (
  settings: OperatorSettings,
  metrics: Pick<Metrics, 'text'>,
  readiness: () => Promise<Readiness>,
): RequestHandler => {
  const isOperator = operatorTest(settings);
  const router = Router();
  router.get('/livez', (_request, response) => {
    response.type('text/plain').send('alive\n');
  });
  router.get('/readyz', async (request, response) => {
    const { ready, parts, log } = await readiness();
    response.status(ready ? 200 : 503).set('Cache-Control', 'no-store');
    if (!ready) response.set('Retry-After', '1');
    response.json(isOperator(request) ? { ready, parts, log } : { ready });
  });
  router.get('/metrics', async (request, response) => {
    if (!isOperator(request)) {
      await paceRefusal(request);
      response.status(404).set('Cache-Control', 'no-store').type('text/plain').send('There is no such page.\n');
      return;
    }
    const { contentType, body } = await metrics.text();
    response.set('Cache-Control', 'no-store').type(contentType).send(body);
  });
  return router;
};
