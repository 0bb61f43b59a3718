import { z } from 'zod';
import { defineCategory, defineEvent, type EventOf } from '../event.ts';
import { id, isoDate } from '../fields.ts';

/** The most characters of a note. */
export const longestNote = 4000;

/** A note is of a student and a day. Empty text deletes it. */
const noted = { studentId: id, date: isoDate, text: z.string().max(longestNote) };

/** `notes-<studio>.<student>`: what the teacher writes after lessons. */
export const notesEvents = defineCategory('notes', [
  /** `editedOn`: the studio's day, where the family could read the note before; else null. */
  defineEvent('FamilyNoteWritten', z.object({ ...noted, editedOn: isoDate.nullable() })),
  /** The family's page has the note, or has it no longer. */
  defineEvent('FamilyNoteShared', z.object({ studentId: id, date: isoDate, shared: z.boolean() })),
  /** Nothing that answers a family reads it. */
  defineEvent('PrivateNoteWritten', z.object(noted)),
]);
export type NotesEvent = EventOf<typeof notesEvents>;
type EventFor<Type extends NotesEvent['type']> = Extract<NotesEvent, { type: Type }>;
type FamilyNoteEvent = EventFor<'FamilyNoteWritten' | 'FamilyNoteShared'>;

export type FamilyNote = {
  readonly text: string;
  /** Until then it is a draft. */
  readonly shared: boolean;
  readonly editedOn: string | null;
  /** Of the last change. */
  readonly revision: number;
};
export type PrivateNote = Pick<FamilyNote, 'text' | 'revision'>;

/** A family note after an event; undefined: there is none. The only fold of family notes, shared by the aggregate and the read model. */
export const familyNoteAfter = (
  before: FamilyNote | undefined,
  event: FamilyNoteEvent,
  revision: number,
): FamilyNote | undefined => {
  if (event.type === 'FamilyNoteShared') return before && { ...before, shared: event.data.shared, revision };
  const { text, editedOn } = event.data;
  return text === '' ? undefined : { text, shared: before?.shared ?? false, editedOn, revision };
};

/** The same for a private note. */
export const privateNoteAfter = (
  { data: { text } }: EventFor<'PrivateNoteWritten'>,
  revision: number,
): PrivateNote | undefined => (text === '' ? undefined : { text, revision });
