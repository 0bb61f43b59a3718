import type { z } from 'zod';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** How many calls, or failed calls, one client address may make in 15 minutes; more are answered 429. */
export type PlaceLimit = { readonly perPlace: number; readonly failuresOnly?: boolean };

/** The read models, by the names under which the server stores them. */
export type ReadModelName =
  | 'studios'
  | 'students'
  | 'teachers'
  | 'households'
  | 'timeoff'
  | 'day'
  | 'familynotes'
  | 'privatenotes'
  | 'messages'
  | 'inquiries'
  | 'branches'
  | 'lessons'
  | 'history'
  | 'reports'
  | 'invoices'
  | 'billing'
  | 'feeds'
  | 'backups'
  | 'notifications'
  | 'integrity';
/** What answers are read from besides the read models. Calls change it at once, so that nothing waits for it. */
type StoredName =
  | 'users'
  | 'sessions'
  | 'preferences'
  | 'confirmationLinks'
  | 'calendarAddresses'
  | 'possibleTimes'
  | 'testMails'
  | 'calendarFeeds'
  | 'calendarNames'
  | 'mapsCache';
/** The reactors, which continue in other streams what a command does in one. */
export type ReactorName =
  | 'removals'
  | 'transfers'
  | 'restores'
  | 'mails'
  | 'geocoding'
  | 'erasure'
  | 'memberships'
  | 'forgetting'
  | 'takeovers'
  | 'decisions';

/** A file that a caller uploads. */
export type UploadedFile = {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The form's field "options": JSON, for calls that read it. */
  readonly options?: string;
};

/**
 * One file in a multipart form, in the field "file". `missing`, `tooLarge`: what to say. `options`: what a caller may say about the file, as
 * JSON in the field "options", which the call's handler reads.
 */
export type Upload = {
  readonly maxBytes: number;
  readonly missing: string;
  readonly tooLarge: string;
  readonly options?: z.ZodObject;
};

/** One call of the API: its path, input and answer. Routes, client and OpenAPI are generated from it. */
export type Endpoint = {
  readonly method: Method;
  /** With `:name` for each path parameter. */
  readonly path: `/api/${string}`;
  readonly summary: string;
  /** Who may call it: signed-in users (the default; others get 401), anyone, or a family whose link this browser has opened. */
  readonly access?: 'anyone' | 'family';
  /** The request or the answer contains a secret, so nothing of a request is stored for idempotent repeats. Calls with `access: 'anyone'` never store anything. */
  readonly secret?: true;
  /** Its answer may take minutes, so that a caller waits longer for it. */
  readonly slow?: true;
  /** It searches for times: a family's link may do so less often than it may read. */
  readonly searches?: true;
  /** It keeps the server busy, so that it waits for a turn: only some such calls are carried out at a time, of each studio in turn. */
  readonly expensive?: true;
  readonly limit?: PlaceLimit;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Sent instead of a JSON body. */
  readonly upload?: Upload;
  readonly response: z.ZodType;
  /** How long a browser may use the answer without asking again; answers without it are not stored. */
  readonly cachedSeconds?: number;
  /**
   * What the answer is read from: a browser asks again after a call that changes one of them. Not named are a studio's settings, which are
   * behind nearly every answer, and drive times.
   */
  readonly reads?: readonly (ReadModelName | StoredName)[];
  /** What it changes besides read models. */
  readonly writes?: readonly StoredName[];
  /** The read models behind the answer and the screen's lists: the answer waits, two seconds at most, until they include the call's changes. */
  readonly updates?: readonly ReadModelName[];
  /** The reactors that the call can also wait for, when its effects continue in other streams. */
  readonly waitsFor?: readonly ReactorName[];
};

/** A call that waits for read models. */
export type UpdatingEndpoint = Endpoint & { readonly updates: readonly ReadModelName[] };
/** A call that waits for reactors and then for read models. */
export type WaitingEndpoint = UpdatingEndpoint & { readonly waitsFor: readonly ReactorName[] };

/** Declares a call. `const` keeps its path and schemas exact, for the types below. */
export const endpoint = <const E extends Endpoint>(declared: E): E => declared;

type Part<E, Key extends string, In extends 'in' | 'out'> = E extends { [K in Key]: infer Schema extends z.ZodType }
  ? { [K in Key]: In extends 'in' ? z.input<Schema> : z.output<Schema> }
  : unknown;

/** The query of a call; a caller leaves it out when nothing in it is required. */
type QueryOf<E> = E extends { query: infer Schema extends z.ZodType }
  ? Partial<z.input<Schema>> extends z.input<Schema>
    ? { query?: z.input<Schema> }
    : { query: z.input<Schema> }
  : unknown;

type OptionsOf<E> = E extends { upload: { options: infer Schema extends z.ZodType } }
  ? { options?: z.input<Schema> }
  : unknown;

type FileOf<E, File> = E extends { upload: Upload } ? { file: File } : unknown;

/** What a caller passes: params, query and body before parsing, or a file. */
export type CallOf<E extends Endpoint> = Part<E, 'params', 'in'> &
  QueryOf<E> &
  Part<E, 'body', 'in'> &
  FileOf<E, Blob> &
  OptionsOf<E>;
/** What a handler receives: the same, validated and parsed. */
export type RequestOf<E extends Endpoint> = Part<E, 'params', 'out'> &
  Part<E, 'query', 'out'> &
  Part<E, 'body', 'out'> &
  FileOf<E, UploadedFile>;
/** What a handler returns; unknown fields are dropped before sending. */
export type AnswerOf<E extends Endpoint> = z.input<E['response']>;
/** What a caller receives. */
export type ResponseOf<E extends Endpoint> = z.output<E['response']>;

/** The path with its parameters filled in, percent-encoded. */
export const pathOf = (path: string, params: Readonly<Record<string, unknown>> = {}): string =>
  path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
