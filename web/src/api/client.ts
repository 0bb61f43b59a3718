import type { CallOf, Endpoint, ResponseOf } from '@rondo/contracts/api/endpoint.ts';
import { openAttempts } from './attempts.ts';
import { outcomeUnknown } from './call-failed.ts';
import { awaitedPosition, awaitPosition, reachedPosition } from './catching-up.ts';
import type { Aftermath } from './patience.ts';
import { positionHeader, request, urlOf, type CallInput, type Sending } from './request.ts';

export const batchHeader = 'Rondo-Batch';

export type Answer = {
  readonly status: number;
  readonly position: string | null;
  readonly batchId: string | null;
  /** Not validated: the server parses every answer with the call's own schema before it sends it. */
  readonly body: Awaited<ReturnType<Response['json']>>;
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
