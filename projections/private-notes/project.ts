import { notesEvents, privateNoteAfter } from '@rondo/contracts/events/schedule/notes.ts';
import { eventReader } from '../runner/events.ts';
import { changing, queriedModel, type Handled } from '../runner/read-model.ts';
import type { SourceEvent } from '../runner/source.ts';
import type { PrivateNotesDb } from './queries.ts';
import { privateNotesTable } from './table.ts';

const read = eventReader(notesEvents);

const on = (recorded: SourceEvent): Handled | null => {
  const event = read(recorded);
  if (event.type !== 'PrivateNoteWritten') return null;
  const { studentId, date } = event.data;
  const { studioId } = recorded.metadata;
  return changing(privateNotesTable, [studioId, studentId, date], () => {
    const note = privateNoteAfter(event, recorded.revision);
    return note ? { studio_id: studioId, student_id: studentId, date, ...note } : null;
  });
};

/** The teacher's own notes: apart from what families read, so that no query for a family can reach them. */
export const privateNotesModel = queriedModel<PrivateNotesDb, 'privatenotes'>({
  name: 'privatenotes',
  version: 1,
  categories: [notesEvents.name],
  tables: [privateNotesTable],
  on,
});
