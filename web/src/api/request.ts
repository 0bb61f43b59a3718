import { newKey } from './attempts.ts';
import { CallFailed, failureOf, isOtherUser, notUnderstood, unreachable } from './call-failed.ts';
import { addressOf, isGet, traitsOf, type CallInput, type CallName } from './calls.ts';
import { takeEarly } from './early.ts';
import { requestTimeout, unlessAborted, type RequestTimeout, type RetrySafety } from './request-timeout.ts';
import { loadAnew } from './session/other-user.ts';
import { setDeletionUnconfirmed, signedInAgain } from './session/session-end.ts';
import { isSessionLeft } from './session/sign-out-later.ts';

export const positionHeader = 'Rondo-Position';
const userHeader = 'Rondo-User';

const formOf = (file: Blob, options: unknown): FormData => {
  const form = new FormData();
  form.set('file', file);
  if (options !== undefined) form.set('options', JSON.stringify(options));
  return form;
};

/** The `Date` of the last answer, and when it came by the clock of this device. */
let lastAnswer: readonly [string | null, number] = [null, 0];

/** How far the server's clock was ahead of this device's at its last answer: milliseconds; NaN before there is one. */
export const clockAhead = (): number => Date.parse(lastAnswer[0] ?? '') - lastAnswer[1];

let userOfPage: () => string | null | undefined = () => undefined;

/** Sets where calls read whom the page shows, null for nobody. The server refuses them when someone else is signed in. */
export const callAs = (userId: () => string | null | undefined): void => {
  userOfPage = userId;
};

export type Sending = {
  readonly accept?: string;
  /** The position that the answer waits for. */
  readonly awaited?: string | null;
  readonly key?: string;
  readonly safety: RetrySafety;
  readonly signal?: AbortSignal | undefined;
  /** What sends it instead of `fetch`. @param goesOn to be called whenever a part was sent */
  readonly transport?: ((url: string, init: RequestInit, goesOn: () => void) => Promise<Response>) | undefined;
};

/** What went wrong before the answer could be read to its end. */
const lostAnswer = (error: unknown, timeout: RequestTimeout): Error => {
  const sentence = timeout.sentence();
  if (sentence !== null) return new CallFailed(0, sentence);
  if (error instanceof CallFailed) return error;
  return new CallFailed(0, error instanceof SyntaxError ? notUnderstood : unreachable, { isWordless: true });
};

/**
 * Sends a call and reads its answer, with a timeout on both.
 * @throws CallFailed with the server's sentence; the reason of `signal` once that aborts
 */
export const request = async <Result>(
  name: CallName,
  input: CallInput,
  sending: Sending,
  read: (response: Response, timeout: RequestTimeout) => Promise<Result>,
): Promise<Result> => {
  const { accept = 'application/json', awaited = null, key = newKey(), safety, signal, transport = fetch } = sending;
  const { isOpen, slow } = traitsOf(name);
  const { method, url } = addressOf(name, input);
  const userId = userOfPage();
  const timeout = requestTimeout(slow, safety, signal);
  try {
    if (isSessionLeft()) await (await import('./session/end-left-session.ts')).endLeftSession();
    const early = isGet(name) && awaited === null ? takeEarly(url) : undefined;
    const response = await unlessAborted(
      early ??
        transport(
          url,
          {
            method,
            credentials: 'same-origin',
            headers: {
              Accept: `${accept}, application/problem+json`,
              ...(input.body === undefined ? {} : { 'Content-Type': 'application/json' }),
              ...(isGet(name) ? {} : { 'Idempotency-Key': key }),
              ...(awaited === null ? {} : { [positionHeader]: awaited }),
              ...(userId === undefined ? {} : { [userHeader]: userId ?? 'nobody' }),
            },
            ...(input.file ? { body: formOf(input.file, input.options) } : {}),
            ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
            signal: timeout.signal,
          },
          timeout.restart,
        ),
      timeout.signal,
    );
    timeout.restart();
    if (!early) lastAnswer = [response.headers.get('Date'), Date.now()];
    // A user who is answered still has an account.
    if (response.ok && !isOpen) setDeletionUnconfirmed(false);
    if (response.status !== 401 || isOpen)
      return await unlessAborted(answerIn(response, timeout, read), timeout.signal);
    // Signing in again takes a person as long as it takes.
    timeout.end();
    if (!(await signedInAgain())) throw await failureOf(response);
  } catch (error) {
    if (isOtherUser(error) && userOfPage() === userId) loadAnew(userId);
    if (signal?.aborted === true) throw error;
    throw lostAnswer(error, timeout);
  } finally {
    timeout.end();
  }
  return request(name, input, { ...sending, key }, read);
};

const answerIn = async <Result>(
  response: Response,
  timeout: RequestTimeout,
  read: (response: Response, timeout: RequestTimeout) => Promise<Result>,
): Promise<Result> => {
  if (!response.ok) throw await failureOf(response);
  return read(response, timeout);
};
