/** The page of a student. */
export const studentPath = (id: string): string => `/students/${encodeURIComponent(id)}`;

type Name = { readonly firstName: string; readonly lastName: string };

let collator: Intl.Collator | undefined;

/** The order of names and other texts, whatever their case and accents. The browser takes long to make a collator, so pages without a list make none. */
export const compareTexts = (one: string, other: string): number =>
  (collator ??= new Intl.Collator('en', { sensitivity: 'base' })).compare(one, other);

/** The order of people in every list and picker: as their names are shown, by first name, then by last name. */
export const byName = (a: Name, b: Name): number =>
  compareTexts(a.firstName, b.firstName) || compareTexts(a.lastName, b.lastName);

/** Without accents and case: "Zoë" is found by "zoe". */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const partsOf = (text: string): string[] =>
  plain(text)
    .trim()
    .split(/[\s-]+/u);

/** Whether a name matches a search: each word of it begins a part of the name. An empty search matches everyone. */
export const nameMatcher = (search: string): ((name: string) => boolean) => {
  const prefixes = partsOf(search).filter(Boolean);
  if (prefixes.length === 0) return () => true;
  return (name) => {
    const parts = partsOf(name);
    return prefixes.every((word) => parts.some((part) => part.startsWith(word)));
  };
};

/** The fewest letters that tell a name from the others; the place in the list for one that has the same name as another. */
export const initialsOf = (name: string, index: number, names: readonly string[]): string => {
  const isAlone = (length: number): boolean =>
    names.every((other, i) => i === index || other.slice(0, length) !== name.slice(0, length));
  const length = [1, 2, 3].find(isAlone);
  return length === undefined ? `${name.slice(0, 1)}${index + 1}.` : name.slice(0, length);
};
