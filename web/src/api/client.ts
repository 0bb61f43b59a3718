import { openAttempts } from './attempts.ts';
import { CallFailed, outcomeUnknown } from './call-failed.ts';
import { addressOf, isGet, traitsOf, type AnswerTo, type CallInput, type CallName, type InputTo } from './calls.ts';
import { awaitedPosition, awaitPosition, reachedPosition } from './catching-up.ts';
import { positionHeader, request, type Sending } from './request.ts';
import type { RetrySafety } from './request-timeout.ts';

export const batchHeader = 'Rondo-Batch';

export type Answer = {
  readonly status: number;
  readonly position: string | null;
  readonly batchId: string | null;
  /** Not validated: the server parses every answer with the call's own schema before it sends it. */
  readonly body: Awaited<ReturnType<Response['json']>>;
};

const send = async (
  name: CallName,
  input: CallInput,
  { key, safety, signal }: Pick<Sending, 'key' | 'safety' | 'signal'>,
): Promise<Answer> => {
  const awaited = isGet(name) ? awaitedPosition() : null;
  const sending = { awaited, safety, signal, ...(key === undefined ? {} : { key }) };
  return request(name, input, sending, async (response) => {
    const position = response.headers.get(positionHeader);
    const body: Answer['body'] = await response.json();
    if (awaited !== null && position === null) reachedPosition(awaited);
    return { status: response.status, position, batchId: response.headers.get(batchHeader), body };
  });
};

const pending = new Map<string, Promise<Answer>>();
const attempts = openAttempts();

/** The server remembers no key of a call that anyone may make, or that has a secret. */
const safetyOf = (name: CallName): RetrySafety => {
  const { isOpen, secret } = traitsOf(name);
  return isOpen || secret ? 'unknown' : 'idempotent';
};

const attempt = async (name: CallName, input: CallInput, what: string, key: string): Promise<Answer> => {
  try {
    const answer = await send(name, input, { key, safety: safetyOf(name) });
    attempts.ended(what);
    // A call that saves nothing, such as the check of an address, leaves the attempts of other calls open.
    if (traitsOf(name).changes.length > 0) attempts.saved();
    if (answer.position !== null) awaitPosition(answer.position);
    return answer;
  } catch (error) {
    if (!outcomeUnknown(error)) attempts.ended(what);
    if (error instanceof CallFailed) error.call = name;
    throw error;
  }
};

/** A write that is already pending is not sent again: the second click of a double click gets the first one's answer. */
const sendOnce = (name: CallName, input: CallInput, ownKey?: string): Promise<Answer> => {
  const { method, url } = addressOf(name, input);
  const what = ownKey ?? `${method} ${url} ${JSON.stringify(input.body)}`;
  const known = pending.get(what);
  if (known) return known;
  const answer = attempt(name, input, what, ownKey ?? attempts.keyOf(what)).finally(() => pending.delete(what));
  pending.set(what, answer);
  return answer;
};

/** Makes an attempt at a call, which has one effect however often it is made with the same key. Without one, the page knows the key. */
export type Attempt = (key?: string) => Promise<Answer>;

/** Sends a call that may wait for a connection. @returns an answer with the status 0 when it waits */
export type Sender = (name: CallName, input: CallInput, attempt: Attempt) => Promise<Answer>;

let sender: Sender | undefined;

/** Sets what sends commands: the page of a day keeps some of them until there is a network (features/road/offline). */
export const sendBy = (next?: Sender): void => {
  sender = next;
};

const sendKeyed = (name: CallName, input: CallInput, key?: string): Promise<Answer> =>
  sender && key === undefined ? sender(name, input, (own) => sendOnce(name, input, own)) : sendOnce(name, input, key);

/** Saved, but not readable yet: the answer came before the read models were updated. The next reads wait for them. */
export class CatchingUp {
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}

/** What a command did. */
export type Done<Answer> = {
  readonly answer: Answer;
  /** What undoes it, oldest first; nothing if it changed nothing. */
  readonly batches: readonly string[];
  /** The calls that it made. */
  readonly calls: readonly CallName[];
  /** It is kept until there is a network. */
  readonly waits?: boolean;
};

/** What changed nothing on the server by itself. */
export const doneWith = <Answer>(answer: Answer): Done<Answer> => ({ answer, batches: [], calls: [] });

export const batchesIn = ({ batchId }: Pick<Answer, 'batchId'>): readonly string[] =>
  batchId === null ? [] : [batchId];

const doneBy = <Result>(name: CallName, answer: Answer, result: Result): Done<Result> =>
  answer.status === 0
    ? { answer: result, batches: [], calls: [], waits: true }
    : { answer: result, batches: batchesIn(answer), calls: [name] };

/**
 * Makes one call that writes and can be undone. If the answer is delayed, or the call waits for a network, the change is saved all the same.
 * @param key of a call that is sent again
 * @throws CallFailed with the server's sentence
 */
export const command = async <Name extends CallName>(
  name: Name,
  input: InputTo<Name>,
  key?: string,
): Promise<Done<AnswerTo<Name> | CatchingUp>> => {
  const answer = await sendKeyed(name, input, key);
  const { status, position, body } = answer;
  const isBehind = status === 0 || (status === 202 && position !== null);
  return doneBy(name, answer, isBehind ? new CatchingUp(body.id) : body);
};

/**
 * Makes one call that is answered at once.
 * @throws CallFailed with the server's sentence
 */
export const call = async <Name extends CallName>(
  name: Name,
  input: InputTo<Name>,
  signal?: AbortSignal,
): Promise<AnswerTo<Name>> => {
  const { body } = await (isGet(name) ? send(name, input, { safety: 'safe', signal }) : sendOnce(name, input));
  return body;
};

/**
 * Makes one call that has a body but writes nothing, such as a preview. Unlike a write it is sent even while the same one is pending: what it
 * answers may have changed since.
 * @throws CallFailed with the server's sentence
 */
export const ask = async <Name extends CallName>(
  name: Name,
  input: InputTo<Name>,
  signal?: AbortSignal,
): Promise<AnswerTo<Name>> => (await send(name, input, { safety: 'safe', signal })).body;

/**
 * Makes one call that writes, is answered at once and can be undone. What the lists do not show yet, the next reads wait for.
 * @param key of an attempt that does not end with the next save, such as the import of a file
 * @throws CallFailed with the server's sentence
 */
export const commandAnswered = async <Name extends CallName>(
  name: Name,
  input: InputTo<Name>,
  key?: string,
): Promise<Done<AnswerTo<Name>>> => {
  const answer = await sendKeyed(name, input, key);
  return doneBy(name, answer, answer.body);
};
