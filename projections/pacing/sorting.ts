import { pauses } from './pauses.ts';

/** How many items are sorted or merged between two pauses. */
const atOnce = 500;

type Compare<Item> = (a: Item, b: Item) => number;

/** Merges two sorted lists into one, yielding on the way; of equals the first list's come first. */
export const mergedWithPauses = async <Item>(
  [first, second]: readonly [readonly Item[], readonly Item[]],
  compare: Compare<Item>,
  pause = pauses(),
): Promise<readonly Item[]> => {
  const [last] = first.slice(-1);
  const [next] = second;
  if (last === undefined || next === undefined || compare(last, next) <= 0) return [...first, ...second];
  const merged: Item[] = [];
  let at = 0;
  for (const [i, item] of second.entries()) {
    for (let own = first[at]; own !== undefined && compare(own, item) <= 0; own = first[at]) {
      merged.push(own);
      at += 1;
    }
    merged.push(item);
    if (i % atOnce === 0) await pause();
  }
  return [...merged, ...first.slice(at)];
};

/** Sorts a long list as `toSorted` does, yielding on the way. */
export const sortedWithPauses = async <Item>(
  list: readonly Item[],
  compare: Compare<Item>,
): Promise<readonly Item[]> => {
  const pause = pauses();
  let runs: (readonly Item[])[] = [];
  for (let done = 0; done < list.length; done += atOnce) {
    runs.push(list.slice(done, done + atOnce).toSorted(compare));
    await pause();
  }
  while (runs.length > 1) {
    const longer: (readonly Item[])[] = [];
    for (let i = 0; i < runs.length; i += 2)
      longer.push(await mergedWithPauses([runs[i] ?? [], runs[i + 1] ?? []], compare, pause));
    runs = longer;
  }
  return runs[0] ?? [];
};
