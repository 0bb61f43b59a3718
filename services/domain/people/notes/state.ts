import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import {
  familyNoteAfter,
  notesEvents,
  privateNoteAfter,
  type FamilyNote,
  type NotesEvent,
  type PrivateNote,
} from '@rondo/contracts/events/schedule/notes.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import type { Aggregate } from '../../../platform/commands/aggregate.ts';
import type { CommandHandler } from '../../../platform/commands/command-handler.ts';
import type { Restorable } from '../../../platform/commands/undo/restorable.ts';

declare module '../../../platform/commands/command-handler.ts' {
  interface CommandHandlers {
    readonly notes: CommandHandler<typeof notesEvents, NotesState>;
  }
}

/** One student's notes, by their days. */
export type NotesState = {
  readonly studentId: string | null;
  readonly family: ReadonlyMap<IsoDate, FamilyNote>;
  readonly private: ReadonlyMap<IsoDate, PrivateNote>;
  /** How often the family's note of a day was shared. */
  readonly shares: ReadonlyMap<IsoDate, number>;
};

const withNote = <Note>(notes: ReadonlyMap<IsoDate, Note>, date: IsoDate, note: Note | undefined) => {
  const next = new Map(notes);
  if (note === undefined) next.delete(date);
  else next.set(date, note);
  return next;
};

/** What a teacher writes of one student. */
export const notesAggregate: Aggregate<typeof notesEvents, NotesState> = {
  category: notesEvents,
  stateVersion: 2,
  initialState: () => ({ studentId: null, family: new Map(), private: new Map(), shares: new Map() }),
  evolve: (state, event, { revision }) => {
    const { studentId, date } = event.data;
    if (event.type === 'PrivateNoteWritten')
      return { ...state, studentId, private: withNote(state.private, date, privateNoteAfter(event, revision)) };
    const note = familyNoteAfter(state.family.get(date), event, revision);
    const isShare = event.type === 'FamilyNoteShared' && event.data.shared;
    const shares = isShare ? new Map(state.shares).set(date, (state.shares.get(date) ?? 0) + 1) : state.shares;
    return { ...state, studentId, family: withNote(state.family, date, note), shares };
  },
};

export const notesStream = (studioId: string, studentId: string): string =>
  streamName(notesEvents, studioId, studentId);

/** A note by its kind and day, without its revision. */
type NotesContent = Readonly<Record<string, Content | undefined>>;
type Content = { readonly date: IsoDate } & (
  | ({ readonly kind: 'family' } & Omit<FamilyNote, 'revision'>)
  | ({ readonly kind: 'private' } & Omit<PrivateNote, 'revision'>)
);

const contentOf = (state: NotesState): NotesContent =>
  Object.fromEntries([
    ...[...state.family].map(([date, { revision: _, ...note }]) => [
      `family ${date}`,
      { kind: 'family' as const, date, ...note },
    ]),
    ...[...state.private].map(([date, { revision: _, ...note }]) => [
      `private ${date}`,
      { kind: 'private' as const, date, ...note },
    ]),
  ]);

/** The fewest events from one note to another; undefined: there is none. */
const eventsBetween = (studentId: string, is: Content | undefined, then: Content | undefined): NotesEvent[] => {
  const { kind, date } = then ?? is ?? {};
  if (kind === undefined || date === undefined) return [];
  const [text, was] = [then?.text ?? '', is?.text ?? ''];
  if (kind === 'private') return text === was ? [] : [{ type: 'PrivateNoteWritten', data: { studentId, date, text } }];
  const [before, after] = [is?.kind === 'family' ? is : null, then?.kind === 'family' ? then : null];
  const editedOn = after?.editedOn ?? null;
  const isWritten = text !== was || editedOn !== (before?.editedOn ?? null);
  const isShared = after !== null && after.shared !== (before?.shared ?? false);
  return [
    ...(isWritten ? [{ type: 'FamilyNoteWritten' as const, data: { studentId, date, text, editedOn } }] : []),
    ...(isShared ? [{ type: 'FamilyNoteShared' as const, data: { studentId, date, shared: after.shared } }] : []),
  ];
};

/** A student's notes as they can be undone. */
export const restorableNotes: Restorable<typeof notesEvents, NotesState, NotesContent> = {
  aggregate: notesAggregate,
  contentOf,
  restoreTo: (state, target) => {
    const now = contentOf(state);
    const names = [...new Set([...Object.keys(now), ...Object.keys(target ?? {})])];
    const { studentId } = state;
    return studentId === null ? [] : names.flatMap((name) => eventsBetween(studentId, now[name], target?.[name]));
  },
  nameOf: (content, part = '') => {
    const note = content[part];
    return note ? `The note of ${shortDate(note.date)}` : 'A note';
  },
};
