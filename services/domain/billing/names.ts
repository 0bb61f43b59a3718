import type { Payer } from '@rondo/contracts/api/payments.ts';
import { unknownStudent } from '@rondo/contracts/api/placeholders.ts';
import type { PersonRow } from '@rondo/projections/lessons/queries.ts';

export type Names = {
  readonly studentOf: (id: string) => string;
  readonly teacherOf: (id: string) => string;
  /** Null for an id that is no family's. */
  readonly householdOf: (id: string) => string | null;
};

/** A payer by its id: a family, or else a student. */
export const payerNamed = ({ studentOf, householdOf }: Names, id: string): Payer => {
  const family = householdOf(id);
  return family === null ? { type: 'student', id, name: studentOf(id) } : { type: 'household', id, name: family };
};

type Named = Pick<PersonRow, 'first_name' | 'last_name'>;

const nameOf = (person: Named | undefined, unknown: string): string =>
  person ? `${person.first_name} ${person.last_name}`.trim() : unknown;

/** The names of students and teachers, removed ones too, and of families. */
export const namesFrom = (
  people: ReadonlyMap<string, Named>,
  households: ReadonlyMap<string, string> = new Map(),
): Names => ({
  studentOf: (id) => nameOf(people.get(id), unknownStudent),
  teacherOf: (id) => nameOf(people.get(id), 'Unknown Teacher'),
  householdOf: (id) => households.get(id) ?? null,
});
