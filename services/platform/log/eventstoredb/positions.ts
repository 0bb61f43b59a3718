import { START, type Position as LogPosition, type ReadPosition } from '@eventstore/db-client';
import type { Position } from '@rondo/projections/runner/source.ts';
import { positionInBytes } from '../event-store.ts';

/** Before the first event. What a subscriber to an empty log has read. */
export const beginning: Position = 'C:-1/P:-1';

/** Commit and prepare both: two events of one old-style transaction share the commit position. */
export const formatPosition = ({ commit, prepare }: LogPosition): Position => `C:${commit}/P:${prepare}`;

export const isPosition = (text: string): boolean => positionInBytes.test(text);

/** @throws when the text is not a position of this engine */
export const parsePosition = (position: Position): LogPosition => {
  const [, commit, prepare] = positionInBytes.exec(position) ?? [];
  if (commit === undefined || prepare === undefined)
    throw new Error(`"${position}" is not a position in an EventStoreDB log.`);
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
};

/** Distance between two positions, in bytes of the log. */
export const compareLogPositions = (a: LogPosition, b: LogPosition): number =>
  Number(a.commit === b.commit ? a.prepare - b.prepare : a.commit - b.commit);

export const comparePositions = (a: Position | null, b: Position | null): number =>
  a === b ? 0 : compareLogPositions(parsePosition(a ?? beginning), parsePosition(b ?? beginning));

/** Where the client starts reading for everything after a position. */
export const readFrom = (position: Position): ReadPosition =>
  position === beginning ? START : parsePosition(position);
