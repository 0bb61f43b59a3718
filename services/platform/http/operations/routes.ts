import { Router, type Request, type RequestHandler } from 'express';
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

export type OperationDependencies = {
  readonly readiness: () => Promise<Readiness>;
  readonly metrics: Pick<Metrics, 'text'>;
  /** Whether the caller may read figures and details. */
  readonly isOperator: (request: Request) => boolean;
  /** Awaited before somebody else is refused. */
  readonly paceRefusal: (request: Request) => Promise<void>;
};

/** Operational endpoints: liveness and readiness for everybody, details and metrics for operators. */
export const operationRoutes = ({
  readiness,
  metrics,
  isOperator,
  paceRefusal,
}: OperationDependencies): RequestHandler => {
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
