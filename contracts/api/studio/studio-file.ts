import { z } from 'zod';
import { currentUser } from '../account/accounts.ts';
import { endpoint } from '../endpoint.ts';
import { studioUpload } from './studio-upload.ts';

export const studioFile = endpoint({
  method: 'GET',
  path: '/api/studio.jsonl',
  slow: true,
  summary:
    'The studio’s history as a file: one JSON object per line and event, in the order in which they were recorded. `npm run import` reads it.',
  limit: { perPlace: 60 },
  response: z.string(),
});

/** How far it is: events of the file that the server has. */
export const bringInProgress = z.object({ done: z.number(), total: z.number() });
export type BringInProgress = z.infer<typeof bringInProgress>;

export const bringStudioIn = endpoint({
  method: 'POST',
  path: '/api/studio.jsonl',
  slow: true,
  summary:
    'Gives the account the studio of a file (multipart, field "file") that GET /api/studio.jsonl has answered, here or on another server, if the account’s own is empty. The account takes the studio’s id. With Accept: text/event-stream it reports "progress", then "result". An interrupted call is completed by repeating it.',
  limit: { perPlace: 60 },
  upload: studioUpload,
  response: z.object({
    events: z.number(),
    students: z.number(),
    teachers: z.number(),
    /** The account with its new id. */
    user: currentUser,
  }),
  writes: ['users'],
});
