import { at } from '../arrays.ts';
import type { Problem } from './problem.ts';
import type { Week } from './week.ts';

/** The node in a tour of the student for whom a node stands. */
export const nodeIn = ({ alternatives, nodes }: Problem, tour: number, node: number): number =>
  alternatives === undefined ? node : at(alternatives.nodeIn, tour * nodes + node);

/** The node that a plan holds of the student for whom a node stands; that node where it holds none. */
export const placedAs = ({ problem: { alternatives }, tourOf }: Week, node: number): number =>
  alternatives === undefined ? node : (alternatives.nodesOf[node]?.find((one) => at(tourOf, one) >= 0) ?? node);

export const isPlaced = (week: Week, node: number): boolean => at(week.tourOf, placedAs(week, node)) >= 0;

/** Whether a limit on changes of teacher has a row in programs. */
export const capsChanges = ({ alternatives }: Problem): boolean =>
  alternatives !== undefined && Number.isFinite(alternatives.mostChanges);

/** How many stops of a route are changes of teacher. */
export const changesIn = ({ alternatives }: Problem, stops: Iterable<number>): number => {
  let changes = 0;
  if (alternatives) for (const node of stops) changes += alternatives.isChange[node] ?? 0;
  return changes;
};
