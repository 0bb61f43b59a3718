import { Router, type RequestHandler } from 'express';
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

/** Operational endpoints: liveness, readiness and metrics. */
export const operationRoutes = (readiness: () => Promise<Readiness>, metrics: Metrics): RequestHandler => {
  const router = Router();
  router.get('/livez', (_request, response) => {
    response.type('text/plain').send('alive\n');
  });
  router.get('/readyz', async (_request, response) => {
    const { ready, parts, log } = await readiness();
    response.status(ready ? 200 : 503).set('Cache-Control', 'no-store');
    if (!ready) response.set('Retry-After', '1');
    response.json({ ready, parts, log });
  });
  router.get('/metrics', async (_request, response) => {
    const { contentType, body } = await metrics.text();
    response.set('Cache-Control', 'no-store').type(contentType).send(body);
  });
  return router;
};
