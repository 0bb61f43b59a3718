import type { Position } from '@rondo/projections/runner/source.ts';
import type { RequestHandler } from 'express';
import { InvalidInput } from '../domain/errors.ts';

/** Every engine's positions: a number, or two of them with their names. */
const looksLikeAPosition = /^(?:\d{1,18}|C:\d{1,20}\/P:\d{1,20})$/;

/**
 * A write answered 202 named its place in the log in `Rondo-Position`. A read that sends it back waits until the read models have got
 * there, as a write does, and is answered either way; the header in the answer says that they have not.
 *
 * @param reached true once every read model shows what was saved at a position, false after a while
 */
export const awaitSavedPosition =
  (reached: (position: Position) => Promise<boolean>): RequestHandler =>
  async (request, response, next) => {
    const position = request.get('rondo-position');
    if (request.method !== 'GET' || position === undefined) return next();
    if (!looksLikeAPosition.test(position)) throw new InvalidInput('Rondo-Position is not a position in the log.');
    if (!(await reached(position))) response.set('Rondo-Position', position);
    next();
  };
