// A write may be saved before the screens can read it. This module keeps its log position and adds it to the next reads, which wait for it.

let awaited: string | null = null;
let announce: () => void = () => undefined;

/** The position that reads have to wait for; null if every saved change can be read. */
export const awaitedPosition = (): string | null => awaited;

/** Adds a listener for changes that are saved but cannot be shown yet. */
export const whenCatchingUp = (listener: () => void): void => {
  announce = listener;
};

/** Records a change saved at a position that no screen has read yet. */
export const awaitPosition = (position: string): void => {
  awaited = position;
  announce();
};

/** Records that a read that waited for a position was answered. */
export const reachedPosition = (position: string | null): void => {
  if (awaited === position) awaited = null;
};

/** Forgets the position, for example when another user signs in. */
export const forgetPosition = (): void => {
  awaited = null;
};
