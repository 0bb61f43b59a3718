import type { Request, RequestHandler } from 'express';
import { RuleBroken } from '../../kit/errors.ts';

/** What a page without a user, such as the one for signing in, sends as `Rondo-User`. */
const nobody = 'nobody';

const shownBy = (request: Request): string | undefined => request.get('rondo-user');

/** The page that receives it loads itself again. */
const otherUser = (sentence: string): RuleBroken => new RuleBroken(sentence, { isOtherUser: true });

/**
 * Refuses calls of a page that shows the studio of another user than the session's: all tabs of a browser share one session, in which someone
 * else may have signed in since the page was loaded. A page names the user that it shows in `Rondo-User`; calls without it are not checked.
 */
export const shownUserOnly: RequestHandler = (request, _response, next) => {
  const userId = shownBy(request);
  const { actor } = request.session;
  if (userId !== undefined && userId !== nobody && actor !== undefined && userId !== actor.userId)
    throw otherUser(
      'Someone else has signed in in another tab since this page was loaded. Nothing was changed; please load the page again.',
    );
  next();
};

/**
 * Refuses to sign in on a page that does not know of the guest who has the session by now: signing in ends a guest, which erases their studio.
 * A guest's own page asks first.
 */
export const keepUnseenGuest = (request: Request): void => {
  if (shownBy(request) === nobody && request.session.actor?.isGuest === true)
    throw otherUser('A guest’s studio is open in another tab. Nothing was changed; please load the page again.');
};
