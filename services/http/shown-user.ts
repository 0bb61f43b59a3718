import type { RequestHandler } from 'express';
import { RuleBroken } from '../errors/errors.ts';

/**
 * Refuses calls of a page that shows the studio of another user than the session's: all tabs of a browser share one session, in which someone
 * else may have signed in since the page was loaded. A page names the user that it shows in `Rondo-User`; calls without it are not checked.
 */
export const shownUserOnly: RequestHandler = (request, _response, next) => {
  const shown = request.get('rondo-user');
  const { actor } = request.session;
  if (shown !== undefined && actor !== undefined && shown !== actor.userId)
    throw new RuleBroken(
      'Someone else has signed in in another tab since this page was loaded. Nothing was changed; please load the page again.',
      { isOtherUser: true },
    );
  next();
};
