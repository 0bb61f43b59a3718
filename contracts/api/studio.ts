import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, success } from './shapes.ts';

const preferences = z.object({ defaultTeacherId: id.nullable() });

export const getPreferences = endpoint({
  method: 'GET',
  path: '/api/user-preferences',
  summary: 'The user’s preferences.',
  response: preferences,
});

export const setPreferences = endpoint({
  method: 'POST',
  path: '/api/user-preferences',
  summary: 'Sets the teacher whose calendar opens first.',
  body: z.object({ defaultTeacherId: id.nullable() }),
  response: preferences,
});

const sampleStudio = z.object({ loaded: z.boolean(), teachers: z.number(), students: z.number() });

export const getSampleStudio = endpoint({
  method: 'GET',
  path: '/api/sample-studio',
  summary: 'Whether the sample studio is loaded.',
  response: sampleStudio,
});

export const loadSampleStudio = endpoint({
  method: 'POST',
  path: '/api/sample-studio',
  summary: 'Loads a sample studio to try things out; loading it again changes nothing.',
  response: sampleStudio,
  shows: ['students', 'teachers', 'lessons', 'history', 'invoices'],
  settles: ['removals', 'transfers'],
});

export const removeSampleStudio = endpoint({
  method: 'DELETE',
  path: '/api/sample-studio',
  summary: 'Removes the sample studio.',
  response: success,
  shows: ['students', 'teachers', 'lessons', 'history', 'invoices'],
  settles: ['removals', 'transfers'],
});
