/** A file of the build, and the files that it imports at once. */
type Imports = Readonly<Record<string, { readonly imports?: readonly string[] }>>;

/** All files that are loaded with one, except what `without` alone would load. */
const reached = (files: Imports, from: string, without: string): ReadonlySet<string> => {
  const found = new Set<string>();
  const waiting = [...(files[from]?.imports ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === without || found.has(next)) continue;
    found.add(next);
    waiting.push(...(files[next]?.imports ?? []));
  }
  return found;
};

/**
 * Files that import each other in a circle. Which of them is evaluated first depends on the page that loads them, so that what one calls of another
 * while it is evaluated may not be there yet, on that page alone. The app itself may be in a circle: every page loads it first, so that each
 * such error would be on every page.
 */
export const circularFiles = (files: Imports, app: string): string[] =>
  Object.keys(files).filter((file) => file !== app && reached(files, file, app).has(file));
