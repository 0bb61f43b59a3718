import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
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
import { longestAnswer, type StoredAnswer } from '../commands/command-keys.ts';
import { commandIdOf, inputHashOf } from '../commands/ids.ts';
import { InvalidInput, NotSignedIn, WrongContentType, type FieldProblem } from '../kit/errors.ts';
import { Recorded } from './answer.ts';
import type { Actor } from './callers/actor.ts';
import { eventStream, wantsEventStream } from './bodies/event-stream.ts';
import { isLong, jsonInSteps } from './bodies/json-in-steps.ts';
import type { ExpensiveTurns, InTurn } from './expensive-turns.ts';
import type { Keyed, Remember } from './keyed.ts';
import { limitPlace } from './callers/rate-limit.ts';
import { problemOf, sentenceOf } from './input-problems.ts';
import { namesTag, Revalidated, uncompressed } from './bodies/revalidated.ts';
import { readUpload } from './bodies/upload.ts';

/** What a handler knows of a request besides its validated input. */
export type RequestContext<E extends Endpoint = Endpoint> = {
  readonly endpoint: E;
  /** The signed-in user. Handlers of calls open to anyone read it from `request` themselves. */
  readonly actor: Actor;
  /** The id of this request's command: the same on every repeat with the same Idempotency-Key. */
  readonly command: CommandContext;
  readonly request: Request;
  readonly response: Response;
  /** Stores the result of a streamed answer for repeats of the request; other answers are stored automatically. */
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
 * Binds a declared call to its handler. The answer is checked against the declaration, so no undeclared data is sent.
 * @param options.streams answers with server-sent events regardless of the Accept header
 */
export const route = <const E extends Endpoint>(
  endpoint: E,
  answer: (
    input: RequestOf<E>,
    context: RequestContext<E>,
  ) => Promise<AnswerOf<E> | Recorded<AnswerOf<E>> | Revalidated<AnswerOf<E>> | typeof streamed>,
  { streams = false }: { streams?: boolean } = {},
): Route => ({
  endpoint,
  handle: async (request, response, { keyed, turns: { inTurn } }) => {
    const uploaded = endpoint.upload && (await readUpload(request, endpoint.upload));
    const input = readInput(endpoint, request, uploaded?.file);
    const { key, ...context } = contextOf(endpoint, request, response);
    const inItsTurn: InTurn = (work) => (endpoint.expensive === true ? inTurn(work) : work());
    const carryOut = async (remember: Remember): Promise<void> => {
      const asStored = (result: unknown, { status, batchId, position } = nothingRecorded): StoredAnswer => ({
        status,
        batchId: batchId ?? response.get('Rondo-Batch') ?? null,
        position,
        body: result,
      });
      const { commandId } = context.command;
      let isRecorded = false;
      // A backup that Rondo takes before it is a batch of its own.
      const onRecorded = (batchId: string): void => void (isRecorded ||= batchId === commandId);
      const command = { ...context.command, onRecorded };
      const asked = { ...context, command, remember: (result: unknown) => remember(asStored(result)) };
      const answered = await inItsTurn(() => answer(input, asked)).catch((error: unknown) => {
        // Some of its streams are changed, others refused.
        if (isRecorded) nameBatch({ response }, commandId);
        throw error;
      });
      if (answered === streamed || response.headersSent) return;
      if (answered instanceof Revalidated) return sendRevalidated(context, answered, inTurn);
      const { content, ...recorded } =
        answered instanceof Recorded ? answered.parts : { content: { body: answered }, ...nothingRecorded };
      const result = 'id' in content ? content : content.body;
      if (recorded.status === 200 && (isLong(result) || (Array.isArray(result) && key === undefined))) {
        const pieces = await inItsTurn(() => jsonInSteps(endpoint.response, result));
        setHeaders(response, recorded);
        // A longer one is not stored.
        if (key !== undefined && lengthOf(pieces) <= longestAnswer)
          await remember(asStored(JSON.parse(pieces.join('')), recorded));
        return sendJson(response, pieces);
      }
      const whole = asStored('id' in content ? result : endpoint.response.parse(result), recorded);
      await remember(whole);
      send(response, whole, endpoint.cachedSeconds);
    };
    if (key === undefined) return carryOut(async () => undefined);
    const { method, params, query, body } = request;
    await keyed({
      command: context.command,
      inputHash: inputHashOf({ method, path: pathOf(endpoint.path, params), query, body, file: uploaded?.digest }),
      carryOut,
      repeat: (given) => (streams && wantsEventStream(request) ? sendAsStream(response, given) : send(response, given)),
    });
  },
});

const nothingRecorded: Omit<StoredAnswer, 'body'> = { status: 200, batchId: null, position: null };

const setHeaders = (response: Response, { batchId, position }: Omit<StoredAnswer, 'body'>): void => {
  if (batchId !== null) response.set('Rondo-Batch', batchId);
  if (position !== null) response.set('Rondo-Position', position);
};

const send = (response: Response, answer: StoredAnswer, cachedSeconds?: number): void => {
  setHeaders(response, answer);
  const caching = cachedSeconds === undefined ? 'no-store' : `private, max-age=${cachedSeconds}`;
  response.status(answer.status).set('Cache-Control', caching).json(answer.body);
};

/** Answers 304 when the caller has the same content. Express would not for `fetch`, which adds `Cache-Control: no-cache` to an If-None-Match. */
const sendRevalidated = async (
  { request, response, endpoint }: Pick<RequestContext, 'request' | 'response' | 'endpoint'>,
  answer: Revalidated<unknown>,
  inTurn: InTurn,
): Promise<void> => {
  const sent = await answer.sent(request.originalUrl, (body) => jsonInSteps(endpoint.response, body), inTurn);
  response.set('Cache-Control', 'private, no-cache').set('ETag', sent.tag);
  if (namesTag(request.get('if-none-match'), sent.tag)) return void response.status(304).end();
  response.type('json');
  if (!sent.isCompressed || request.acceptsEncodings('gzip') !== 'gzip') response.send(await uncompressed(sent));
  else response.set('Content-Encoding', 'gzip').send(sent.body);
};

const lengthOf = (pieces: readonly string[]): number => pieces.reduce((sum, { length }) => sum + length, 0);

/** What is sent in one piece. */
const shortAnswer = 64 * 1024;

/** Sends the pieces of a long answer one after the other: encoding and compressing it at once would block the loop. */
const sendJson = async (response: Response, pieces: readonly string[]): Promise<void> => {
  response.status(200).set('Cache-Control', 'no-store').type('json');
  if (lengthOf(pieces) <= shortAnswer) return void response.send(pieces.join(''));
  // A caller who has left reads no further, which is no error.
  await pipeline(Readable.from(pieces), response).catch(() => undefined);
};

const sendAsStream = (response: Response, answer: StoredAnswer): void => {
  setHeaders(response, answer);
  eventStream(response).end('result', answer.body);
};

/** Names the batch of a streamed answer before its first byte; other answers name it by themselves. */
export const nameBatch = ({ response }: Pick<RequestContext, 'response'>, batchId: string): void => {
  if (!response.headersSent) response.set('Rondo-Batch', batchId);
};

/** The answer was already sent as an event stream. */
export const streamed = Symbol('streamed');

const idempotencyKey = z.string().min(1).max(200, 'An Idempotency-Key must be at most 200 characters long.').optional();

const anyone: Actor = { userId: '', studioId: '00000000-0000-4000-8000-000000000000', isGuest: false };

/** Who has not signed in waits with the guests. */
const stranger = { ...anyone, isGuest: true };

/** The request's key, when it applies: for calls that carry a password, not even a hash is stored. */
const keyOf = (endpoint: Endpoint, request: Request): string | undefined => {
  const key = idempotencyKey.safeParse(request.get('idempotency-key') || undefined);
  if (!key.success) throw new InvalidInput(sentenceOf(key.error));
  const counts = endpoint.method !== 'GET' && endpoint.access !== 'anyone' && endpoint.secret !== true;
  return counts ? key.data : undefined;
};

const contextOf = <E extends Endpoint>(endpoint: E, request: Request, response: Response) => {
  const actor = request.session.actor ?? anyone;
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
    const given: unknown = request[part];
    const read = schema.safeParse(given, { reportInput: true });
    if (read.success) input[part] = read.data;
    else problems.push(...read.error.issues.map((issue) => problemOf(part, issue)));
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

/**
 * Mounts every declared call with its handler.
 * @throws Error when one has none
 */
export const mountRoutes = (
  router: Router,
  endpoints: readonly Endpoint[],
  { routes, keyed, turns, refuseFull }: Handling & { routes: readonly Route[]; refuseFull?: RefuseFull },
): void => {
  const built = new Map(routes.map(({ endpoint, handle }) => [endpoint, handle]));
  for (const endpoint of endpoints) {
    const handle = built.get(endpoint);
    if (!handle) throw new Error(`${endpoint.method} ${endpoint.path} has no handler.`);
    const handler: RequestHandler = (request, response) =>
      turns.asked(request.session.actor ?? stranger, () => handle(request, response, { keyed, turns }));
    const nameRoute: RequestHandler = (_request, response, next) => {
      response.locals['route'] = `${endpoint.method} ${endpoint.path}`;
      next();
    };
    const limits = endpoint.limit === undefined ? [] : [limitPlace(endpoint.limit)];
    // Signing out and registering are open to anyone; whatever else changes something shows it.
    const records = endpoint.method !== 'GET' && endpoint.access !== 'anyone' && endpoint.updates !== undefined;
    const guests = records && refuseFull ? [fullGuests(refuseFull)] : [];
    const signedIn = endpoint.access === 'anyone' ? [] : [signedInOnly, ...guests];
    const handlers = [nameRoute, ...limits, ...signedIn, handler];
    switch (endpoint.method) {
      case 'GET':
        router.get(endpoint.path, ...handlers);
        break;
      case 'POST':
        router.post(endpoint.path, ...handlers);
        break;
      case 'PUT':
        router.put(endpoint.path, ...handlers);
        break;
      case 'PATCH':
        router.patch(endpoint.path, ...handlers);
        break;
      case 'DELETE':
        router.delete(endpoint.path, ...handlers);
        break;
    }
  }
};
