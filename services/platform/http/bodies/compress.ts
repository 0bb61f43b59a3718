import compression from 'compression';
import type { RequestHandler } from 'express';

const isJson = /^application\/(?:problem\+)?json\b/;

/** Compresses JSON of more than a kilobyte, and nothing else: an event stream must be sent event by event. */
export const compressJson = (): RequestHandler =>
  compression({
    threshold: 1024,
    filter: (_request, response) => isJson.test(String(response.getHeader('Content-Type'))),
  });
