/** Where in a request something is wrong (a JSON pointer) and what. */
export type FieldProblem = { readonly pointer: string; readonly detail: string };

/** What a command or a query can answer instead of doing its work. `message` is one sentence for a person. */
export abstract class Refusal extends Error {
  abstract readonly status: number;
}

/** Nothing of that id here; the same answer for another studio's. */
export class NotFound extends Refusal {
  readonly status = 404;
}

/** A rule of the domain forbids it, or a final state was reached. */
export class RuleBroken extends Refusal {
  readonly status = 409;
  /** More that the answer's body carries, such as the conflicting lessons. */
  readonly details: Readonly<Record<string, unknown>>;
  constructor(message: string, details: Readonly<Record<string, unknown>> = {}, options?: ErrorOptions) {
    super(message, options);
    this.details = details;
  }
}

/** The row was changed since the caller saw it. */
export class StaleRevision extends Refusal {
  readonly status = 412;
}

/** The request itself is wrong. */
export class InvalidInput extends Refusal {
  readonly status = 400;
  readonly problems: readonly FieldProblem[];
  constructor(message: string, problems: readonly FieldProblem[] = []) {
    super(message);
    this.problems = problems;
  }
}

/** The body is of a kind that this call does not read. */
export class WrongContentType extends Refusal {
  readonly status = 415;
}

/** The same idempotency key came with other input. */
export class KeyReused extends Refusal {
  readonly status = 422;
}

/** Asked too often; `seconds` is how long to wait. */
export class TooManyAttempts extends Refusal {
  readonly status = 429;
  readonly seconds: number;
  constructor(seconds: number) {
    super(`Too many failed attempts. Please wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'} and try again.`);
    this.seconds = seconds;
  }
}

export class NotSignedIn extends Refusal {
  readonly status = 401;
}

export class Forbidden extends Refusal {
  readonly status = 403;
}

/** A part that the answer needs is away; it will be back. */
export class PartAway extends Refusal {
  readonly status = 503;
}

/** The caller has as much under way as one may have; later it is possible. */
export class TooMany extends Refusal {
  readonly status = 429;
}

/** Nobody waits for the answer any more. */
export class CallerLeft extends Refusal {
  readonly status = 499;
}
