import { z } from 'zod';
import { familyFile, fileFields } from '../../people/family-file.ts';
import { endpoint } from '../endpoint.ts';
import { dateText, success } from '../shapes.ts';

const belowZero = z.enum(['owes', 'credit'], 'Please choose what a balance below zero means.');

/** What a person says about a file. */
export const familyOptions = z
  .object({
    /** The header of each field that is not the detected one. */
    columns: z.partialRecord(z.enum(fileFields), z.string().max(1000)),
    belowZero,
    /** Of the balances; without it today. */
    date: dateText,
    /** Lines of the file that are left out. */
    skip: z.array(z.int()).max(5000),
  })
  .partial();
export type FamilyOptions = z.infer<typeof familyOptions>;

/** `joins`: is there and joins a family. `balance`: a balance of a family or student alone. */
const result = z.enum(['new', 'joins', 'known', 'balance', 'skipped', 'failed']);

const previewedRow = z.object({
  /** The line in the file. */
  row: z.number(),
  family: z.string().nullable(),
  student: z.string(),
  contact: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string(),
  lesson: z.string(),
  rate: z.number().nullable(),
  /** In words; as the file has it where it cannot be read. */
  balance: z.string(),
  result,
  detail: z.string(),
});
export type PreviewedFileRow = z.infer<typeof previewedRow>;

export const previewFamilies = endpoint({
  method: 'POST',
  path: '/api/import/families/preview',
  expensive: true,
  slow: true,
  summary:
    'What importing families and balances from a CSV file (multipart, fields "file" and "options") would do now. It changes nothing.',
  upload: { ...familyFile, options: familyOptions },
  response: z.object({
    format: z.enum(['My Music Staff', 'TutorBird', 'Rondo', 'Other']),
    /** Each header of the file with the field that it stands for. */
    columns: z.array(z.object({ header: z.string(), field: z.enum(fileFields).nullable() })),
    /** What has to be said before the file can be imported. */
    needs: z.array(z.string()),
    hasBelowZero: z.boolean(),
    date: z.string(),
    currency: z.string(),
    counts: z.object({
      rows: z.number(),
      students: z.number(),
      families: z.number(),
      joins: z.number(),
      known: z.number(),
      balances: z.number(),
      owed: z.number(),
      credit: z.number(),
      skipped: z.number(),
      failed: z.number(),
    }),
    /** Failed, then known, then in the order of the file. At most 500. */
    rows: z.array(previewedRow),
  }),
});

export const importFamilies = endpoint({
  method: 'POST',
  path: '/api/import/families',
  expensive: true,
  slow: true,
  summary:
    'Imports students, families and opening balances from a CSV file (multipart, fields "file" and "options"), as one batch. Those who are there already stay as they are.',
  upload: { ...familyFile, options: familyOptions },
  response: success.extend({
    students: z.number(),
    families: z.number(),
    balances: z.number(),
    skipped: z.number(),
    message: z.string(),
    errors: z.array(z.object({ row: z.number(), error: z.string() })),
  }),
  updates: ['students', 'households', 'lessons', 'invoices', 'history', 'backups', 'integrity'],
  waitsFor: ['geocoding'],
});

export const familyTemplate = endpoint({
  method: 'GET',
  path: '/api/import/families/template.csv',
  summary: 'A CSV file with the columns that an import reads.',
  response: z.string(),
});
