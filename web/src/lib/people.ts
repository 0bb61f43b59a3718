type Name = { readonly firstName: string; readonly lastName: string };

const names = new Intl.Collator('en', { sensitivity: 'base' });

/** The order of people in every list and picker: by last name, then by first name. */
export const byLastName = (a: Name, b: Name): number =>
  names.compare(a.lastName, b.lastName) || names.compare(a.firstName, b.firstName);

/** Without accents and case: "Zoë" is found by "zoe". */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Whether each word of a search begins a part of the name; an empty search matches everyone. */
export const matchesName = (name: string, search: string): boolean => {
  const parts = plain(name).split(/[\s-]+/u);
  return plain(search)
    .split(/[\s-]+/u)
    .every((word) => parts.some((part) => part.startsWith(word)));
};
