import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { success } from './shapes.ts';

const notBuilt = 'Reading calendar feeds is not built yet.';

export const syncAllCalendars = endpoint({
  method: 'POST',
  path: '/api/calendar/sync-all',
  summary: 'Reads every teacher’s calendar feed.',
  response: success.extend({ message: z.string(), calendarEvents: z.array(z.unknown()) }),
  notBuilt,
});

export const syncCancellations = endpoint({
  method: 'POST',
  path: '/api/calendar/sync-cancellations',
  summary: 'Takes over cancellations from the feeds.',
  response: success.extend({ updatedCount: z.number() }),
  notBuilt,
});

export const replaceAllAppointments = endpoint({
  method: 'POST',
  path: '/api/calendar/replace-all-appointments',
  summary: 'Replaces imported lessons by what the feeds hold.',
  response: success.extend({ importedCount: z.number() }),
  notBuilt,
});
