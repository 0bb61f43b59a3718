import { mostMembers, type HouseholdSuggestion } from '@rondo/contracts/api/people/households.ts';
import { familyInWords, familyNameOf, listed } from '@rondo/contracts/people/family-name.ts';
import { nameWords } from '@rondo/contracts/people/name-words.ts';

/** A present student, with what tells whose family it is. */
export type Candidate = {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly address: string;
  readonly zipCode: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly householdId: string | null;
};

type Reason = HouseholdSuggestion['because'];

const reasons: readonly Reason[] = ['address', 'phone', 'email'];

/** Fewer digits are no phone number. */
const fewestDigits = 7;
const mostSuggestions = 50;

const plain = (text: string | null): string => nameWords(text ?? '').join('');

const phoneKey = (phone: string | null): string | null => {
  const digits = (phone ?? '').replaceAll(/\D/g, '');
  const national = digits.length > 10 && digits.startsWith('1') ? digits.slice(1) : digits;
  return national.length < fewestDigits ? null : national;
};

/** What two students of one family have in common, by the reason. */
const keysOf = ({ lastName, address, zipCode, phone, email }: Candidate): Readonly<Record<Reason, string | null>> => ({
  // A ZIP code alone is the address of many.
  address:
    plain(lastName) === '' || !/\p{L}/u.test(address)
      ? null
      : JSON.stringify([plain(lastName), plain(address), plain(zipCode)]),
  phone: phoneKey(phone),
  email: email === null || email.trim() === '' ? null : email.trim().toLowerCase(),
});

/** Students by what they have in common, also through others, and by the families that they are in. */
const groupsOf = (students: readonly Candidate[]): Candidate[][] => {
  const parents = new Map<string, string>();
  const rootOf = (id: string): string => {
    let root = id;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    if (root !== id) parents.set(id, root);
    return root;
  };
  const first = new Map<string, string>();
  for (const student of students) {
    const keys = Object.entries({ ...keysOf(student), family: student.householdId });
    for (const [reason, key] of keys) {
      if (key === null) continue;
      const known = first.get(`${reason} ${key}`);
      first.set(`${reason} ${key}`, known ?? student.id);
      const [root, other] = [rootOf(student.id), rootOf(known ?? student.id)];
      if (root !== other) parents.set(root, other);
    }
  }
  return [...Map.groupBy(students, ({ id }) => rootOf(id)).values()].filter(({ length }) => length > 1);
};

/** The reasons that all of them have in common, else those that some have. */
const reasonsIn = (joining: readonly Candidate[], members: readonly Candidate[]): Reason[] => {
  const keysIn = (students: readonly Candidate[], reason: Reason) =>
    students.flatMap((student) => keysOf(student)[reason] ?? []);
  const best = reasons.find((reason) => {
    const keys = keysIn(joining, reason);
    const isOne = keys.length === joining.length && new Set(keys).size === 1;
    return isOne && (members.length === 0 || keysIn(members, reason).includes(keys[0] ?? ''));
  });
  if (best !== undefined) return [best];
  return reasons.filter((reason) => {
    const keys = keysIn(joining, reason);
    const others = new Set(keysIn(members, reason));
    return new Set(keys).size < keys.length || keys.some((key) => others.has(key));
  });
};

const fullName = ({ firstName, lastName }: Candidate): string => `${firstName} ${lastName}`.trim();

/** "Mia and Theo Park", "Mia Park and Ben Ito", "Mia Park, Theo Park and 3 more". */
const namesOf = (students: readonly Candidate[]): string => {
  const [first] = students;
  const some = students.length > 4 ? students.slice(0, 2) : students;
  const more = students.length > some.length ? [`${students.length - some.length} more`] : [];
  const isOneName = more.length === 0 && students.every(({ lastName }) => lastName === first?.lastName);
  if (isOneName) return `${listed(some.map(({ firstName }) => firstName))} ${first?.lastName ?? ''}`.trim();
  return listed([...some.map(fullName), ...more]);
};

const inCommon: Readonly<Record<Reason, string>> = {
  address: 'an address and a last name',
  phone: 'a phone number',
  email: 'an email address',
};

/** Why they seem to be one family, as a sentence. */
const textOf = (who: string, because: readonly Reason[], address: string): string =>
  because.length === 1 && because[0] === 'address'
    ? `${who} live at ${address} and share a last name.`
    : `${who} share ${because.map((reason) => inCommon[reason]).join(' or ')}.`;

const suggestionOf = (
  group: readonly Candidate[],
  nameOf: (householdId: string) => string,
): HouseholdSuggestion | null => {
  const joining = group.filter(({ householdId }) => householdId === null);
  const members = group.filter(({ householdId }) => householdId !== null);
  const households = new Set(members.map(({ householdId }) => householdId));
  const [householdId = null] = households;
  const [first] = joining;
  if (!first || households.size > 1 || group.length > mostMembers) return null;
  const because = reasonsIn(joining, members);
  const name = householdId === null ? familyNameOf(joining) : nameOf(householdId);
  const who =
    householdId === null
      ? namesOf(joining)
      : listed([...(joining.length < 3 ? joining.map(fullName) : [namesOf(joining)]), familyInWords(name)]);
  return {
    studentIds: joining.map(({ id }) => id),
    householdId,
    name,
    because: because[0] ?? 'address',
    // Without the city, which typed addresses have behind a comma.
    text: textOf(who, because, first.address.split(',', 1)[0] ?? ''),
  };
};

/**
 * Which students seem to be of one family, the largest first. Students who are in no family are joined with each other, or with the students of one
 * family.
 * @param students those who are there, by name
 */
export const suggestionsFor = (
  students: readonly Candidate[],
  nameOf: (householdId: string) => string,
  isDismissed: (studentIds: readonly string[]) => boolean,
): HouseholdSuggestion[] =>
  groupsOf(students)
    .flatMap((group) => suggestionOf(group, nameOf) ?? [])
    .filter(({ studentIds }) => !isDismissed(studentIds))
    .toSorted((a, b) => b.studentIds.length - a.studentIds.length || a.name.localeCompare(b.name))
    .slice(0, mostSuggestions);
