import { nameWords } from '@rondo/contracts/people/name-words.ts';

/** A student as titles name one. */
export type NamedStudent = { readonly studentId: string; readonly firstName: string; readonly lastName: string };

/** Titles that differ only in case, accents and punctuation are one. A title without letters and digits is only itself. */
export const titleKey = (title: string): string => nameWords(title).join(' ') || title.trim();

/** A name in either order, with a space around each; one without letters, such as one of emoji, as it is. */
type Spelled = { readonly studentId: string; readonly spellings: readonly string[] };

const spelled = ({ studentId, firstName, lastName }: NamedStudent): Spelled => {
  const [first, last] = [nameWords(firstName), nameWords(lastName)];
  const orders =
    first.length === 0 || last.length === 0
      ? [titleKey(`${firstName} ${lastName}`)]
      : [[...first, ...last].join(' '), [...last, ...first].join(' ')];
  return { studentId, spellings: orders.filter((name) => name !== '').map((name) => ` ${name} `) };
};

/** What a title names. */
export type Named = {
  /** The key of the title. */
  readonly key: string;
  /** The student that a person tied it to, or the only one that it names. */
  readonly studentId: string | null;
  /** All students that it could name, when it is not clear which. */
  readonly candidates: readonly string[];
};

/**
 * Finds the student that a title names: in either order, ignoring case and accents. Never guesses between two. `ties`: students by the key of a
 * title.
 */
export const nameFinder = (
  students: readonly NamedStudent[],
  ties: ReadonlyMap<string, string>,
): ((title: string) => Named) => {
  const all = students.map(spelled);
  const present = new Set(students.map(({ studentId }) => studentId));
  const known = new Map<string, Named>();
  const keys = new Map<string, string>();

  const find = (key: string): Named => {
    const tied = ties.get(key);
    if (tied !== undefined && present.has(tied)) return { key, studentId: tied, candidates: [] };
    const padded = ` ${key} `;
    const found = all.flatMap(({ studentId, spellings }) =>
      spellings.filter((spelling) => padded.includes(spelling)).map((spelling) => ({ studentId, spelling })),
    );
    // "Ann Lee Smith" names Ann Lee Smith, not Ann Lee.
    const longest = found.filter(
      ({ spelling }) =>
        !found.some((other) => other.spelling.length > spelling.length && other.spelling.includes(spelling)),
    );
    const candidates = [...new Set(longest.map(({ studentId }) => studentId))];
    const [only] = candidates;
    return candidates.length === 1 && only !== undefined
      ? { key, studentId: only, candidates: [] }
      : { key, studentId: null, candidates };
  };

  return (title) => {
    const key = keys.get(title) ?? titleKey(title);
    keys.set(title, key);
    const named = known.get(key) ?? find(key);
    known.set(key, named);
    return named;
  };
};
