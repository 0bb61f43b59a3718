import { Router, type RequestHandler } from 'express';

export type Readiness = { readonly ready: boolean; readonly parts: Readonly<Record<string, string>> };

/** What the operator's tools ask: is it alive, is it ready to serve. */
export const operationRoutes = (readiness: () => Promise<Readiness>): RequestHandler => {
  const router = Router();
  router.get('/livez', (_request, response) => {
    response.type('text/plain').send('alive\n');
  });
  router.get('/readyz', async (_request, response) => {
    const { ready, parts } = await readiness();
    response.status(ready ? 200 : 503).set('Cache-Control', 'no-store');
    if (!ready) response.set('Retry-After', '1');
    response.json({ ready, parts });
  });
  return router;
};
