import { CallFailed } from '../../../api/call-failed.ts';
import { loadDayNotes, type DayNotes, type NoteAbout } from '../../../calendar/notes/queries.ts';
import { loadedDays } from './kept-day.ts';
import { waitingNote } from './overlay.ts';
import { entriesNow } from './waiting.ts';

/** The last note before a date, of the days that the page has loaded. */
const lastNoteOf = ({ studentId, date }: NoteAbout): DayNotes['last'] => {
  const notes = loadedDays().flatMap(({ stops }) => stops.filter((stop) => stop.studentId === studentId));
  return notes.map(({ lastNote }) => lastNote).find((note) => note !== null && note.date < date) ?? null;
};

/**
 * The notes of a day without asking the server: what waits, else nothing. They have the revision of notes that are not there yet, so that
 * one which was written elsewhere is not replaced.
 */
const unreadNotes = (about: NoteAbout): DayNotes => {
  const { studentId, date } = about;
  const text = (kind: 'family' | 'private'): string => waitingNote(entriesNow(), { studentId, date, kind }) ?? '';
  return {
    family: { date, text: text('family'), revision: '0', shared: false, editedOn: null },
    own: { date, text: text('private'), revision: '0' },
    last: lastNoteOf(about),
    isUnread: true,
  };
};

const isWaiting = ({ studentId, date }: NoteAbout): boolean =>
  (['family', 'private'] as const).some((kind) => waitingNote(entriesNow(), { studentId, date, kind }) !== undefined);

/** The notes of a day, also without a network. @throws CallFailed when the server answers that they cannot be read */
export const loadNotes = async (about: NoteAbout): Promise<DayNotes> => {
  if (!navigator.onLine || isWaiting(about)) return unreadNotes(about);
  try {
    return await loadDayNotes(about);
  } catch (error) {
    if (error instanceof CallFailed && error.status === 0) return unreadNotes(about);
    throw error;
  }
};
