import type { CallInput, CallName, InputTo } from '../../../api/calls.ts';
import { wordOf } from '../../../calendar/attendance/commands.ts';
import { stampText, stampWords } from '../commands.ts';

// What is entered on /day and waits for a connection: stamps, attendance, and notes of a day.

type CallOf<Name extends CallName> = { readonly name: Name; readonly input: InputTo<Name> };

/** The calls that may wait. */
export type WaitingCall =
  | CallOf<'POST /api/day/stamps'>
  | CallOf<'POST /api/attendance'>
  | CallOf<'PUT /api/students/:id/family-notes/:date'>
  | CallOf<'PUT /api/students/:id/private-notes/:date'>;

/** One call that waits, or that was refused when it was sent. */
export type NewEntry = {
  readonly call: WaitingCall;
  /** The idempotency key of every attempt. */
  readonly key: string;
  /** When it was entered: milliseconds. */
  readonly at: number;
  /** Whose lesson it is about. */
  readonly title: string;
  readonly timeZone: string;
  /** The server may have carried it out. */
  readonly isTried: boolean;
  /** Why it was not saved; null while it waits. */
  readonly refused: string | null;
  /** It is never sent any more. */
  readonly isTooOld: boolean;
};

/** The same as it is kept. @property id their order */
export type Entry = NewEntry & { readonly id: number };

const names: ReadonlySet<string> = new Set<WaitingCall['name']>([
  'POST /api/day/stamps',
  'POST /api/attendance',
  'PUT /api/students/:id/family-notes/:date',
  'PUT /api/students/:id/private-notes/:date',
]);

const isShared = (body: unknown): boolean => body instanceof Object && 'share' in body;

/** Whether a call may wait. A note that goes to a family does not: that takes a tap with a connection. */
export const mayWait = (call: { readonly name: CallName; readonly input: CallInput }): call is WaitingCall =>
  names.has(call.name) && !isShared(call.input.body);

/** The lessons or the student that a call is about. */
export const subjectsOf = (
  call: WaitingCall,
): { readonly lessonIds: readonly string[]; readonly studentId: string | null } => {
  switch (call.name) {
    case 'POST /api/day/stamps':
      return { lessonIds: [call.input.body.lessonId], studentId: null };
    case 'POST /api/attendance':
      return { lessonIds: call.input.body.entries.map(({ lessonId }) => lessonId), studentId: null };
    case 'PUT /api/students/:id/family-notes/:date':
    case 'PUT /api/students/:id/private-notes/:date':
      return { lessonIds: [], studentId: call.input.params.id };
  }
};

/** What an entry says, for the list of what was not saved. */
export const textOf = ({ call, title, timeZone }: NewEntry): string => {
  switch (call.name) {
    case 'POST /api/day/stamps': {
      const { kind, at } = call.input.body;
      return at === null ? `${title}: stamp taken back` : `${stampWords[kind]} ${title}, ${stampText(at, timeZone)}`;
    }
    case 'POST /api/attendance': {
      const [first] = call.input.body.entries;
      return first ? `${title}: ${wordOf(first)}` : title;
    }
    case 'PUT /api/students/:id/family-notes/:date':
      return `Note for ${title}’s family: ${call.input.body.text}`;
    case 'PUT /api/students/:id/private-notes/:date':
      return `Your note on ${title}: ${call.input.body.text}`;
  }
};

type NoteCall = Extract<WaitingCall, { readonly name: `PUT ${string}` }>;

export const isNote = (call: WaitingCall): call is NoteCall => call.name.startsWith('PUT ');

/** Whether a note replaces one that waits and was not sent yet. */
export const isReplaced = (entry: Entry, by: NewEntry): boolean =>
  isNote(by.call) &&
  !entry.isTried &&
  entry.refused === null &&
  entry.call.name === by.call.name &&
  JSON.stringify(entry.call.input.params) === JSON.stringify(by.call.input.params);
