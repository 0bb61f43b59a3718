import type { Position } from '@rondo/projections/runner/source.ts';
import type { RequestHandler } from 'express';
import { InvalidInput } from '../errors/errors.ts';

export type SavedPositionDependencies = {
  readonly isPosition: (text: string) => boolean;
  readonly reached: (position: Position) => Promise<boolean>;
};

/**
 * A write answered 202 returns its position in the log in `Rondo-Position`. A read that sends it back waits until the read models have
 * reached it, as a write does, and is answered either way; the header in the answer means that they have not.
 *
 * @param dependencies.isPosition whether a text is a position in the log of this Rondo
 * @param dependencies.reached resolves true once every read model has reached a position, false after a timeout
 */
export const awaitSavedPosition =
  ({ isPosition, reached }: SavedPositionDependencies): RequestHandler =>
  async (request, response, next) => {
    const position = request.get('rondo-position');
    if (request.method !== 'GET' || position === undefined) return next();
    if (!isPosition(position)) throw new InvalidInput('Rondo-Position is not a position in the log.');
    if (!(await reached(position))) response.set('Rondo-Position', position);
    next();
  };
