/** What happens to an append. */
export type AppendFault =
  /** Answered with UNAVAILABLE; nothing is written. */
  | { readonly fault: 'unavailable' }
  /** Written, and answered with UNAVAILABLE. */
  | { readonly fault: 'lost answer' }
  /** Never answered. */
  | { readonly fault: 'silence'; readonly written: boolean }
  /** Written and answered this much later, long after the writer has given up. */
  | { readonly fault: 'late'; readonly milliseconds: number }
  /** Rejected as by a follower, which knows its leader or none. */
  | { readonly fault: 'not leader'; readonly leader: { readonly host: string; readonly port: number } | null }
  /** Rejected because the server is starting. */
  | { readonly fault: 'not ready' }
  /** Rejected with WrongExpectedVersion although it is known: the answer of a server that has forgotten the ids. */
  | { readonly fault: 'wrong expected version' };

/** What happens to a read or a subscription, after that many events. */
export type ReadFault =
  | { readonly fault: 'unavailable' | 'clean end' | 'silence'; readonly after: number }
  /** Every event is sent twice. */
  | { readonly fault: 'duplicates' }
  /** Pauses this long before each event. */
  | { readonly fault: 'slow'; readonly milliseconds: number };

/** Each call takes the next fault of its kind; with none left, calls succeed. */
export type Faults = {
  readonly append: AppendFault[];
  readonly read: ReadFault[];
  readonly subscribe: ReadFault[];
  readonly tombstone: AppendFault[];
};

export const noFaults = (): Faults => ({ append: [], read: [], subscribe: [], tombstone: [] });
