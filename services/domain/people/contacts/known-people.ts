import { nameWords } from '@rondo/contracts/people/name-words.ts';
import { normalizeAddress } from '../../../platform/maps/address.ts';
import type { Contact } from '../vcards/contact.ts';

/** What tells people of the same name apart. */
export type Person = Pick<Contact, 'firstName' | 'lastName' | 'phone' | 'email' | 'address' | 'city' | 'zipCode'>;

/** Where a person is known from: the list of students, or an earlier card of the same file. */
export type Known = {
  readonly row: number | null;
  /** The student in the list. */
  readonly studentId?: string;
  /** The student in the list who has no email so far. A card that brings one clears it. */
  withoutEmail?: string | undefined;
};

type Trait = 'phone' | 'email address' | 'address';

/** The person who is known already, and by what; `by` null: only the name is known, and `differs` is what shows it. */
type Match = { readonly known: Known; readonly by: Trait | 'name' | null; readonly differs: Trait | null };

type Traits = {
  readonly phone: string | null;
  readonly email: string | null;
  readonly street: string | null;
  readonly zipCode: string | null;
};

/** One spelling of a name: its words in either order. A name without letters, such as one of emoji, is only itself. */
const nameKey = ({ firstName, lastName }: Person): string => {
  const name = `${firstName} ${lastName}`;
  return nameWords(name).toSorted().join(' ') || name.trim();
};

/** The digits of a number, without the country code of the United States and an extension. */
const phoneKey = (phone: string | null): string | null => {
  const digits = (phone ?? '').replace(/\s*(?:ext|x)\.?\s*\d+\s*$/i, '').replaceAll(/\D/g, '');
  return (digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits) || null;
};

const traitsOf = ({ phone, email, address, zipCode }: Person): Traits => {
  const [line = ''] = address.split(',');
  // Without a house number, the first line alone names no home.
  const street = normalizeAddress(/\d/.test(line) ? line : address);
  return {
    phone: phoneKey(phone),
    email: email?.trim().toLowerCase() || null,
    street: street === '' ? null : street,
    zipCode: /(\d{5})(?:-\d{4})?\s*$/.exec(zipCode ?? address)?.[1] ?? null,
  };
};

const sameTrait = (one: Traits, other: Traits): Match['by'] => {
  if (one.phone !== null && one.phone === other.phone) return 'phone';
  if (one.email !== null && one.email === other.email) return 'email address';
  const sameZip = one.zipCode === null || other.zipCode === null || one.zipCode === other.zipCode;
  if (one.street !== null && one.street === other.street && sameZip) return 'address';
  // Nothing but a name: nobody can tell them apart.
  return one.phone === null && one.email === null && one.street === null ? 'name' : null;
};

const differentTrait = (one: Traits, other: Traits): Trait | null => {
  if (one.phone !== null && other.phone !== null) return 'phone';
  if (one.email !== null && other.email !== null) return 'email address';
  return one.street !== null && other.street !== null ? 'address' : null;
};

/** Who is known already, by name: for people of the same name, what tells them apart. */
export type KnownPeople = Map<string, { readonly traits: Traits; readonly known: Known }[]>;

export const addPerson = (people: KnownPeople, person: Person, known: Known): void => {
  const key = nameKey(person);
  const same = people.get(key);
  const entry = { traits: traitsOf(person), known };
  if (same) same.push(entry);
  else people.set(key, [entry]);
};

/** Finds a person by the same name, and the same phone, email address or address. Null: nobody has this name. */
export const matchPerson = (people: KnownPeople, person: Person): Match | null => {
  const same = people.get(nameKey(person)) ?? [];
  const traits = traitsOf(person);
  for (const { traits: other, known } of same) {
    const by = sameTrait(traits, other);
    if (by !== null) return { known, by, differs: null };
  }
  const [first] = same;
  return first ? { known: first.known, by: null, differs: differentTrait(traits, first.traits) } : null;
};
