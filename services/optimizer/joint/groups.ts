/** Whom each of several teachers may teach. */
type Sharing = {
  /** By teacher: the students whom a plan could give to the teacher. */
  readonly members: readonly (readonly string[])[];
  /** By student who has a lesson with one of these teachers now: the teacher's index. */
  readonly present: Readonly<Record<string, number>>;
  /** Maximum number of those students who get another teacher. */
  readonly mostChanges: number;
};

/**
 * The teachers in groups that share nothing: no student could be with teachers of two of them, and the limit on changes of teacher
 * cannot bind two of them together.
 * @returns indices of the teachers
 */
export const groupsOf = ({ members, present, mostChanges }: Sharing): number[][] => {
  const group = members.map((_, teacher) => teacher);
  const join = (one: number, other: number): void => {
    const [from, to] = [group[other], group[one] ?? one];
    for (const [teacher, own] of group.entries()) if (own === from) group[teacher] = to;
  };
  const teachersOf = new Map<string, number[]>();
  for (const [teacher, ids] of members.entries())
    for (const id of ids) teachersOf.set(id, [...(teachersOf.get(id) ?? []), teacher]);
  for (const [first = 0, ...others] of teachersOf.values()) for (const other of others) join(first, other);
  const changing = [...teachersOf].filter(
    ([id, teachers]) => present[id] !== undefined && teachers.some((teacher) => teacher !== present[id]),
  );
  const [first] = changing;
  if (first && changing.length > mostChanges) for (const [, [teacher = 0]] of changing) join(first[1][0] ?? 0, teacher);
  return [...Map.groupBy(group.keys(), (teacher) => group[teacher]).values()];
};
