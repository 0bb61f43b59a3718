import {
  pathOf,
  type AnswerOf,
  type Endpoint,
  type RequestOf,
  type UploadedFile,
} from '@rondo/contracts/api/endpoint.ts';
import type { Request, RequestHandler, Response, Router } from 'express';
import { z } from 'zod';
import type { CommandContext } from '../commands/aggregate.ts';
import { commandIdOf, inputHashOf } from '../commands/ids.ts';
import { InvalidInput, NotSignedIn, WrongContentType, type FieldProblem } from '../kit/errors.ts';
import { Answer, nameRecorded, sendStored, withBatch, type Recorded, type streamed } from './answer.ts';
import { anyone, type Actor } from './callers/actor.ts';
import type { FamilyDoor } from './callers/family.ts';
import { eventStream, wantsEventStream } from './bodies/event-stream.ts';
import type { ExpensiveTurns } from './expensive-turns.ts';
import type { Keyed, Remember } from './keyed.ts';
import type { Overload } from './overload.ts';
import { limitPlace } from './callers/place.ts';
import { fieldProblemOf, sentenceOf } from './problem.ts';
import type { Revalidated } from './bodies/revalidated.ts';
import { withUpload } from './bodies/upload.ts';

/** What a handler knows of a request besides its validated input. */
export type RequestContext<E extends Endpoint = Endpoint> = {
  readonly endpoint: E;
  /** The signed-in user. Handlers of calls open to anyone read it from `request` themselves. */
  readonly actor: Actor;
  /** The id of this request's command: the same on every repeat with the same Idempotency-Key. */
  readonly command: CommandContext;
  readonly request: Request;
  readonly response: Response;
  /** Stores the result of a streamed answer, a batch by its command, for repeats of the request; other answers are stored automatically. */
  readonly remember: (body: unknown) => Promise<void>;
};

/** What the process does for every call. */
export type Handling = { readonly keyed: Keyed; readonly turns: ExpensiveTurns };

export type Route = {
  readonly endpoint: Endpoint;
  readonly handle: (request: Request, response: Response, handling: Handling) => Promise<void>;
};

/** @throws RuleBroken when a guest's studio cannot record any more */
export type RefuseFull = (studioId: string) => Promise<void>;

/**
 * Binds a declared call to its handler, which answers with a body or with an `Answer`.
 * @param options.streams answers with server-sent events regardless of the Accept header
 */
export const route = <const E extends Endpoint>(
  endpoint: E,
  handler: (
    input: RequestOf<E>,
    context: RequestContext<E>,
  ) => Promise<AnswerOf<E> | Recorded<AnswerOf<E>> | Revalidated<AnswerOf<E>> | typeof streamed>,
  { streams = false }: { streams?: boolean } = {},
): Route => ({
  endpoint,
  handle: (request, response, { keyed, turns: { inTurn } }) =>
    withUpload(request, endpoint.upload, async (uploaded) => {
      const input = readInput(endpoint, request, uploaded?.file);
      const { key, ...context } = contextOf(endpoint, request, response);
      const carryOut = async (remember: Remember | null): Promise<void> => {
        const { commandId } = context.command;
        let isRecorded = false;
        // A backup that Rondo takes before it is a batch of its own.
        const onRecorded = (batchId: string): void => void (isRecorded ||= batchId === commandId);
        const handle = () =>
          handler(input, {
            ...context,
            command: { ...context.command, onRecorded },
            remember: async (body) => remember?.({ status: 200, batchId: commandId, position: null, body }),
          });
        const result = await (endpoint.expensive === true ? inTurn(handle) : handle()).catch((error: unknown) => {
          // Some of its streams are changed, others refused.
          if (isRecorded && !response.headersSent && endpoint.access !== 'family')
            nameRecorded(response, { batchId: commandId });
          throw error;
        });
        const answer = result instanceof Answer ? result : withBatch(null, result);
        await answer.send({ endpoint, request, response, remember, inTurn });
      };
      if (key === undefined) return carryOut(null);
      const { method, params, query, body } = request;
      await keyed({
        command: context.command,
        inputHash: inputHashOf({ method, path: pathOf(endpoint.path, params), query, body, file: uploaded?.digest }),
        carryOut,
        repeat: (answer) =>
          streams && wantsEventStream(request)
            ? eventStream(response, answer).end('result', answer.body)
            : sendStored(response, answer),
      });
    }),
});

const idempotencyKey = z.string().min(1).max(200, 'An Idempotency-Key must be at most 200 characters long.').optional();

/** Who has not signed in waits with the guests. */
const stranger = { ...anyone, isGuest: true };

/** Who calls: the signed-in user, or the family whose link the browser has opened. */
const callerOf = ({
  family,
  session,
}: {
  readonly family?: Request['family'];
  readonly session?: Request['session'];
}): Actor | undefined =>
  family ? { userId: `family:${family.recipientId}`, studioId: family.studioId, isGuest: false } : session?.actor;

/** The request's key, when it applies: for calls that carry a password, not even a hash is stored. */
const keyOf = (endpoint: Endpoint, request: Request): string | undefined => {
  const key = idempotencyKey.safeParse(request.get('idempotency-key') || undefined);
  if (!key.success) throw new InvalidInput(sentenceOf(key.error));
  const counts = endpoint.method !== 'GET' && endpoint.access !== 'anyone' && endpoint.secret !== true;
  return counts ? key.data : undefined;
};

const contextOf = <E extends Endpoint>(endpoint: E, request: Request, response: Response) => {
  const actor = callerOf(request) ?? anyone;
  const key = keyOf(endpoint, request);
  const correlationId = z.string().parse(response.locals['requestId']);
  const commandId = commandIdOf(actor.studioId, `${endpoint.method} ${endpoint.path}`, key);
  return {
    key,
    endpoint,
    actor,
    request,
    response,
    command: { studioId: actor.studioId, actor: actor.userId, commandId, correlationId, causationId: commandId },
  };
};

const parts = ['params', 'query', 'body'] as const;

/** Validates params, query and body together, so that one answer names every error. */
const readInput = <const E extends Endpoint>(
  endpoint: E,
  request: Request,
  file: UploadedFile | undefined,
): RequestOf<E> => {
  const input: Record<string, unknown> = file ? { file } : {};
  const problems: FieldProblem[] = [];
  for (const part of parts) {
    const schema = endpoint[part];
    if (!schema) continue;
    if (part === 'body') refuseOtherContent(request);
    const read = schema.safeParse(request[part], { reportInput: true });
    if (read.success) input[part] = read.data;
    else problems.push(...read.error.issues.map((issue) => fieldProblemOf(part, issue)));
  }
  const [first] = problems;
  if (first) throw new InvalidInput(first.detail, problems);
  if (!isRead(endpoint, input)) throw new Error('A request was read without its parts.');
  return input;
};

// Every part that is there was parsed by its own schema above.
const isRead = <E extends Endpoint>(endpoint: E, input: unknown): input is RequestOf<E> =>
  typeof input === 'object' &&
  input !== null &&
  parts.every((part) => endpoint[part] === undefined || part in input) &&
  (endpoint.upload === undefined || 'file' in input);

const refuseOtherContent = (request: Request): void => {
  const length = request.get('content-length');
  const hasBody = request.get('transfer-encoding') !== undefined || (length !== undefined && length !== '0');
  if (hasBody && !request.is('json')) throw new WrongContentType('Please send the request body as JSON.');
};

const signedInOnly: RequestHandler = (request, _response, next) => {
  if (!request.session.actor) throw new NotSignedIn('Please sign in.');
  next();
};

const fullGuests =
  (refuseFull: RefuseFull): RequestHandler =>
  async (request, _response, next) => {
    const { actor } = request.session;
    if (actor?.isGuest === true) await refuseFull(actor.studioId);
    next();
  };

const verbs = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;

type Mounted = {
  readonly routes: readonly Route[];
  readonly refuseFull?: RefuseFull;
  readonly families?: FamilyDoor;
  /** Remembers whose the session or link of a request is. */
  readonly recognize?: Overload['recognize'];
};

/**
 * Mounts every declared call with its handler.
 * @throws Error when one has none
 */
export const mountRoutes = (
  router: Router,
  endpoints: readonly Endpoint[],
  { routes, keyed, turns, refuseFull, families, recognize }: Handling & Mounted,
): void => {
  const built = new Map(routes.map(({ endpoint, handle }) => [endpoint, handle]));
  for (const endpoint of endpoints) {
    const handle = built.get(endpoint);
    if (!handle) throw new Error(`${endpoint.method} ${endpoint.path} has no handler.`);
    const handler: RequestHandler = (request, response) => {
      const caller = callerOf(request);
      if (caller) recognize?.(request, caller);
      return turns.asked(caller ?? stranger, () => handle(request, response, { keyed, turns }));
    };
    const nameRoute: RequestHandler = (_request, response, next) => {
      response.locals['route'] = `${endpoint.method} ${endpoint.path}`;
      next();
    };
    const limits = endpoint.limit === undefined ? [] : [limitPlace(endpoint.limit)];
    // Signing out and registering are open to anyone; whatever else changes something shows it.
    const records = endpoint.method !== 'GET' && endpoint.access !== 'anyone' && endpoint.updates !== undefined;
    const guests = records && refuseFull ? [fullGuests(refuseFull)] : [];
    const familyOnly = families ? [families.guard(endpoint)] : [signedInOnly];
    const signedIn =
      endpoint.access === 'anyone' ? [] : endpoint.access === 'family' ? familyOnly : [signedInOnly, ...guests];
    const handlers = [nameRoute, ...limits, ...signedIn, handler];
    router[verbs[endpoint.method]](endpoint.path, ...handlers);
  }
};
