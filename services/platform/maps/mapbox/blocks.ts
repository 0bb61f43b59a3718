/** One call to a matrix service: every source with every destination, by index of the place. */
export type Block = { readonly sources: readonly number[]; readonly destinations: readonly number[] };

/** Whether the drive between two places is needed, in whichever direction. Symmetric. */
type Pairs = (a: number, b: number) => boolean;

/** Blocks that together have every needed pair, and what they cost. */
type Cover = { readonly blocks: readonly Block[]; readonly cost: number };

/** Coordinates per call. */
const mostPlaces = 25;
/** What a call costs besides its elements, in elements: calls count for the daily limit and Mapbox's limit per minute. */
const costOfCall = 5;
/** Above this many places they are not brought into another order. */
const mostOrdered = 200;

const nothing: Cover = { blocks: [], cost: 0 };

const together = (...covers: readonly Cover[]): Cover => ({
  blocks: covers.flatMap(({ blocks }) => blocks),
  cost: covers.reduce((sum, { cost }) => sum + cost, 0),
});

const cheaper = (a: Cover, b: Cover): Cover => (b.cost < a.cost ? b : a);

/** A single call; too expensive to be used where it has too many places. */
const inOneCall = (sources: readonly number[], destinations: readonly number[]): Cover => ({
  blocks: [{ sources, destinations }],
  cost:
    new Set([...sources, ...destinations]).size > mostPlaces
      ? Infinity
      : sources.length * destinations.length + costOfCall,
});

const halves = (places: readonly number[]): [number[], number[]] => {
  const middle = places.length >> 1;
  return [places.slice(0, middle), places.slice(middle)];
};

const between = (pairs: Pairs, left: readonly number[], right: readonly number[]): Cover => {
  const sources = left.filter((a) => right.some((b) => pairs(a, b)));
  const destinations = right.filter((b) => sources.some((a) => pairs(a, b)));
  if (sources.length === 0) return nothing;
  const whole = inOneCall(sources, destinations);
  const isFull = sources.every((a) => destinations.every((b) => pairs(a, b)));
  if (isFull && whole.cost < Infinity) return whole;
  const [longer, isLeft] = sources.length >= destinations.length ? [sources, true] : [destinations, false];
  const parts = halves(longer).map((half) =>
    isLeft ? between(pairs, half, destinations) : between(pairs, sources, half),
  );
  return cheaper(whole, together(...parts));
};

/** Places that together are an end of every pair: repeatedly the one with most pairs that have no end in it yet. */
const endsOfAll = (pairs: Pairs, places: readonly number[]): number[] => {
  const ends: number[] = [];
  let others = [...places];
  for (;;) {
    const left = others;
    const counts = left.map((a) => left.filter((b) => pairs(a, b)).length);
    const most = Math.max(0, ...counts);
    if (most === 0) return ends;
    const chosen = left[counts.indexOf(most)];
    if (chosen === undefined) return ends;
    ends.push(chosen);
    others = left.filter((place) => place !== chosen);
  }
};

/** Covers the pairs among places: in one call of two shapes, or those of two halves and between them. */
const among = (pairs: Pairs, places: readonly number[]): Cover => {
  const paired = places.filter((a) => places.some((b) => pairs(a, b)));
  if (paired.length === 0) return nothing;
  const [first, second] = halves(paired);
  const split = () => together(between(pairs, first, second), among(pairs, first), among(pairs, second));
  if (paired.length > mostPlaces) return split();
  // Each place with the later ones suits groups in which all meet; the ends of all pairs suit stars and chains.
  const earlier = paired.filter((a, i) => paired.slice(i + 1).some((b) => pairs(a, b)));
  const later = paired.filter((b, i) => paired.slice(0, i).some((a) => pairs(a, b)));
  const ends = endsOfAll(pairs, paired);
  const opposite = paired.filter((b) => ends.some((a) => pairs(a, b)));
  const whole = cheaper(inOneCall(earlier, later), inOneCall(ends, opposite));
  return paired.length === 2 ? whole : cheaper(whole, split());
};

/** Places in an order in which neighbors have many partners in common, so that halves divide those that never meet. */
const bySimilarity = (pairs: Pairs, count: number): number[] => {
  const left = new Set(Array.from({ length: count }, (_, i) => i));
  const common = (a: number, b: number): number => {
    let shared = pairs(a, b) ? 2 : 0;
    for (let c = 0; c < count; c += 1) if (pairs(a, c) && pairs(b, c)) shared += 1;
    return shared;
  };
  const order: number[] = [];
  let next: number | undefined = 0;
  while (next !== undefined) {
    const last: number = next;
    left.delete(last);
    order.push(last);
    let best = -1;
    next = undefined;
    for (const place of left) {
      const shared = common(last, place);
      if (shared > best) [best, next] = [shared, place];
    }
  }
  return order;
};

/**
 * Blocks of at most 25 places that have every needed pair in at least one direction, with few elements and few calls. Where all places
 * meet each other, that is little more than half of the matrix.
 */
export const blocksOf = (count: number, pairs: Pairs): readonly Block[] => {
  const inOrder = among(
    pairs,
    Array.from({ length: count }, (_, i) => i),
  );
  if (count < 3 || count > mostOrdered) return inOrder.blocks;
  return cheaper(inOrder, among(pairs, bySimilarity(pairs, count))).blocks;
};
