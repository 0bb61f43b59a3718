import type { Response } from 'express';
import { CallerLeft } from '../kit/errors.ts';

/** A signal that aborts when the caller disconnects before the answer is sent, even if that happened before this call. */
export const callerGone = (response: Response): AbortSignal => {
  const left = new AbortController();
  const look = (): void => {
    if (!response.writableFinished) left.abort(new CallerLeft('The caller disconnected before the answer.'));
  };
  if (response.closed || response.destroyed) look();
  else response.once('close', look);
  return left.signal;
};
