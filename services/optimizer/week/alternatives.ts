import { at } from '../arrays.ts';

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

type OfProblem = { readonly alternatives?: Alternatives; readonly nodes: number };
type OfWeek = { readonly problem: OfProblem; readonly tourOf: Int32Array };

/** The node in a tour of the student for whom a node stands. */
export const nodeIn = ({ alternatives, nodes }: OfProblem, tour: number, node: number): number =>
  alternatives === undefined ? node : at(alternatives.nodeIn, tour * nodes + node);

/** The node that a plan holds of the student for whom a node stands; that node where it holds none. */
export const placedAs = ({ problem: { alternatives }, tourOf }: OfWeek, node: number): number =>
  alternatives === undefined ? node : (alternatives.nodesOf[node]?.find((one) => at(tourOf, one) >= 0) ?? node);

export const isPlaced = (week: OfWeek, node: number): boolean => at(week.tourOf, placedAs(week, node)) >= 0;

/** Whether a limit on changes of teacher has a row in programs. */
export const capsChanges = ({ alternatives }: OfProblem): boolean =>
  alternatives !== undefined && Number.isFinite(alternatives.mostChanges);

/** How many stops of a route are changes of teacher. */
export const changesIn = ({ alternatives }: OfProblem, stops: Iterable<number>): number => {
  let changes = 0;
  if (alternatives) for (const node of stops) changes += alternatives.isChange[node] ?? 0;
  return changes;
};
