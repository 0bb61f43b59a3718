// What the server and screens both say, in a module without schemas, so that a page can load it.

/** The message when a row has changed since the client read it. */
export const changedElsewhere = (
  noun:
    | 'lesson'
    | 'entry'
    | 'student'
    | 'teacher'
    | 'family'
    | 'closure'
    | 'term'
    | 'day'
    | 'branch'
    | 'studio profile'
    | 'setting'
    | 'invoice'
    | 'payment'
    | 'opening balance'
    | 'charge'
    | 'note',
): string => `This ${noun} was changed somewhere else in the meantime.`;

export const deletedElsewhere = (noun: Parameters<typeof changedElsewhere>[0]): string =>
  `This ${noun} was deleted somewhere else in the meantime.`;

export const emailMissing = 'Please enter your email address.';

/** The titles of a decision about a plan that comes too late. */
export const tooLateTitles = {
  accepted: 'Schedule Already Accepted',
  rejected: 'Schedule Already Rejected',
  rejectingAccepted: 'Cannot Reject Accepted Schedule',
} as const;
