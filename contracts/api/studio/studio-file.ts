import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const studioFile = endpoint({
  method: 'GET',
  path: '/api/studio.jsonl',
  slow: true,
  summary:
    'The studio’s history as a file: one JSON object per line and event, in the order in which they were recorded. `npm run import` reads it.',
  limit: { perPlace: 60 },
  response: z.string(),
});
