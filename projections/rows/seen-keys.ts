/** A power of two, in bits: 4 MiB, at which a million keys give a false positive rate of one in three thousand. */
const bits = 2 ** 25;
const probes = 4;

/** FNV-1a from two seeds yields any number of positions. */
const hash = (text: string, seed: number): number => {
  let value = seed;
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 16_777_619);
  value ^= value >>> 15;
  return Math.imul(value, 0x2c1b3c6d) >>> 0;
};

/**
 * Which keys were ever added, in constant space, with rare false positives and no false negatives (a Bloom
 * filter, Kirsch and Mitzenmacher 2006).
 */
export const seenKeys = () => {
  const bitmap = new Uint32Array(bits / 32);
  return {
    add: (key: string): void => {
      let place = hash(key, 0x811c9dc5);
      const step = hash(key, 0x01234567) | 1;
      for (let i = 0; i < probes; i += 1, place += step) {
        const word = (place & (bits - 1)) >>> 5;
        bitmap[word] = (bitmap[word] ?? 0) | (1 << (place & 31));
      }
    },
    mayHave: (key: string): boolean => {
      let place = hash(key, 0x811c9dc5);
      const step = hash(key, 0x01234567) | 1;
      for (let i = 0; i < probes; i += 1, place += step)
        if (((bitmap[(place & (bits - 1)) >>> 5] ?? 0) & (1 << (place & 31))) === 0) return false;
      return true;
    },
  };
};
