/**
 * The nodes of students whom several teachers may teach: one with each of them, open in that teacher's tours only. A plan holds one of them at
 * most. The first of them stands for the student in lists of students and is `person` of the others.
 */
export type Alternatives = {
  /** By `tour * nodes + node`, where the node stands for a student: the student's node in the tour, 0 where the tour's teacher does not teach the student. */
  readonly nodeIn: Int32Array;
  /** By node that stands for a student: all nodes of the student. */
  readonly nodesOf: readonly (readonly number[])[];
  /** By node: 1 where the student has another teacher now. */
  readonly isChange: Uint8Array;
  /** Maximum number of such nodes in a plan; infinite for any. */
  readonly mostChanges: number;
  /** By node: which of equal plans is better, the one with the lower sum. */
  readonly cost: Float64Array;
};
