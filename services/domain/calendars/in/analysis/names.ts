/** A student as titles name one. */
export type NamedStudent = { readonly studentId: string; readonly firstName: string; readonly lastName: string };

/** The words of a name or a title, without case, accents and punctuation. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Titles that differ only in case, accents and punctuation are one. A title without letters and digits is only itself. */
export const titleKey = (title: string): string => wordsOf(title).join(' ') || title.trim();

/** A name in either order, with a space around each. */
type Spelled = { readonly studentId: string; readonly spellings: readonly string[] };

const spelled = ({ studentId, firstName, lastName }: NamedStudent): Spelled => {
  const [first, last] = [wordsOf(firstName), wordsOf(lastName)];
  const orders =
    first.length === 0 || last.length === 0
      ? [[...first, ...last]]
      : [
          [...first, ...last],
          [...last, ...first],
        ];
  return { studentId, spellings: orders.filter((words) => words.length > 0).map((words) => ` ${words.join(' ')} `) };
};

/** What a title names. */
export type Named = {
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

  const find = (key: string): Named => {
    const tied = ties.get(key);
    if (tied !== undefined && present.has(tied)) return { studentId: tied, candidates: [] };
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
      ? { studentId: only, candidates: [] }
      : { studentId: null, candidates };
  };

  return (title) => {
    const key = titleKey(title);
    const named = known.get(key) ?? find(key);
    known.set(key, named);
    return named;
  };
};
