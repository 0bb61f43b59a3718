type Wait = { readonly due: number; readonly end: () => void };

/** Epoch milliseconds: it stands still during a call and moves from one to the next. */
let instant = Date.UTC(2026, 10, 23, 15);
const waits = new Map<object, Wait>();

/** The time of the recorded visit, and the waits that end by it. */
export const fixedTime = {
  now: (): number => instant,

  moveTo: (to: number): void => {
    instant = to;
  },

  /** Ends the waits that are over by now, the first one first: those who waited go on. */
  endWaits: (): void => {
    const over = [...waits].filter(([, { due }]) => due <= instant).toSorted(([, a], [, b]) => a.due - b.due);
    for (const [handle, { end }] of over) if (waits.delete(handle)) end();
  },

  wait: (handle: object, milliseconds: number, end: () => void): void => {
    waits.set(handle, { due: instant + milliseconds, end });
  },

  endWait: (handle: object): void => {
    waits.delete(handle);
  },
};

type Uuid = `${string}-${string}-${string}-${string}-${string}`;

let source = '00000000';
let count = 0;

/** Ids that depend on the call in which they are made, and on their number in it, alone. */
export const fixedIds = {
  /** @param from eight hexadecimal digits that stand for the call */
  begin: (from: string): void => {
    source = from;
    count = 0;
  },
  next: (): Uuid => {
    count += 1;
    return `${source}-0000-4000-8000-${count.toString(16).padStart(12, '0')}`;
  },
};
