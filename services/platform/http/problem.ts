import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Logger } from 'pino';
import type { RefusalFields } from '@rondo/contracts/api/problems.ts';
import { z } from 'zod';
import { isDatabaseAway } from '@rondo/projections/runner/transient.ts';
import { ModelNotReady } from '@rondo/projections/runner/model-progress.ts';
import {
  Busy,
  InvalidInput,
  Unavailable,
  DomainError,
  type DomainErrorKind,
  RuleBroken,
  TooMany,
  type FieldProblem,
} from '../kit/errors.ts';
import { LogUnavailable } from '../log/event-store.ts';
import { paceRefusal } from './paced-refusals.ts';
import { trace } from './traces.ts';

const titles: Readonly<Record<number, string>> = {
  400: 'Invalid input',
  401: 'Not signed in',
  403: 'Forbidden',
  404: 'Not found',
  409: 'Not possible now',
  412: 'Changed since',
  413: 'Too large',
  415: 'Wrong content type',
  422: 'Key already used',
  429: 'Too many attempts',
  500: 'Something went wrong',
  503: 'Not available',
};

const statuses: Readonly<Record<DomainErrorKind, number>> = {
  'invalid-input': 400,
  'not-signed-in': 401,
  forbidden: 403,
  'not-found': 404,
  'rule-broken': 409,
  'stale-revision': 412,
  'wrong-content-type': 415,
  'key-reused': 422,
  'too-large': 413,
  'too-many': 429,
  'caller-left': 499,
  unavailable: 503,
};

type Problem = {
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly FieldProblem[];
  readonly more?: RefusalFields;
  /** Seconds after which to try again. */
  readonly retryAfter?: number;
};

/** Sends one sentence for a person: as RFC 9457 problem details when the caller accepts them, else as plain text. */
export const sendProblem = (request: Request, response: Response, problem: Problem): void => {
  const { status, detail, errors, more, retryAfter = 2 } = problem;
  response.status(status).set('Cache-Control', 'no-store');
  if (status === 503 || status === 429) response.set('Retry-After', response.get('Retry-After') ?? `${retryAfter}`);
  if (request.get('accept')?.includes('application/problem+json') !== true) {
    response.type('text/plain').send(detail);
    return;
  }
  response.type('application/problem+json').send(
    JSON.stringify({
      type: 'about:blank',
      title: titles[status] ?? 'Error',
      status,
      detail,
      ...(errors && errors.length > 0 ? { errors } : {}),
      ...more,
    }),
  );
};

/** The errors of Express's own body parser and router. */
const transportError = z.object({ type: z.string().optional(), status: z.number().int().min(400).max(499) });

const transportSentences: Readonly<Record<string, string>> = {
  'entity.parse.failed': 'The request body is not valid JSON.',
  'entity.too.large': 'The request body is too large.',
  'encoding.unsupported': 'The encoding of the request body is not supported.',
  'charset.unsupported': 'The character set of the request body is not supported.',
  'request.aborted': 'The request was cut off.',
};

const waitOf = ({ retryAfter }: DomainError) => (retryAfter === undefined ? {} : { retryAfter });

/** The problem that a caller gets for an error. */
export const problemOf = (error: unknown): Problem => {
  if (error instanceof InvalidInput)
    return { status: statuses[error.kind], detail: error.message, errors: error.problems };
  if (error instanceof RuleBroken) return { status: statuses[error.kind], detail: error.message, more: error.details };
  if (error instanceof TooMany && error.seconds !== undefined)
    return { status: statuses[error.kind], detail: error.message, retryAfter: error.seconds };
  if (error instanceof Busy)
    return { status: statuses[error.kind], detail: error.message, more: error.details, ...waitOf(error) };
  if (error instanceof DomainError) return { status: statuses[error.kind], detail: error.message, ...waitOf(error) };
  if (error instanceof ModelNotReady)
    return { status: 503, detail: 'Rondo is still getting its lists ready. Please try again in a moment.' };
  const transport = transportError.safeParse(error);
  if (transport.success)
    return {
      status: transport.data.status,
      detail: transportSentences[transport.data.type ?? ''] ?? 'The request could not be read.',
    };
  if (isWaitForConnection(error))
    return { status: 503, detail: 'Rondo is very busy right now. Please try again in a moment.' };
  if (isLogAway(error)) return { status: 503, detail: 'The event log is not answering. Please try again in a moment.' };
  if (isDatabaseAway(error))
    return { status: 503, detail: 'The database is not answering. Please try again in a moment.' };
  return { status: 500, detail: 'Something went wrong on our side. Nothing was lost; please try again.' };
};

/** The pool's error when all its connections stay in use for too long, whatever the state of the database. */
export const isWaitForConnection = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message.includes('timeout exceeded when trying to connect') || isWaitForConnection(error.cause));

/** Any failed call to the log: a read, its end, an append; also as the cause of another error. */
const isLogAway = (error: unknown): boolean =>
  error instanceof Error && (error instanceof LogUnavailable || isLogAway(error.cause));

/** Limits that were met, and ids that the caller's studio does not have: of another studio, or of none. */
export const traceRefusal = (request: Request, error: unknown): void => {
  if (!(error instanceof DomainError)) return;
  if (error.limit !== undefined || error.kind === 'too-many')
    trace(request, 'limit', { limit: error.limit ?? 'attempts' });
  if (error.kind === 'not-found') trace(request, 'unknown-id');
};

/** The only place that maps errors to answers. */
export const answerErrors =
  (log: Logger): ErrorRequestHandler =>
  async (error, request, response, next) => {
    const problem = problemOf(error);
    if (problem.status >= 500 && !(error instanceof Unavailable))
      log.error({ err: error, requestId: response.locals['requestId'] }, 'request failed');
    traceRefusal(request, error);
    if (response.headersSent) return next(error);
    if (problem.status === 429 || problem.status === 503) await paceRefusal(request);
    sendProblem(request, response, problem);
  };

/** A wrong part of a request as a JSON pointer and a sentence. */
export const fieldProblemOf = (part: string, issue: z.core.$ZodIssue): FieldProblem => ({
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

/** Our own sentences pass unchanged; zod's terse ones become sentences that name the field. */
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

/** The first of an error's sentences. */
export const sentenceOf = (error: z.ZodError): string =>
  error.issues.map(sentenceFor)[0] ?? 'The request is not valid.';
