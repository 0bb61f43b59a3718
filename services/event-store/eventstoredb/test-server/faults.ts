/** What an append is to suffer. */
export type AppendFault =
  /** Answered with UNAVAILABLE; nothing is written. */
  | { readonly fault: 'unavailable' }
  /** Written, and answered with UNAVAILABLE. */
  | { readonly fault: 'lost answer' }
  /** Never answered. */
  | { readonly fault: 'silence'; readonly written: boolean }
  /** Written and answered so much later, when the writer has long given up on it. */
  | { readonly fault: 'late'; readonly milliseconds: number }
  /** Refused as by a follower that knows its leader, or knows none. */
  | { readonly fault: 'not leader'; readonly leader: { readonly host: string; readonly port: number } | null }
  /** Refused with WrongExpectedVersion although it is known: what a server says that lost sight of the ids. */
  | { readonly fault: 'wrong expected version' };

/** What a read or a subscription is to suffer, after so many events. */
export type ReadFault =
  | { readonly fault: 'unavailable' | 'clean end' | 'silence'; readonly after: number }
  /** Every event is sent twice. */
  | { readonly fault: 'duplicates' }
  /** So long a pause before each event. */
  | { readonly fault: 'slow'; readonly milliseconds: number };

/** Each call takes the next fault of its kind; with none left calls go well. */
export type Faults = {
  readonly append: AppendFault[];
  readonly read: ReadFault[];
  readonly subscribe: ReadFault[];
  readonly tombstone: AppendFault[];
};

export const noFaults = (): Faults => ({ append: [], read: [], subscribe: [], tombstone: [] });
