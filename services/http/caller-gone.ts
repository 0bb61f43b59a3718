import type { Response } from 'express';
import { CallerLeft } from '../errors/errors.ts';

/** Aborted when the caller closes the connection before the answer was sent, even if that was before anybody looked. */
export const callerGone = (response: Response): AbortSignal => {
  const gone = new AbortController();
  const look = (): void => {
    if (!response.writableFinished) gone.abort(new CallerLeft('The caller left before the answer.'));
  };
  if (response.closed || response.destroyed) look();
  else response.once('close', look);
  return gone.signal;
};
