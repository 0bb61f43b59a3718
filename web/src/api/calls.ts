import type { Api } from '@rondo/contracts/api/all.ts';
import { pathOf, type CallOf, type ResponseOf } from '@rondo/contracts/api/endpoint.ts';
import { flagOf, placeOf, verbOf } from './call-letters.ts';
import { callTable, readModels } from './call-table.ts';

/** A declared call, by its method and path: `PUT /api/students/:id`. */
export type CallName = keyof Api;
/** A declared call that only reads. */
export type GetName = Extract<CallName, `GET ${string}`>;

/** Params, query and body as they are sent. */
export type CallInput = {
  params?: Record<string, unknown>;
  query?: Record<string, string | number | boolean | null | undefined>;
  body?: unknown;
  /** Sent in a form instead of a body. */
  file?: Blob;
  /** Sent as JSON in the form of the file. */
  options?: unknown;
};
export type InputTo<Name extends CallName> = CallInput & CallOf<Api[Name]>;
export type AnswerTo<Name extends CallName> = ResponseOf<Api[Name]>;

export const isGet = (name: CallName): name is GetName => name.startsWith('GET ');

/** What the browser needs of a declared call besides its method and path. */
type CallTraits = {
  /** Who is not signed in may make it. */
  readonly isOpen: boolean;
  readonly secret: boolean;
  readonly slow: boolean;
  readonly reads: readonly string[];
  /** What it changes. */
  readonly changes: readonly string[];
};

const traitsByPath = new Map(
  callTable.split('\n').map((line) => {
    const [path = '', ...calls] = line.split(' ');
    return [path, calls];
  }),
);

const namesOf = (letters: string): string[] =>
  Array.from(letters.replace(/^[!?*]+/, ''), (letter) => readModels[placeOf(letter)] ?? '');

export const traitsOf = (name: string): CallTraits => {
  const [method = '', path = ''] = name.split(' /api/');
  const traits = traitsByPath.get(path)?.find(([verb]) => verb === Reflect.get(verbOf, method)) ?? '';
  const [changes = '', reads = ''] = traits.slice(1).split('.');
  return {
    isOpen: changes.includes(flagOf.access),
    secret: changes.includes(flagOf.secret),
    slow: changes.includes(flagOf.slow),
    changes: namesOf(changes),
    reads: namesOf(reads),
  };
};

/** The method of a call, and its path and query. */
export const addressOf = (name: CallName, { params, query = {} }: CallInput): { method: string; url: string } => {
  const [method = '', path = ''] = name.split(' ');
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([field, value]) =>
      value === undefined || value === null ? [] : [[field, `${value}`]],
    ),
  );
  return { method, url: `${pathOf(path, params)}${search.size > 0 ? `?${search}` : ''}` };
};
