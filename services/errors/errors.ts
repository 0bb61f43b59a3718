/** Where in a request something is wrong (a JSON pointer) and what. */
export type FieldProblem = { readonly pointer: string; readonly detail: string };

/** Every kind of domain error; what each means over HTTP is one table in `http/problem.ts`. */
export type DomainErrorKind =
  | 'caller-left'
  | 'forbidden'
  | 'invalid-input'
  | 'key-reused'
  | 'not-found'
  | 'not-signed-in'
  | 'part-away'
  | 'rule-broken'
  | 'stale-revision'
  | 'too-many'
  | 'wrong-content-type';

/** What a command or a query can answer instead of doing its work. `message` is one sentence for a person. */
export abstract class DomainError extends Error {
  abstract readonly kind: DomainErrorKind;
}

/** Nothing of that id here; the same answer for another studio's. */
export class NotFound extends DomainError {
  readonly kind = 'not-found';
}

/** A rule of the domain forbids it, or a final state was reached. */
export class RuleBroken extends DomainError {
  readonly kind = 'rule-broken';
  /** More that the answer's body carries, such as the conflicting lessons. */
  readonly details: Readonly<Record<string, unknown>>;
  constructor(message: string, details: Readonly<Record<string, unknown>> = {}, options?: ErrorOptions) {
    super(message, options);
    this.details = details;
  }
}

/** The row was changed since the caller saw it. */
export class StaleRevision extends DomainError {
  readonly kind = 'stale-revision';
}

/** The request itself is wrong. */
export class InvalidInput extends DomainError {
  readonly kind = 'invalid-input';
  readonly problems: readonly FieldProblem[];
  constructor(message: string, problems: readonly FieldProblem[] = []) {
    super(message);
    this.problems = problems;
  }
}

/** The body is of a kind that this call does not read. */
export class WrongContentType extends DomainError {
  readonly kind = 'wrong-content-type';
}

/** The same idempotency key came with other input. */
export class KeyReused extends DomainError {
  readonly kind = 'key-reused';
}

/** Asked too often; `seconds` is how long to wait. */
export class TooManyAttempts extends DomainError {
  readonly kind = 'too-many';
  readonly seconds: number;
  constructor(seconds: number) {
    super(`Too many failed attempts. Please wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'} and try again.`);
    this.seconds = seconds;
  }
}

export class NotSignedIn extends DomainError {
  readonly kind = 'not-signed-in';
}

export class Forbidden extends DomainError {
  readonly kind = 'forbidden';
}

/** A part that the answer needs is away; it will be back. */
export class PartAway extends DomainError {
  readonly kind = 'part-away';
}

/** The caller has as much under way as one may have; later it is possible. */
export class TooMany extends DomainError {
  readonly kind = 'too-many';
}

/** Nobody waits for the answer any more. */
export class CallerLeft extends DomainError {
  readonly kind = 'caller-left';
}
