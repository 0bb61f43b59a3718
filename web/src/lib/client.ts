import { pathOf, type CallOf, type Endpoint, type ResponseOf } from '@rondo/contracts/api/endpoint.ts';
import { newKey, openAttempts } from './attempts.ts';
import { awaitedPosition, awaitPosition, reachedPosition } from './catching-up.ts';
import { takeEarly } from './early.ts';
import { loadAnew } from './other-user.ts';
import { patienceWith, unlessAborted, type Aftermath, type Patience } from './patience.ts';
import { jsonOf, problemIn, sentenceIn } from './problem.ts';
import { setDeletionUnconfirmed, signedInAgain } from './session-end.ts';

/** A failed call: `message` is the server's sentence for the user. */
export class CallFailed extends Error {
  readonly status: number;
  /** The invalid fields, by JSON pointer. */
  readonly problems: readonly { pointer: string; detail: string }[];
  /** The whole response body, for domain errors with additional data. */
  readonly body: unknown;
  /** The server gave no sentence of its own: it could not be reached, or its answer could not be read. */
  readonly isWordless: boolean;
  constructor(
    status: number,
    message: string,
    more: {
      readonly problems?: readonly { pointer: string; detail: string }[];
      readonly body?: unknown;
      readonly isWordless?: boolean;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.problems = more.problems ?? [];
    this.body = more.body;
    this.isWordless = more.isWordless ?? false;
  }
}

/** Why a call failed; `fallback`, which says what failed, if the server gave no reason. */
export const reasonOr = (error: unknown, fallback: string): string =>
  error instanceof CallFailed && !error.isWordless ? error.message : fallback;

/** True if the row was changed elsewhere since it was loaded here. */
export const isStale = (error: unknown): boolean => error instanceof CallFailed && error.status === 412;

/** True if what the call names does not exist, or no longer does. */
export const isMissing = (error: unknown): boolean => error instanceof CallFailed && error.status === 404;

export const unreachable = 'Rondo cannot be reached. Please check your connection and try again.';

const failureOf = async (response: Response): Promise<CallFailed> => {
  const { status } = response;
  const text = await response.text();
  const body = jsonOf(text);
  const problem = problemIn(body);
  if (problem) return new CallFailed(status, problem.detail, { problems: problem.errors, body });
  const sentence = sentenceIn(text);
  return new CallFailed(status, sentence ?? `${notUnderstood} (${status})`, { isWordless: sentence === null });
};

const notUnderstood = 'Rondo could not answer. Please try again in a moment.';

/** Params, query and body as they are sent. */
export type CallInput = {
  params?: Record<string, unknown>;
  query?: Record<string, string | number | boolean | null | undefined>;
  body?: unknown;
  /** Sent in a form instead of a body. */
  file?: Blob;
};

const urlOf = (endpoint: Endpoint, { params, query = {} }: CallInput): string => {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, `${value}`]],
    ),
  );
  return `${pathOf(endpoint.path, params)}${search.size > 0 ? `?${search}` : ''}`;
};

const positionHeader = 'Rondo-Position';
const userHeader = 'Rondo-User';
export const batchHeader = 'Rondo-Batch';

export type Answer = {
  readonly status: number;
  readonly position: string | null;
  readonly batchId: string | null;
  /** Not validated: the server parses every answer with the call's own schema before it sends it. */
  readonly body: Awaited<ReturnType<Response['json']>>;
};

const formOf = (file: Blob): FormData => {
  const form = new FormData();
  form.set('file', file);
  return form;
};

let shownUser: () => string | null | undefined = () => undefined;

/** Sets where calls read whom the page shows, null for nobody. The server refuses them when someone else is signed in. */
export const callAs = (userId: () => string | null | undefined): void => {
  shownUser = userId;
};

/** True if the server refused a call because the page shows another user than the one who is signed in. */
const isOtherUser = (error: unknown): boolean =>
  error instanceof CallFailed && error.body instanceof Object && 'isOtherUser' in error.body;

type Sending = {
  readonly accept?: string;
  readonly awaited?: string | null;
  readonly key?: string;
  readonly aftermath: Aftermath;
  readonly signal?: AbortSignal | undefined;
};

/** What went wrong before the answer could be read to its end. */
const lostAnswer = (error: unknown, patience: Patience): Error => {
  const late = patience.sentence();
  if (late !== null) return new CallFailed(0, late);
  if (error instanceof CallFailed) return error;
  return new CallFailed(0, error instanceof SyntaxError ? notUnderstood : unreachable, { isWordless: true });
};

/**
 * Sends a call and reads its answer, neither of which may take for ever.
 * @throws CallFailed with the server's sentence; the reason of `signal` once that aborts
 */
export const request = async <Read>(
  endpoint: Endpoint,
  input: CallInput,
  sending: Sending,
  read: (response: Response, patience: Patience) => Promise<Read>,
): Promise<Read> => {
  const { accept = 'application/json', awaited = null, key = newKey(), aftermath, signal } = sending;
  const url = urlOf(endpoint, input);
  const userId = shownUser();
  const patience = patienceWith(endpoint, aftermath, signal);
  try {
    const early = endpoint.method === 'GET' && awaited === null ? takeEarly(url) : undefined;
    const asked =
      early ??
      fetch(url, {
        method: endpoint.method,
        credentials: 'same-origin',
        headers: {
          Accept: `${accept}, application/problem+json`,
          ...(input.body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(endpoint.method === 'GET' ? {} : { 'Idempotency-Key': key }),
          ...(awaited === null ? {} : { [positionHeader]: awaited }),
          ...(userId === undefined ? {} : { [userHeader]: userId ?? 'nobody' }),
        },
        ...(input.file ? { body: formOf(input.file) } : {}),
        ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
        signal: patience.signal,
      });
    const response = await unlessAborted(asked, patience.signal);
    patience.heard();
    // Whoever is answered still has an account.
    if (response.ok && endpoint.access !== 'anyone') setDeletionUnconfirmed(false);
    if (response.status !== 401 || endpoint.access === 'anyone')
      return await unlessAborted(answerIn(response, patience, read), patience.signal);
    // Signing in again takes a person as long as it takes.
    patience.end();
    if (!(await signedInAgain())) throw await failureOf(response);
  } catch (error) {
    if (isOtherUser(error) && shownUser() === userId) loadAnew(userId);
    if (signal?.aborted === true) throw error;
    throw lostAnswer(error, patience);
  } finally {
    patience.end();
  }
  return request(endpoint, input, { ...sending, key }, read);
};

const answerIn = async <Read>(
  response: Response,
  patience: Patience,
  read: (response: Response, patience: Patience) => Promise<Read>,
): Promise<Read> => {
  if (!response.ok) throw await failureOf(response);
  return read(response, patience);
};

const send = async (
  endpoint: Endpoint,
  input: CallInput,
  { key, aftermath, signal }: Pick<Sending, 'key' | 'aftermath' | 'signal'>,
): Promise<Answer> => {
  const awaited = endpoint.method === 'GET' ? awaitedPosition() : null;
  const sending = { awaited, aftermath, signal, ...(key === undefined ? {} : { key }) };
  return request(endpoint, input, sending, async (response) => {
    const position = response.headers.get(positionHeader);
    const body: Answer['body'] = await response.json();
    if (awaited !== null && position === null) reachedPosition(awaited);
    return { status: response.status, position, batchId: response.headers.get(batchHeader), body };
  });
};

const underWay = new Map<string, Promise<Answer>>();
const attempts = openAttempts();

/** True if the server may have executed the call: there was no response, or one that does not say. */
const outcomeUnknown = (error: unknown): boolean =>
  error instanceof CallFailed ? error.status === 0 || error.status >= 500 : true;

/** True if a call failed that may have been carried out all the same. */
export const isUnconfirmed = (error: unknown): boolean => error instanceof CallFailed && outcomeUnknown(error);

/** The server remembers no key of a call that anyone may make, or that has a secret. */
const aftermathOf = ({ access, secret }: Endpoint): Aftermath =>
  access === 'anyone' || secret === true ? 'unknown' : 'once';

const attempt = async (endpoint: Endpoint, input: CallInput, what: string): Promise<Answer> => {
  try {
    const answer = await send(endpoint, input, { key: attempts.keyOf(what), aftermath: aftermathOf(endpoint) });
    attempts.saved();
    return answer;
  } catch (error) {
    if (!outcomeUnknown(error)) attempts.rejected(what);
    throw error;
  }
};

/** A write that is already pending is not sent again: the second click of a double click gets the first one's answer. */
const sendOnce = (endpoint: Endpoint, input: CallInput): Promise<Answer> => {
  const what = `${endpoint.method} ${urlOf(endpoint, input)} ${JSON.stringify(input.body)}`;
  const known = underWay.get(what);
  if (known) return known;
  const answer = attempt(endpoint, input, what).finally(() => underWay.delete(what));
  underWay.set(what, answer);
  return answer;
};

/** Saved, but not readable yet: the answer came before the read models were updated. The next reads wait for them. */
export class CatchingUp {
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}

/** A command's answer, and the batch to undo it with; null if it changed nothing. */
export type Done<Answer> = { readonly answer: Answer; readonly batchId: string | null };

/**
 * Makes one declared call that writes and can be undone. If the answer is delayed, the change is saved all the same.
 * @throws CallFailed with the server's sentence
 */
export const command = async <const E extends Endpoint>(
  endpoint: E,
  input: CallOf<E> & CallInput,
): Promise<Done<ResponseOf<E> | CatchingUp>> => {
  const { status, position, batchId, body } = await sendOnce(endpoint, input);
  if (status !== 202 || position === null) return { answer: body, batchId };
  awaitPosition(position);
  return { answer: new CatchingUp(body.id), batchId };
};

/**
 * Makes one declared call that is answered at once.
 * @throws CallFailed with the server's sentence
 */
export const call = async <const E extends Endpoint>(
  endpoint: E,
  input: CallOf<E> & CallInput,
  signal?: AbortSignal,
): Promise<ResponseOf<E>> => {
  const { body } = await (endpoint.method === 'GET'
    ? send(endpoint, input, { aftermath: 'read', signal })
    : sendOnce(endpoint, input));
  return body;
};

/**
 * Makes one declared call that has a body but writes nothing, such as a preview. Unlike a write it is sent even while the same one is
 * pending: what it answers may have changed since.
 * @throws CallFailed with the server's sentence
 */
export const ask = async <const E extends Endpoint>(
  endpoint: E,
  input: CallOf<E> & CallInput,
  signal?: AbortSignal,
): Promise<ResponseOf<E>> => (await send(endpoint, input, { aftermath: 'read', signal })).body;

/**
 * Makes one declared call that writes, is answered at once and can be undone. What the lists do not show yet, the next reads wait for.
 * @throws CallFailed with the server's sentence
 */
export const commandAnswered = async <const E extends Endpoint>(
  endpoint: E,
  input: CallOf<E> & CallInput,
): Promise<Done<ResponseOf<E>>> => {
  const { batchId, body, position } = await sendOnce(endpoint, input);
  if (position !== null) awaitPosition(position);
  return { answer: body, batchId };
};

/**
 * Makes one declared call that uploads a file, is answered at once and can be undone. A repeated key repeats the request.
 * @throws CallFailed with the server's sentence
 */
export const uploaded = async <const E extends Endpoint>(
  endpoint: E,
  input: CallOf<E> & CallInput,
  key: string,
): Promise<Done<ResponseOf<E>>> => {
  const { batchId, body, position } = await send(endpoint, input, { key, aftermath: 'once' });
  attempts.saved();
  if (position !== null) awaitPosition(position);
  return { answer: body, batchId };
};
