import { pathOf, type CallOf, type Endpoint, type ResponseOf } from '@rondo/contracts/api/endpoint.ts';
import { z } from 'zod';
import { awaitedPosition, awaitPosition, reachedPosition } from './catching-up.ts';

const problemBody = z.object({
  detail: z.string(),
  errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).default([]),
});

/** A refused call: `message` is the server's sentence for a person. */
export class CallFailed extends Error {
  readonly status: number;
  /** Which fields are wrong, by JSON pointer. */
  readonly problems: readonly { pointer: string; detail: string }[];
  constructor(status: number, message: string, problems: readonly { pointer: string; detail: string }[] = []) {
    super(message);
    this.status = status;
    this.problems = problems;
  }
}

const unreachable = 'Rondo cannot be reached. Please check your connection and try again.';

const failureOf = async (response: Response): Promise<CallFailed> => {
  const text = await response.text();
  const problem = problemBody.safeParse(jsonOf(text));
  return problem.success
    ? new CallFailed(response.status, problem.data.detail, problem.data.errors)
    : new CallFailed(response.status, text || response.statusText);
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Params, query and body as the wire takes them. */
export type Parts = {
  params?: Record<string, unknown>;
  query?: Record<string, string | number | boolean | null | undefined>;
  body?: unknown;
};

const urlOf = (endpoint: Endpoint, { params, query = {} }: Parts): string => {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, `${value}`]],
    ),
  );
  return `${pathOf(endpoint.path, params)}${search.size > 0 ? `?${search}` : ''}`;
};

const positionHeader = 'Rondo-Position';

const send = async (endpoint: Endpoint, parts: Parts, signal?: AbortSignal): Promise<Response> => {
  const position = endpoint.method === 'GET' ? awaitedPosition() : null;
  const response = await fetch(urlOf(endpoint, parts), {
    method: endpoint.method,
    credentials: 'same-origin',
    headers: {
      Accept: 'application/json, application/problem+json',
      ...(parts.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(position === null ? {} : { [positionHeader]: position }),
    },
    ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted === true) throw error;
    throw new CallFailed(0, unreachable);
  });
  if (!response.ok) throw await failureOf(response);
  if (position !== null && response.status === 200) reachedPosition(position);
  return response;
};

/** Saved, but not yet to be read: the answer came before the screens' rows. The next reads wait for them. */
export class CatchingUp {
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}

const unfinished = z.object({ id: z.string() });

/**
 * Makes one declared call that writes. Its answer may be late: then it is saved all the same.
 * @throws CallFailed with the server's sentence
 */
export const save = async <const E extends Endpoint>(
  endpoint: E,
  parts: CallOf<E> & Parts,
): Promise<ResponseOf<E> | CatchingUp> => {
  const response = await send(endpoint, parts);
  const position = response.headers.get(positionHeader);
  if (response.status === 202 && position !== null) {
    awaitPosition(position);
    return new CatchingUp(unfinished.parse(await response.json()).id);
  }
  const body: ResponseOf<E> = await response.json();
  return body;
};

/**
 * Makes one declared call that is answered at once.
 * @throws CallFailed with the server's sentence
 */
export const call = async <const E extends Endpoint>(
  endpoint: E,
  parts: CallOf<E> & Parts,
  signal?: AbortSignal,
): Promise<ResponseOf<E>> => {
  const body: ResponseOf<E> = await (await send(endpoint, parts, signal)).json();
  return body;
};
