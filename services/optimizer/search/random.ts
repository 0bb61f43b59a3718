/** A source of pseudo-random numbers in [0, 1). */
export type Random = () => number;

/**
 * Mulberry32 (Tommy Ettinger, public domain): 32 bits of state, integer arithmetic only, so the same seed gives the
 * same numbers on every machine.
 */
export const seededRandom = (seed: number): Random => {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** A whole number from 0 to `below`, exclusive. */
export const pick = (random: Random, below: number): number => Math.floor(random() * below);
