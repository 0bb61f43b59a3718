import type { AnswerOf, Endpoint, RequestOf } from '@rondo/contracts/api/endpoint.ts';
import type { Position } from '@rondo/projections/runner/source.ts';
import type { Request, RequestHandler, Response, Router } from 'express';
import { z } from 'zod';
import type { CommandContext } from '../commands/aggregate.ts';
import { commandIdOf } from '../commands/ids.ts';
import { InvalidInput, NotSignedIn, WrongContentType, type FieldProblem } from '../domain/errors.ts';
import type { Actor } from '../accounts/actor.ts';
import { sendProblem } from './problem.ts';

/** What a handler knows of a request beside its checked input. */
export type RequestContext = {
  /** Who asks. Calls that anyone may make read it from `request` themselves. */
  readonly actor: Actor;
  /** The command that this request is: the same on every repetition with the same Idempotency-Key. */
  readonly command: CommandContext;
  readonly request: Request;
  readonly response: Response;
};

export type Route = {
  readonly endpoint: Endpoint;
  readonly handler: RequestHandler;
};

/** Joins a declared call to the code that answers it. The answer is checked against the declaration, so nothing undeclared leaves. */
export const route = <const E extends Endpoint>(
  endpoint: E,
  answer: (input: RequestOf<E>, context: RequestContext) => Promise<AnswerOf<E> | Unfinished | typeof streamed>,
): Route => ({
  endpoint,
  handler: async (request, response) => {
    const input = readInput(endpoint, request);
    const context = contextOf(endpoint, request, response);
    const body = await answer(input, context);
    if (body === streamed || response.headersSent) return;
    if (body instanceof Unfinished) {
      response.status(202).set('Rondo-Position', body.position).json({ id: body.id });
      return;
    }
    response.set('Cache-Control', 'no-store').json(endpoint.response.parse(body));
  },
});

/** Saved, but the read models have not reached it in time: answered 202 with the id and the position to wait for. */
export class Unfinished {
  readonly id: string;
  readonly position: Position;
  constructor(id: string, position: Position) {
    this.id = id;
    this.position = position;
  }
}

/** Answered already, event by event. */
export const streamed = Symbol('streamed');

const idempotencyKey = z.string().min(1).max(200, 'An Idempotency-Key has at most 200 characters.').optional();

const anyone: Actor = { userId: '', studioId: '00000000-0000-4000-8000-000000000000', isGuest: false };

const contextOf = (endpoint: Endpoint, request: Request, response: Response): RequestContext => {
  const actor = request.session.actor ?? anyone;
  const key = idempotencyKey.safeParse(request.get('idempotency-key') || undefined);
  if (!key.success) throw new InvalidInput(sentenceOf(key.error));
  const correlationId = z.string().parse(response.locals['requestId']);
  const commandId = commandIdOf(actor.studioId, `${endpoint.method} ${request.path}`, key.data);
  return {
    actor,
    request,
    response,
    command: { studioId: actor.studioId, actor: actor.userId, commandId, correlationId, causationId: commandId },
  };
};

/** Checks params, query and body together, so that one answer names everything that is wrong. */
const readInput = <const E extends Endpoint>(endpoint: E, request: Request): RequestOf<E> => {
  const input: Record<string, unknown> = {};
  const problems: FieldProblem[] = [];
  for (const part of ['params', 'query', 'body'] as const) {
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
  if (!isRead<E>(input)) throw new Error('A request was read without its parts.');
  return input;
};

// Every declared part was parsed by its own schema just above.
const isRead = <E extends Endpoint>(input: unknown): input is RequestOf<E> => typeof input === 'object';

const refuseOtherContent = (request: Request): void => {
  const length = request.get('content-length');
  const hasBody = request.get('transfer-encoding') !== undefined || (length !== undefined && length !== '0');
  if (hasBody && !request.is('json')) throw new WrongContentType('Please send the request body as JSON.');
};

const problemOf = (part: string, issue: z.core.$ZodIssue): FieldProblem => ({
  pointer: `/${[part === 'body' ? null : part, ...issue.path]
    .filter((step) => step !== null)
    .map(String)
    .join('/')}`,
  detail: sentenceFor(issue),
});

const fieldName = (path: readonly PropertyKey[]): string => {
  const named = path.findLast((step) => typeof step === 'string');
  return named === undefined ? 'The request body' : `"${named}"`;
};

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** Our own sentences pass as they are; zod's terse ones become sentences that name the field. */
const sentenceFor = (issue: z.core.$ZodIssue): string => {
  const field = fieldName(issue.path);
  if (/^This .*\.$/.test(issue.message)) return issue.message.replace('This', field);
  if (/^[A-Z].*\.$/.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `${field} is missing.`
        : `${field} must be ${kinds[issue.expected] ?? issue.expected}.`;
    case 'invalid_value':
      return `${field} must be one of: ${issue.values.map(String).join(', ')}.`;
    case 'too_big':
      return `${field} must be at most ${String(issue.maximum)}${issue.origin === 'string' ? ' characters long' : ''}.`;
    case 'too_small':
      return `${field} must be at least ${String(issue.minimum)}${issue.origin === 'string' ? ' characters long' : ''}.`;
    case 'unrecognized_keys':
      return `${issue.keys.map((key) => `"${key}"`).join(', ')} is not known here.`;
    case 'custom':
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
      return `${field} is not valid.`;
  }
};

const sentenceOf = (error: z.ZodError): string => error.issues.map(sentenceFor)[0] ?? 'The request is not valid.';

const signedInOnly: RequestHandler = (request, _response, next) => {
  if (!request.session.actor) throw new NotSignedIn('Please sign in.');
  next();
};

/** Mounts every declared call: built ones with their handlers, the others with an honest 501. */
export const mountRoutes = (router: Router, endpoints: readonly Endpoint[], routes: readonly Route[]): void => {
  const built = new Map(routes.map(({ endpoint, handler }) => [endpoint, handler]));
  for (const endpoint of endpoints) {
    const handler = built.get(endpoint);
    if (!handler && endpoint.notBuilt === undefined)
      throw new Error(`${endpoint.method} ${endpoint.path} has no handler.`);
    const nameRoute: RequestHandler = (_request, response, next) => {
      response.locals['route'] = `${endpoint.method} ${endpoint.path}`;
      next();
    };
    const notYet: RequestHandler = (request, response) =>
      sendProblem(request, response, { status: 501, detail: endpoint.notBuilt ?? '' });
    const handlers = [nameRoute, ...(endpoint.access === 'anyone' ? [] : [signedInOnly]), handler ?? notYet];
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
