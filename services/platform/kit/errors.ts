import type { RefusalFields } from '@rondo/contracts/api/problems.ts';

/** Where in a request something is wrong (a JSON pointer) and what. */
export type FieldProblem = { readonly pointer: string; readonly detail: string };

/** Every kind of domain error; `http/problem.ts` maps each to its HTTP status. */
export type DomainErrorKind =
  | 'caller-left'
  | 'forbidden'
  | 'invalid-input'
  | 'key-reused'
  | 'not-found'
  | 'not-signed-in'
  | 'unavailable'
  | 'rule-broken'
  | 'stale-revision'
  | 'too-large'
  | 'too-many'
  | 'wrong-content-type';

/** A domain error: a command or a query answers it instead of its result. `message` is one sentence for a person. */
export abstract class DomainError extends Error {
  abstract readonly kind: DomainErrorKind;
  /** The limit that was met, by its name in the log. */
  limit?: string;
  /** Seconds after which the same request may succeed. */
  retryAfter?: number;
}

/**
 * Names the limit that an error reports, for the log.
 * @param retryAfter seconds after which to try again
 */
export const limitMet = <E extends DomainError>(limit: string, error: E, retryAfter?: number): E => {
  error.limit = limit;
  if (retryAfter !== undefined) error.retryAfter = retryAfter;
  return error;
};

/** Unknown id; the same answer for another studio's. */
export class NotFound extends DomainError {
  readonly kind = 'not-found';
}

/** A domain rule forbids it, or a final state was reached. */
export class RuleBroken extends DomainError {
  readonly kind = 'rule-broken';
  readonly details: RefusalFields;
  constructor(message: string, details: RefusalFields = {}, options?: ErrorOptions) {
    super(message, options);
    this.details = details;
  }
}

/** The same request may succeed later: what forbids it is something that is still running. */
export class NotYet extends RuleBroken {
  constructor(message: string) {
    super(message, { isTemporary: true });
  }
}

/** The row has changed since the caller read it. */
export class StaleRevision extends DomainError {
  readonly kind = 'stale-revision';
}

/** The request itself is invalid. */
export class InvalidInput extends DomainError {
  readonly kind = 'invalid-input';
  readonly problems: readonly FieldProblem[];
  constructor(message: string, problems: readonly FieldProblem[] = []) {
    super(message);
    this.problems = problems;
  }
}

/** An uploaded file is larger than the call allows. */
export class TooLarge extends DomainError {
  readonly kind = 'too-large';
}

/** The body has a content type that this call does not read. */
export class WrongContentType extends DomainError {
  readonly kind = 'wrong-content-type';
}

/** The same idempotency key came with other input. */
export class KeyReused extends DomainError {
  readonly kind = 'key-reused';
}

export class NotSignedIn extends DomainError {
  readonly kind = 'not-signed-in';
}

export class Forbidden extends DomainError {
  readonly kind = 'forbidden';
}

/** A dependency is temporarily unavailable. */
export class Unavailable extends DomainError {
  readonly kind = 'unavailable';
}

/** The server has no time for a call, and has not begun it. */
export class Busy extends Unavailable {
  readonly details = { isBusy: true } satisfies RefusalFields;
}

/** @param retryAfter seconds after which to try again; without them, two */
export const busy = (limit: string, retryAfter?: number): Busy =>
  limitMet(limit, new Busy('The server is busy right now. Please try again in a moment.'), retryAfter);

/** The caller has made too many requests, or has too many in progress; `seconds` is how long to wait, where that is known. */
export class TooMany extends DomainError {
  readonly kind = 'too-many';
  readonly seconds: number | undefined;
  constructor(message: string, seconds?: number) {
    super(message);
    this.seconds = seconds;
  }
}

/** Too many failed attempts; `seconds` is how long to wait. */
export class TooManyAttempts extends TooMany {
  constructor(seconds: number) {
    super(
      `Too many failed attempts. Please wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'} and try again.`,
      seconds,
    );
  }
}

/** The caller disconnected before the answer. */
export class CallerLeft extends DomainError {
  readonly kind = 'caller-left';
}

/** A setting that Rondo cannot start with; the message names it and what to do. */
export class WrongConfiguration extends Error {}
