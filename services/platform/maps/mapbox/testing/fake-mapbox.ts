import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { directions, emptyStyle, geocoded, matrix, ok, refused, type Answer } from './fake-answers.ts';

/** How the fake treats the calls of the server; those of a browser (styles, sessions, events) are always answered. */
export type FakeMode =
  | { readonly kind: 'well' }
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** Rejects the questions that contain a text. */
  | { readonly kind: 'rejects'; readonly text: string }
  /** Accepts the call and says nothing. */
  | { readonly kind: 'silent' }
  /** Sends half of the body and says no more. */
  | { readonly kind: 'stalled' }
  /** Closes the connection in the middle of the body. */
  | { readonly kind: 'cut' }
  /** Sends half of the body as if it were all. */
  | { readonly kind: 'half' }
  /** Changes each right answer. */
  | { readonly kind: 'lies'; readonly lie: (body: unknown) => unknown };

/** What has been asked since the start or the last `reset`. */
type FakeCounts = {
  geocode: number;
  permanent: number;
  suggestions: number;
  matrix: number;
  /** Pairs that the matrix calls had. */
  elements: number;
  directions: number;
  styles: number;
  sessions: number;
  events: number;
};

const noCounts = (): FakeCounts => ({
  geocode: 0,
  permanent: 0,
  suggestions: 0,
  matrix: 0,
  elements: 0,
  directions: 0,
  styles: 0,
  sessions: 0,
  events: 0,
});

export type FakeMapbox = {
  /** For MAPBOX_API_URL. */
  readonly url: string;
  readonly counts: () => Readonly<FakeCounts>;
  readonly reset: () => void;
  readonly behave: (mode: FakeMode) => void;
  readonly stop: () => Promise<void>;
};

/** Accepted from anywhere. */
export const fakeToken = 'pk.fake';
/** Accepted from pages only, as a token with a URL restriction. */
export const restrictedToken = 'pk.restricted';

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': '*',
};

const send = (response: ServerResponse, { status, body }: Answer, headers = {}): void => {
  const text = body === undefined ? '' : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', ...cors, ...headers }).end(text);
};

/** What is wrong with a call's token; null if nothing. */
const refusalOf = (request: IncomingMessage, query: URLSearchParams): Answer | null => {
  switch (query.get('access_token')) {
    case fakeToken:
      return null;
    case restrictedToken:
      return request.headers.referer === undefined ? refused(403, 'Forbidden') : null;
    case null:
      return refused(401, 'Not Authorized - No Token');
    default:
      return refused(401, 'Not Authorized - Invalid Token');
  }
};

/** The calls of mapbox-gl in a browser: without the session's answer it blanks the map. */
const forBrowser = (path: string, counts: FakeCounts): Answer | null => {
  if (path.startsWith('/map-sessions/v1')) {
    counts.sessions += 1;
    return ok({});
  }
  if (path.startsWith('/events/v2')) {
    counts.events += 1;
    return { status: 204, body: undefined };
  }
  if (/^\/styles\/v1\/[^/]+\/[^/]+$/.test(path)) {
    counts.styles += 1;
    return ok(emptyStyle);
  }
  return null;
};

const forServer = async (path: string, query: URLSearchParams, counts: FakeCounts): Promise<Answer> => {
  const [, matrixPoints] = /^\/directions-matrix\/v1\/mapbox\/driving\/([^/]+)$/.exec(path) ?? [];
  if (matrixPoints !== undefined) {
    const { elements, ...answer } = matrix(matrixPoints, query);
    counts.matrix += 1;
    counts.elements += elements;
    return answer;
  }
  const [, roadPoints] = /^\/directions\/v5\/mapbox\/driving\/([^/]+)$/.exec(path) ?? [];
  if (roadPoints !== undefined) {
    counts.directions += 1;
    return directions(roadPoints, query);
  }
  if (path === '/search/geocode/v6/forward') {
    const isPermanent = query.get('permanent') === 'true';
    counts[query.get('autocomplete') === 'false' ? 'geocode' : 'suggestions'] += 1;
    if (isPermanent) counts.permanent += 1;
    return geocoded(query);
  }
  return refused(404, 'Not Found');
};

const misbehave = (response: ServerResponse, mode: FakeMode, answer: Answer): void => {
  switch (mode.kind) {
    case 'well':
    case 'rejects':
      return send(response, answer);
    case 'status':
      return send(response, refused(mode.status, 'An error on purpose.'), mode.headers);
    case 'silent':
      return undefined;
    case 'cut': {
      const text = JSON.stringify(answer.body);
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length });
      response.write(text.slice(0, text.length / 2), () => response.destroy());
      return undefined;
    }
    case 'stalled': {
      const text = JSON.stringify(answer.body);
      response.writeHead(200, { 'content-type': 'application/json' }).write(text.slice(0, text.length / 2));
      return undefined;
    }
    case 'half': {
      const text = JSON.stringify(answer.body);
      response.writeHead(200, { 'content-type': 'application/json' }).end(text.slice(0, text.length / 2));
      return undefined;
    }
    case 'lies':
      return send(response, { ...answer, body: mode.lie(answer.body) });
    default:
      return mode satisfies never;
  }
};

/** Mapbox on a port of this machine: its documented answers, tokens and limits, counters, and its ways to fail. */
export const fakeMapbox = async (port = 0): Promise<FakeMapbox> => {
  let counts = noCounts();
  let mode: FakeMode = { kind: 'well' };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake');
    if (request.method === 'OPTIONS') return send(response, { status: 204, body: undefined });
    const refusal = refusalOf(request, searchParams);
    if (refusal !== null) return send(response, refusal);
    const browser = forBrowser(pathname, counts);
    if (browser !== null) return send(response, browser);
    const given = await forServer(pathname, searchParams, counts);
    const isRejected = mode.kind === 'rejects' && `${pathname} ${searchParams.get('q') ?? ''}`.includes(mode.text);
    misbehave(response, mode, isRejected ? refused(422, 'Not valid.') : given);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The fake listens nowhere.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    counts: () => ({ ...counts }),
    reset: () => {
      counts = noCounts();
    },
    behave: (next) => {
      mode = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
