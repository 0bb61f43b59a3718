/** A list in parts of a size; the last part may be shorter. */
export const chunksOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));

/** Works through a list in parts, one after the other, and joins the results. */
export const inChunks = async <Item, Result>(
  items: readonly Item[],
  size: number,
  work: (part: readonly Item[]) => Promise<readonly Result[]>,
): Promise<Result[]> => {
  const results: Result[] = [];
  for (const part of chunksOf(items, size)) results.push(...(await work(part)));
  return results;
};
