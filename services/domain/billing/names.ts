import { unknownStudent } from '@rondo/contracts/api/placeholders.ts';
import type { PersonRow } from '@rondo/projections/lessons/queries.ts';

export type Names = { readonly studentOf: (id: string) => string; readonly teacherOf: (id: string) => string };

type Named = Pick<PersonRow, 'first_name' | 'last_name'>;

const nameOf = (person: Named | undefined, unknown: string): string =>
  person ? `${person.first_name} ${person.last_name}`.trim() : unknown;

/** The names of students and teachers, removed ones too. */
export const namesFrom = (people: ReadonlyMap<string, Named>): Names => ({
  studentOf: (id) => nameOf(people.get(id), unknownStudent),
  teacherOf: (id) => nameOf(people.get(id), 'Unknown Teacher'),
});
