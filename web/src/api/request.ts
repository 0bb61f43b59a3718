import { pathOf, type Endpoint } from '@rondo/contracts/api/endpoint.ts';
import { newKey } from './attempts.ts';
import { CallFailed, failureOf, isOtherUser, notUnderstood, unreachable } from './call-failed.ts';
import { takeEarly } from './early.ts';
import { loadAnew } from './session/other-user.ts';
import { patienceWith, unlessAborted, type Aftermath, type Patience } from './patience.ts';
import { setDeletionUnconfirmed, signedInAgain } from './session/session-end.ts';

/** Params, query and body as they are sent. */
export type CallInput = {
  params?: Record<string, unknown>;
  query?: Record<string, string | number | boolean | null | undefined>;
  body?: unknown;
  /** Sent in a form instead of a body. */
  file?: Blob;
};

/** The path and query of a call. */
export const urlOf = (endpoint: Endpoint, { params, query = {} }: CallInput): string => {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, `${value}`]],
    ),
  );
  return `${pathOf(endpoint.path, params)}${search.size > 0 ? `?${search}` : ''}`;
};

export const positionHeader = 'Rondo-Position';
const userHeader = 'Rondo-User';

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

export type Sending = {
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
    // A user who is answered still has an account.
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
