import { bringStudioIn } from '@rondo/contracts/api/studio/studio-file.ts';
import type { ReadModel } from '@rondo/projections/runner/read-model.ts';
import { noteSignIn } from '../../domain/accounts/sign-in.ts';
import { signedInUser } from '../../domain/accounts/users.ts';
import { studioNow } from '../../domain/studio/clock.ts';
import { streamed } from '../../platform/http/answer.ts';
import { eventStream, wantsEventStream, type EventStream } from '../../platform/http/bodies/event-stream.ts';
import { placeOf } from '../../platform/http/callers/place.ts';
import { problemOf } from '../../platform/http/problem.ts';
import { route, type RequestContext, type Route } from '../../platform/http/route.ts';
import { trace } from '../../platform/http/traces.ts';
import { DomainError, Forbidden } from '../../platform/kit/errors.ts';
import { bringIn, type BringInServices } from './bring-in.ts';

/** The lines of a file. Only a line feed ends a line. */
function* linesOf(bytes: Uint8Array): Generator<string> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let from = 0; from < file.length;) {
    const end = file.indexOf('\n', from);
    yield file.toString('utf8', from, end < 0 ? file.length : end);
    from = end < 0 ? file.length : end + 1;
  }
}

/**
 * Gives an account the studio of a file.
 * @param models whose rows the file's events make
 * @param report receives an error that cannot be sent as the response because streaming has begun
 */
export const bringInRoutes = (
  services: BringInServices,
  models: readonly ReadModel[],
  report: (error: unknown) => void,
): Route[] => {
  const carryOut = async (
    bytes: Uint8Array,
    { actor, request }: RequestContext,
    onProgress: Parameters<typeof bringIn>[3],
  ) => {
    const file = { userId: actor.userId, lines: { [Symbol.iterator]: () => linesOf(bytes) } };
    const { studioId, ...counts } = await bringIn(services, models, file, onProgress);
    // The store has the new id already; this request's own session must not write the old one.
    request.session.actor = { ...actor, userId: studioId, studioId };
    const user = await signedInUser(services, studioId);
    // Known places are hashed with the account's id.
    await noteSignIn(services, studioId, placeOf(request));
    trace(request, 'studio-brought-in', { userId: studioId, count: counts.events });
    return { ...counts, user: { ...user, ...(await studioNow(services, studioId)) } };
  };

  /** Reports progress from the first event on; what is refused before has an answer of its own. */
  const stream = async (bytes: Uint8Array, context: RequestContext): Promise<typeof streamed> => {
    let events: EventStream | undefined;
    try {
      const body = await carryOut(bytes, context, (progress) => {
        events ??= eventStream(context.response);
        events.send('progress', progress);
      });
      events ??= eventStream(context.response);
      events.end('result', bringStudioIn.response.parse(body));
    } catch (error) {
      if (!events) throw error;
      if (!(error instanceof DomainError)) report(error);
      events.end('error', problemOf(error));
    }
    return streamed;
  };

  return [
    route(
      bringStudioIn,
      async ({ file: { bytes } }, context): Promise<typeof streamed | Awaited<ReturnType<typeof carryOut>>> => {
        // A guest's studio is erased at the end of the session, and its id never comes back.
        if (context.actor.isGuest) throw new Forbidden('Create an account to bring a studio in.');
        return wantsEventStream(context.request) ? stream(bytes, context) : carryOut(bytes, context, () => undefined);
      },
      { streams: true },
    ),
  ];
};
