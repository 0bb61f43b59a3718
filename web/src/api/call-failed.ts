import type { CallName } from './calls.ts';
import { refusalIn, type Refusal } from '@rondo/contracts/api/problems.ts';

/** A failure as our server describes it. `errors`: the invalid fields, by JSON pointer. */
type Problem = { readonly detail: string; readonly errors: readonly { pointer: string; detail: string }[] };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const fieldIn = (value: unknown): Problem['errors'] =>
  isObject(value) && typeof value['pointer'] === 'string' && typeof value['detail'] === 'string'
    ? [{ pointer: value['pointer'], detail: value['detail'] }]
    : [];

/** The failure in an answer; null if it is not one of ours. Checked by hand, because every page loads this and none should load zod for it. */
const problemIn = (body: unknown): Problem | null => {
  if (!isObject(body) || typeof body['detail'] !== 'string') return null;
  const { detail, errors } = body;
  return { detail, errors: Array.isArray(errors) ? errors.flatMap(fieldIn) : [] };
};

/** The text of a failure that is not one of ours, if a person can read it: not the page of a proxy, nor data. */
const sentenceIn = (text: string): string | null => {
  const trimmed = text.trim();
  return trimmed === '' || trimmed.length > 300 || /[<>{}]/.test(trimmed) ? null : trimmed;
};

/** The value of a JSON text; undefined if it is none. */
const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A failed call: `message` is the server's sentence for the user. */
export class CallFailed extends Error {
  readonly status: number;
  /** The invalid fields, by JSON pointer. */
  readonly problems: readonly { pointer: string; detail: string }[];
  readonly refusal: Refusal;
  /** The server gave no sentence of its own: it could not be reached, or its answer could not be read. */
  readonly isWordless: boolean;
  /** Seconds after which the server may answer. */
  readonly retryAfter: number;
  /** The write that failed. */
  call: CallName | null = null;
  constructor(
    status: number,
    message: string,
    more: {
      readonly problems?: readonly { pointer: string; detail: string }[];
      readonly body?: unknown;
      readonly isWordless?: boolean;
      /** 0 where it did not say. */
      readonly retryAfter?: number;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.problems = more.problems ?? [];
    this.refusal = refusalIn(more.body ?? { detail: message });
    this.isWordless = more.isWordless ?? false;
    this.retryAfter = more.retryAfter || 2;
  }
}

/** Why a call failed; `fallback`, which says what failed, if the server gave no reason. */
export const reasonOr = (error: unknown, fallback: string): string =>
  error instanceof CallFailed && !error.isWordless ? error.message : fallback;

/** True if the row was changed elsewhere since it was loaded here. */
export const isStale = (error: unknown): boolean => error instanceof CallFailed && error.status === 412;

/** True if what the call names does not exist, or no longer does. */
export const isMissing = (error: unknown): boolean => error instanceof CallFailed && error.status === 404;

/** True if the server had no time for a call, which it has not begun. */
export const isBusy = (error: unknown): boolean => error instanceof CallFailed && error.refusal.kind === 'busy';

export const unreachable = 'Rondo cannot be reached. Please check your connection and try again.';

export const notUnderstood = 'Rondo could not answer. Please try again in a moment.';

/** The failure that an answer tells of. */
export const failureOf = async (response: Response): Promise<CallFailed> => {
  const { status } = response;
  const text = await response.text();
  const body = jsonOf(text);
  const problem = problemIn(body);
  if (problem)
    return new CallFailed(status, problem.detail, {
      problems: problem.errors,
      body,
      retryAfter: Number(response.headers.get('Retry-After')),
    });
  const sentence = sentenceIn(text);
  return new CallFailed(status, sentence ?? `${notUnderstood} (${status})`, { isWordless: sentence === null });
};

/** True if the server may have executed the call: there was no response, or one that does not say. */
export const outcomeUnknown = (error: unknown): boolean =>
  error instanceof CallFailed ? error.status === 0 || error.status >= 500 : true;

/**
 * True if what the page shows may differ from what the server has: the call may have been carried out, something has changed elsewhere, or
 * the refusal has sent a link that confirms the own address (403).
 */
export const mayShowOld = (error: unknown): boolean =>
  outcomeUnknown(error) || (error instanceof CallFailed && [403, 404, 409, 412].includes(error.status));

/** True if a call failed that may have been carried out all the same. */
export const isUnconfirmed = (error: unknown): boolean => error instanceof CallFailed && outcomeUnknown(error);

/** True if the server refused a call because the page shows another user than the one who is signed in. */
export const isOtherUser = (error: unknown): boolean =>
  error instanceof CallFailed && error.refusal.kind === 'other-user';
