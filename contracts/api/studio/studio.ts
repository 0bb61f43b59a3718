import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, success } from '../shapes.ts';

const theme = z.enum(['system', 'light', 'dark'], { error: 'The theme must be system, light or dark.' });
export type Theme = z.infer<typeof theme>;

const firstHourError = 'The first hour must be a whole number from 0 to 18.';

const preferences = z.object({
  defaultTeacherId: id.nullable(),
  /** The screens' colors; `system`: those of the device. */
  theme,
  /** The hour at which the week's grid begins, 0 to 18; null: with the first drive or lesson. */
  firstHour: z.number().nullable(),
});
export type Preferences = z.infer<typeof preferences>;

export const getPreferences = endpoint({
  method: 'GET',
  path: '/api/user-preferences',
  summary: 'The user’s preferences.',
  response: preferences,
  reads: ['preferences', 'teachers'],
});

export const setPreferences = endpoint({
  method: 'POST',
  path: '/api/user-preferences',
  summary: 'Sets some of the user’s preferences, such as the teacher whose calendar opens first.',
  body: z
    .object({
      defaultTeacherId: id.nullable(),
      theme,
      firstHour: z.int(firstHourError).min(0, firstHourError).max(18, firstHourError).nullable(),
    })
    .partial(),
  response: preferences,
  writes: ['preferences'],
});

const sampleStudio = z.object({ loaded: z.boolean(), teachers: z.number(), students: z.number() });

export const getSampleStudio = endpoint({
  method: 'GET',
  path: '/api/sample-studio',
  summary: 'Whether the sample studio is loaded.',
  response: sampleStudio,
  reads: ['students', 'teachers'],
});

export const loadSampleStudio = endpoint({
  method: 'POST',
  path: '/api/sample-studio',
  slow: true,
  summary: 'Loads a sample studio to try things out; loading it again changes nothing.',
  response: sampleStudio,
  updates: ['students', 'households', 'teachers', 'lessons', 'history', 'invoices'],
  waitsFor: ['removals', 'transfers', 'memberships'],
});

export const removeSampleStudio = endpoint({
  method: 'DELETE',
  path: '/api/sample-studio',
  summary: 'Removes the sample studio.',
  response: success,
  updates: ['students', 'households', 'teachers', 'lessons', 'history', 'invoices', 'reports'],
  waitsFor: ['removals', 'transfers', 'memberships'],
});
