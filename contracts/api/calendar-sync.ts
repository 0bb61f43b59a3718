import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { success } from './shapes.ts';

const notBuilt = 'Reading calendar feeds is not available yet.';

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
  summary: 'Applies cancellations from the feeds.',
  response: success.extend({ updatedCount: z.number() }),
  notBuilt,
});

export const replaceAllAppointments = endpoint({
  method: 'POST',
  path: '/api/calendar/replace-all-appointments',
  summary: 'Replaces imported lessons with the contents of the feeds.',
  response: success.extend({ importedCount: z.number() }),
  notBuilt,
});
