import { changedElsewhere, deletedElsewhere } from '@rondo/contracts/api/texts.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { NotesEvent } from '@rondo/contracts/events/schedule/notes.ts';
import { InvalidInput, StaleRevision } from '../../../platform/kit/errors.ts';
import type { NotesState } from './state.ts';

/** What the row of no note has as its revision; a note's own is one more than its event's. */
export const noNote = '0';
export const shownRevision = (revision: number): string => String(revision + 1);

/** @throws StaleRevision where the note is not as the writer saw it */
const refuseStale = (note: { readonly revision: number } | undefined, seen: string | undefined): void => {
  if (seen === undefined || seen === (note ? shownRevision(note.revision) : noNote)) return;
  throw new StaleRevision(note ? changedElsewhere('note') : deletedElsewhere('note'));
};

type Written = {
  readonly studentId: string;
  readonly date: IsoDate;
  readonly text: string;
  readonly revision: string | undefined;
};

/** @throws StaleRevision, InvalidInput */
export const writeFamilyNote =
  ({
    studentId,
    date,
    text,
    revision,
    share,
    today,
  }: Written & { readonly share: boolean | undefined; readonly today: IsoDate }) =>
  (state: NotesState): NotesEvent[] => {
    const note = state.family.get(date);
    refuseStale(note, revision);
    if (text === '' && share === true) throw new InvalidInput('Please write the note before you share it.');
    const isShared = note?.shared ?? false;
    const shared = text !== '' && (share ?? isShared);
    const editedOn = isShared && shared ? today : null;
    return [
      ...(text === (note?.text ?? '')
        ? []
        : [{ type: 'FamilyNoteWritten' as const, data: { studentId, date, text, editedOn } }]),
      ...(text === '' || shared === isShared
        ? []
        : [{ type: 'FamilyNoteShared' as const, data: { studentId, date, shared } }]),
    ];
  };

/** @throws StaleRevision */
export const writePrivateNote =
  ({ studentId, date, text, revision }: Written) =>
  (state: NotesState): NotesEvent[] => {
    const note = state.private.get(date);
    refuseStale(note, revision);
    return text === (note?.text ?? '') ? [] : [{ type: 'PrivateNoteWritten', data: { studentId, date, text } }];
  };
