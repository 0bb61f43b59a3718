import { nameWords } from '@rondo/contracts/people/name-words.ts';

type Named = { readonly id: string; readonly firstName: string; readonly lastName: string };

/** The student whose last name, or else first name, is in a title; null when there is none, or more than one. It is offered, never linked by itself. */
export const closestStudent = <Student extends Named>(title: string, students: readonly Student[]): Student | null => {
  const words = new Set(nameWords(title));
  const havingAll = (nameOf: (student: Student) => string): Student[] =>
    students.filter((student) => {
      const parts = nameWords(nameOf(student));
      return parts.length > 0 && parts.every((part) => words.has(part));
    });
  const byLast = havingAll(({ lastName }) => lastName);
  const found = byLast.length > 0 ? byLast : havingAll(({ firstName }) => firstName);
  return found.length === 1 ? (found[0] ?? null) : null;
};
