import type { z } from 'zod';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** How often one place may make a call in 15 minutes, or fail at it; more is answered 429. */
export type PlaceLimit = { readonly perPlace: number; readonly failuresOnly?: boolean };

/** The read models, by the names under which the server keeps them. */
export type ReadModelName = 'studios' | 'students' | 'teachers' | 'lessons' | 'history' | 'reports';
/** What carries on in other streams when something happens in one. */
export type ReactorName = 'removals' | 'transfers' | 'erasure';

/** One call of the API: where it is, what it takes, what it answers. Routes, client and OpenAPI are made from it. */
export type Endpoint = {
  readonly method: Method;
  /** With `:name` for each path parameter. */
  readonly path: `/api/${string}`;
  readonly summary: string;
  /** Who may call it: signed-in users (the default; others get 401) or anyone. */
  readonly access?: 'anyone';
  /** The body holds a password: nothing of a request is kept for its repetitions. Calls that anyone may make never keep anything. */
  readonly secret?: true;
  readonly limit?: PlaceLimit;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly response: z.ZodType;
  /** The read models of the answer's and the screen's lists: the answer waits until they show what the call did, two seconds at most. */
  readonly shows?: readonly ReadModelName[];
  /** The reactors that the call can wait for as well, where what it did goes on in other streams. */
  readonly settles?: readonly ReactorName[];
  /** A sentence: this call is declared, a later release builds it, until then it answers 501. */
  readonly notBuilt?: string;
};

/** A call that waits for read models. */
export type ShowingEndpoint = Endpoint & { readonly shows: readonly ReadModelName[] };
/** A call that waits for reactors and then for read models. */
export type SettlingEndpoint = ShowingEndpoint & { readonly settles: readonly ReactorName[] };

/** Declares a call. `const` keeps its path and schemas exact, for the types below. */
export const endpoint = <const E extends Endpoint>(declared: E): E => declared;

type Part<E, Key extends string, In extends 'in' | 'out'> = E extends { [K in Key]: infer Schema extends z.ZodType }
  ? { [K in Key]: In extends 'in' ? z.input<Schema> : z.output<Schema> }
  : unknown;

/** What a caller gives: params, query and body as they are written. */
export type CallOf<E extends Endpoint> = Part<E, 'params', 'in'> & Part<E, 'query', 'in'> & Part<E, 'body', 'in'>;
/** What a handler gets: the same, checked and read. */
export type RequestOf<E extends Endpoint> = Part<E, 'params', 'out'> & Part<E, 'query', 'out'> & Part<E, 'body', 'out'>;
/** What a handler gives; unknown fields are dropped before they leave. */
export type AnswerOf<E extends Endpoint> = z.input<E['response']>;
/** What a caller gets. */
export type ResponseOf<E extends Endpoint> = z.output<E['response']>;

/** The path with its parameters put in, percent-encoded. */
export const pathOf = (path: string, params: Readonly<Record<string, unknown>> = {}): string =>
  path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
