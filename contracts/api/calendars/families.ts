import { z } from 'zod';
import { stopKinds } from '../../events/schedule/messages.ts';
import { endpoint } from '../endpoint.ts';
import { id, idParams, success } from '../shapes.ts';
import { gets } from '../people/households.ts';
import { familyPage } from './family-page.ts';

// Families as the teacher sees them: who gets what, and the links to their pages.

const opened = {
  sharedAt: z.string().nullable(),
  lastOpenedAt: z.string().nullable(),
  /** Such as "Safari on iPhone". */
  lastOpenedOn: z.string().nullable(),
};

const sharedLink = z.object({ recipientId: id, url: z.string(), ...opened });
export type SharedLink = z.infer<typeof sharedLink>;

const family = z.object({
  /** The household’s, or that of a student without one. */
  id,
  name: z.string(),
  students: z.array(z.object({ id, name: z.string() })),
  recipients: z.array(
    z.object({
      id,
      name: z.string(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      gets,
      link: z.object({ state: z.enum(['none', 'live', 'revoked']), ...opened }),
      /** `stopped`: what the family wants no more; `refused`: what the mail server says of the address. */
      mail: z.object({ stopped: z.array(z.enum(stopKinds)), refused: z.string().nullable() }),
    }),
  ),
});
export type Family = z.infer<typeof family>;

export const listFamilies = endpoint({
  method: 'GET',
  path: '/api/families',
  summary: 'The studio’s families by name, with who gets what, and the links to their pages.',
  response: z.array(family),
  reads: ['households', 'students', 'calendarAddresses', 'messages'],
});

const recipientIds = z
  .array(id, 'Please select at least one person.')
  .min(1, 'Please select at least one person.')
  .max(1000, 'Please select at most 1,000 people.');

export const shareFamilyLinks = endpoint({
  method: 'POST',
  path: '/api/families/links',
  summary: 'The links to families’ pages. Repeating it gives the same links until they are renewed or revoked.',
  secret: true,
  body: z.strictObject({ recipientIds }),
  response: z.array(sharedLink),
  writes: ['calendarAddresses'],
});

const recipientParams = z.object({ recipientId: id });
/** `calendars`: also ends the addresses of the students’ calendars. */
const endingToo = z.strictObject({ calendars: z.boolean().optional() }).optional();

export const renewFamilyLink = endpoint({
  method: 'POST',
  path: '/api/families/links/:recipientId/renew',
  summary: 'Ends a link to a family’s page and gives the next one.',
  secret: true,
  params: recipientParams,
  body: endingToo,
  response: sharedLink,
  writes: ['calendarAddresses'],
});

export const revokeFamilyLink = endpoint({
  method: 'DELETE',
  path: '/api/families/links/:recipientId',
  summary: 'Ends a link to a family’s page.',
  params: recipientParams,
  body: endingToo,
  response: success,
  writes: ['calendarAddresses'],
});

export const previewFamilyPage = endpoint({
  method: 'GET',
  path: '/api/families/:id/preview',
  summary: 'A family’s page as one of its recipients sees it.',
  params: idParams,
  query: z.object({ recipientId: id }),
  response: familyPage,
  reads: [
    'households',
    'students',
    'lessons',
    'feeds',
    'timeoff',
    'invoices',
    'billing',
    'day',
    'familynotes',
    'messages',
    'messages',
    'calendarAddresses',
  ],
});

export const sendFamilyLinks = endpoint({
  method: 'POST',
  path: '/api/families/links/send',
  summary: 'Mails the links to families’ pages. It says which could not be, and why.',
  body: z.strictObject({
    recipientIds: z
      .array(id, 'Please select at least one person.')
      .min(1, 'Please select at least one person.')
      .max(300, 'Please select at most 300 people.'),
  }),
  response: z.object({
    done: z.array(z.string()),
    failed: z.array(z.object({ id: z.string(), message: z.string() })),
  }),
  updates: ['messages'],
  writes: ['calendarAddresses', 'confirmationLinks'],
});
