type Named = { readonly id: string; readonly firstName: string; readonly lastName: string };

/** The words of a text without accents, case and punctuation. */
const wordsOf = (text: string): Set<string> =>
  new Set(
    text
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== ''),
  );

/** The student whose last name, or else first name, is in a title; null when there is none, or more than one. It is offered, never linked by itself. */
export const closestStudent = <Student extends Named>(title: string, students: readonly Student[]): Student | null => {
  const words = wordsOf(title);
  const havingAll = (nameOf: (student: Student) => string): Student[] =>
    students.filter((student) => {
      const parts = [...wordsOf(nameOf(student))];
      return parts.length > 0 && parts.every((part) => words.has(part));
    });
  const byLast = havingAll(({ lastName }) => lastName);
  const found = byLast.length > 0 ? byLast : havingAll(({ firstName }) => firstName);
  return found.length === 1 ? (found[0] ?? null) : null;
};
