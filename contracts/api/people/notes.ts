import { z } from 'zod';
import { longestNote } from '../../events/schedule/notes.ts';
import { endpoint } from '../endpoint.ts';
import { calendarDay, dateText, id, idParams, revision, seenRevision, typedText } from '../shapes.ts';

// Notes of lessons: of a student and a day. Families read their own, once they are shared; private ones are the teacher's.

const note = z.object({
  date: calendarDay,
  /** Empty: there is none. */
  text: z.string(),
  /** 0: there is none. */
  revision,
});
export type PrivateNote = z.infer<typeof note>;

const familyNote = note.extend({
  /** True once the family's page has it. */
  shared: z.boolean(),
  /** The day on which a text was changed that the family could read. */
  editedOn: calendarDay.nullable(),
});
export type FamilyNote = z.infer<typeof familyNote>;

const list = <Entry extends z.ZodType>(entry: Entry) =>
  z.object({
    entries: z.array(entry),
    /** The `before` of the notes that follow; null: there are no more. */
    next: calendarDay.nullable(),
  });
const listQuery = z.object({ before: dateText.optional() });

const dayParams = z.object({ id, date: dateText });
const written = { text: typedText(longestNote), revision: seenRevision.optional() };

export const listFamilyNotes = endpoint({
  method: 'GET',
  path: '/api/students/:id/family-notes',
  summary: 'What was written for a student’s family, the newest first, 100 at a time; drafts too.',
  params: idParams,
  query: listQuery,
  response: list(familyNote),
  reads: ['familynotes'],
});

export const writeFamilyNote = endpoint({
  method: 'PUT',
  path: '/api/students/:id/family-notes/:date',
  summary: 'Writes the family’s note of a day; empty text deletes it. It is a draft until it is shared.',
  params: dayParams,
  body: z.strictObject({
    ...written,
    /** Puts it on the family's page or takes it off; absent leaves that as it is. */
    share: z.boolean('This must be true or false.').optional(),
    /** Also mails it to all of the family who get the schedule: a note that is shared, once for each time. */
    mail: z.boolean('This must be true or false.').optional(),
  }),
  response: familyNote,
  updates: ['familynotes', 'history'],
});

export const listPrivateNotes = endpoint({
  method: 'GET',
  path: '/api/students/:id/private-notes',
  summary: 'The teacher’s own notes of a student, the newest first, 100 at a time.',
  params: idParams,
  query: listQuery,
  response: list(note),
  reads: ['privatenotes'],
});

export const writePrivateNote = endpoint({
  method: 'PUT',
  path: '/api/students/:id/private-notes/:date',
  summary: 'Writes the teacher’s own note of a day; empty text deletes it.',
  params: dayParams,
  body: z.strictObject(written),
  response: note,
  updates: ['privatenotes', 'history'],
});
