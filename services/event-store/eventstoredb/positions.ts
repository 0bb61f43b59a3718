import { START, type Position as LogPosition, type ReadPosition } from '@eventstore/db-client';
import type { Position } from '@rondo/projections/runner/source.ts';

/** Before the first event. What a subscriber to an empty log has read. */
export const beginning: Position = 'C:-1/P:-1';

/** Commit and prepare both: two events of one old-style transaction share the commit position. */
export const formatPosition = ({ commit, prepare }: LogPosition): Position => `C:${commit}/P:${prepare}`;

/** @throws when the text is not a position of this engine, as after a change of engines */
export const parsePosition = (position: Position): LogPosition => {
  const [, commit, prepare] = /^C:(-?\d+)\/P:(-?\d+)$/.exec(position) ?? [];
  if (commit === undefined || prepare === undefined)
    throw new Error(`"${position}" is not a position in an EventStoreDB log.`);
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
};

const sign = (difference: bigint): number => (difference < 0n ? -1 : difference > 0n ? 1 : 0);

export const compareLogPositions = (a: LogPosition, b: LogPosition): number =>
  a.commit === b.commit ? sign(a.prepare - b.prepare) : sign(a.commit - b.commit);

export const comparePositions = (a: Position, b: Position): number =>
  a === b ? 0 : compareLogPositions(parsePosition(a), parsePosition(b));

/** Where the client begins to read for everything after a position. */
export const readFrom = (position: Position): ReadPosition =>
  position === beginning ? START : parsePosition(position);
