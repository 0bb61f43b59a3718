import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, success } from '../shapes.ts';
import { vcardFile } from './vcard-file.ts';

/** `new`: becomes a student. `known-name`: too, but a student of this name is there or earlier in the file. `skipped`: is there already. */
const importResult = z.enum(['new', 'known-name', 'skipped', 'failed']);

const previewedCard = z.object({
  /** The card's number in the file, from 1; groups are not counted. */
  row: z.number(),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  address: z.string(),
  city: z.string().nullable(),
  zipCode: z.string().nullable(),
  result: importResult,
  /** Why, in a few words or a sentence; '' for a new student. */
  detail: z.string(),
  /** It is there already without an email, which this card brings. */
  addsEmail: z.literal(true).optional(),
});
export type PreviewedCard = z.infer<typeof previewedCard>;

export const previewVcards = endpoint({
  method: 'POST',
  path: '/api/students/import-vcards/preview',
  expensive: true,
  slow: true,
  summary: 'What importing a vCard file (multipart, field "file") would do now. It changes nothing.',
  upload: vcardFile,
  response: z.object({
    cards: z.number(),
    imported: z.number(),
    skipped: z.number(),
    failed: z.number(),
    /** Students who are there already without an email, which cards bring; absent if there are none. */
    emailsToAdd: z.number().optional(),
    /** Those to look at first: failed, of a known name, skipped, new. At most 500. */
    rows: z.array(previewedCard),
  }),
});

export const importVcards = endpoint({
  method: 'POST',
  path: '/api/students/import-vcards',
  expensive: true,
  slow: true,
  summary:
    'Imports students from a vCard file (multipart, field "file"), without availability and teachers unless the query names them. Those who are there already are skipped; with addEmails, those of them who have no email get that of their card.',
  upload: vcardFile,
  query: z.object({
    /** Who teaches them. */
    teacherId: id.optional(),
    /** `standard`: Mondays to Fridays, 4 to 9 PM. */
    hours: z.enum(['later', 'standard']).optional(),
    addEmails: z.enum(['true', 'false']).optional(),
  }),
  response: success.extend({
    imported: z.number(),
    skipped: z.number(),
    /** Only with addEmails. */
    emailsAdded: z.number().optional(),
    message: z.string(),
    errors: z.array(z.object({ row: z.number(), error: z.string() })),
  }),
  updates: ['students', 'lessons', 'history', 'backups', 'integrity'],
  waitsFor: ['geocoding'],
});
