import type { Position } from '@rondo/projections/runner/source.ts';
import type { RequestHandler } from 'express';
import { InvalidInput } from '../kit/errors.ts';

export type SavedPositionDependencies = {
  readonly isPosition: (text: string) => boolean;
  readonly isHere: (position: Position) => Promise<boolean>;
  readonly reached: (position: Position) => Promise<boolean>;
};

/**
 * A write answered 202 returns its position in the log in `Rondo-Position`. A read that sends it back waits until the read models have
 * reached it, as a write does, and is answered either way; the header in the answer means that they have not. A position of the log that this
 * Rondo had before it was moved is ignored.
 *
 * @param dependencies.isPosition whether a text is a position in a log of any kind
 * @param dependencies.isHere whether a position can be one of this log
 * @param dependencies.reached resolves true once every read model has reached a position, false after a timeout
 */
export const awaitSavedPosition =
  ({ isPosition, isHere, reached }: SavedPositionDependencies): RequestHandler =>
  async (request, response, next) => {
    const position = request.get('rondo-position');
    if (request.method !== 'GET' || position === undefined) return next();
    if (!isPosition(position)) throw new InvalidInput('Rondo-Position is not a position in the log.');
    if ((await isHere(position)) && !(await reached(position))) response.set('Rondo-Position', position);
    next();
  };
