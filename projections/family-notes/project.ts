import { familyNoteAfter, notesEvents, type FamilyNote } from '@rondo/contracts/events/schedule/notes.ts';
import { eventReader } from '../runner/events.ts';
import { changing, queriedModel, type Handled, type RowOf } from '../runner/read-model.ts';
import type { SourceEvent } from '../runner/source.ts';
import type { FamilyNotesDb } from './queries.ts';
import { familyNotesTable } from './table.ts';

const read = eventReader(notesEvents);

const noteOf = ({ text, shared, edited_on, revision }: RowOf<typeof familyNotesTable>): FamilyNote => ({
  text,
  shared,
  editedOn: edited_on,
  revision,
});

const on = (recorded: SourceEvent): Handled | null => {
  const event = read(recorded);
  if (event.type === 'PrivateNoteWritten') return null;
  const { studentId, date } = event.data;
  const { studioId } = recorded.metadata;
  return changing(familyNotesTable, [studioId, studentId, date], (row) => {
    const note = familyNoteAfter(row && noteOf(row), event, recorded.revision);
    if (!note) return null;
    const { editedOn, ...rest } = note;
    return { studio_id: studioId, student_id: studentId, date, edited_on: editedOn, ...rest };
  });
};

/** What was written for families, drafts too. */
export const familyNotesModel = queriedModel<FamilyNotesDb, 'familynotes'>({
  name: 'familynotes',
  version: 1,
  categories: [notesEvents.name],
  tables: [familyNotesTable],
  on,
});
