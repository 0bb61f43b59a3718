// A write may be saved before the screens can read it. Its position in the log is kept here and goes with the next reads, which wait for it.

let awaited: string | null = null;
let announce: () => void = () => undefined;

/** The position that reads have to wait for; null when everything that was saved can be read. */
export const awaitedPosition = (): string | null => awaited;

/** Called whenever something was saved that the screens cannot show yet. */
export const whenCatchingUp = (listener: () => void): void => {
  announce = listener;
};

/** Something was saved at a position that nothing shown has reached yet. */
export const awaitPosition = (position: string): void => {
  awaited = position;
  announce();
};

/** A read that waited for a position was answered. */
export const reachedPosition = (position: string | null): void => {
  if (awaited === position) awaited = null;
};

/** What somebody else saved is nobody's business any more. */
export const forgetPosition = (): void => {
  awaited = null;
};
