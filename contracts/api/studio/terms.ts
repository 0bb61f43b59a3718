import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  asOfQuery,
  calendarDay,
  dateText,
  id,
  idParams,
  revision,
  seenRevision,
  success,
  typedLine,
} from '../shapes.ts';

// Terms: periods of the school year. They start and end no lessons.

export const mostTerms = 60;
export const longestTerm = 400;

const fields = { name: typedLine(60).pipe(z.string().min(1, 'Please enter a name.')), from: dateText, to: dateText };

const term = z.object({ id, name: z.string(), from: calendarDay, to: calendarDay, createdAt: z.string(), revision });
export type Term = z.infer<typeof term>;

export const listTerms = endpoint({
  method: 'GET',
  path: '/api/terms',
  summary: 'The terms of the studio, by first day.',
  query: asOfQuery,
  response: z.array(term),
  reads: ['timeoff'],
});

export const createTerm = endpoint({
  method: 'POST',
  path: '/api/terms',
  summary: 'Enters a term; no two of them have a day in common.',
  body: z.object(fields),
  response: term,
  updates: ['timeoff', 'history'],
});

export const updateTerm = endpoint({
  method: 'PATCH',
  path: '/api/terms/:id',
  summary: 'Changes a term.',
  params: idParams,
  body: z.object({ ...fields, revision: seenRevision }).partial(),
  response: term,
  updates: ['timeoff', 'history'],
});

export const deleteTerm = endpoint({
  method: 'DELETE',
  path: '/api/terms/:id',
  summary: 'Removes a term.',
  params: idParams,
  response: success,
  updates: ['timeoff', 'history'],
});
