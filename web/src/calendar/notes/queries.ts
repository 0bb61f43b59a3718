import type { FamilyNote, PrivateNote } from '@rondo/contracts/api/people/notes.ts';
import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { queryClient, read } from '../../api/queries.ts';

/** Whose note it is, and of which day. */
export type NoteAbout = { readonly studentId: string; readonly name: string; readonly date: IsoDate };

/** The notes of a student from the newest, for the family and for the teacher alone. */
export const familyNotesQuery = (id: string, query: { readonly before?: IsoDate } = {}) =>
  read('GET /api/students/:id/family-notes', { params: { id }, query });
export const privateNotesQuery = (id: string, query: { readonly before?: IsoDate } = {}) =>
  read('GET /api/students/:id/private-notes', { params: { id }, query });

/** Both notes of a day as they are saved, and the last one before it. */
export type DayNotes = {
  readonly family: FamilyNote;
  readonly own: PrivateNote;
  readonly last: { readonly date: IsoDate; readonly text: string } | null;
  /** What the server has is not known: without a network nothing can be shared. */
  readonly isUnread?: boolean;
};

const none = { text: '', revision: '0' };

export type LoadNotes = (about: NoteAbout) => Promise<DayNotes>;

/** The notes of a day as the server has them now. */
export const loadDayNotes: LoadNotes = async ({ studentId, date }) => {
  const until = { before: addDays(date, 1) };
  const [family, own] = await Promise.all([
    queryClient.fetchQuery({ ...familyNotesQuery(studentId, until), staleTime: 0 }),
    queryClient.fetchQuery({ ...privateNotesQuery(studentId, until), staleTime: 0 }),
  ]);
  const earlier = [...own.entries, ...family.entries].filter((note) => note.date < date);
  return {
    family: family.entries.find((note) => note.date === date) ?? { ...none, date, shared: false, editedOn: null },
    own: own.entries.find((note) => note.date === date) ?? { ...none, date },
    last: earlier.toSorted((a, b) => (a.date < b.date ? 1 : -1))[0] ?? null,
  };
};
