import { allEndpoints } from '@rondo/contracts/api/all.ts';
import type { Endpoint } from '@rondo/contracts/api/endpoint.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { ServerResponse } from 'node:http';
import pg from 'pg';

// Records from which tables each GET is answered, by the statements that PostgreSQL receives, so that a declaration that names too little fails
// whichever test makes the call.

type Source = NonNullable<Endpoint['reads']>[number];

/** The tables that are no read model, by what declarations call them. All others, such as drive times and the log, are never declared. */
const stored: Readonly<Record<string, Source>> = {
  'accounts.users': 'users',
  'accounts.sessions': 'sessions',
  'accounts.preferences': 'preferences',
  'accounts.confirmation_links': 'confirmationLinks',
  'accounts.feed_tokens': 'calendarAddresses',
  'accounts.possible_times': 'possibleTimes',
  'accounts.test_mails': 'testMails',
  'calendar_feeds.states': 'calendarFeeds',
};

/** A studio's settings are behind nearly every answer; the comparison of all rows is made again only when its user asks. */
const isExempt = (source: string, route: string): boolean =>
  source === 'studios' || route === 'GET /api/data-integrity/read-models';

/** The sources that a statement reads. A read model's tables are in a schema such as `lessons_4_1`. */
export const sourcesIn = (statement: string): string[] =>
  [...statement.matchAll(/\b(?:from|join) "?(\w+)"?\."?(\w+)"?/g)].flatMap(([, schema = '', table = '']) => {
    const model = /^(\w+?)_\d+_\d+$/.exec(schema)?.[1];
    return model ?? stored[`${schema}.${table}`] ?? [];
  });

const reads = new AsyncLocalStorage<Set<string>>();
const requests = new WeakMap<object, Set<string>>();
const undeclared = new Set<string>();

const declared = new Map(allEndpoints.map((one) => [`${one.method} ${one.path}`, new Set<string>(one.reads)]));

/** What GETs read that their declarations do not name, since it was last asked: `GET /api/invoices reads lessons`. */
export const undeclaredReads = (): readonly string[] => {
  const since = [...undeclared];
  undeclared.clear();
  return since;
};

const textOf = (query: unknown): string => {
  if (typeof query === 'string') return query;
  return query instanceof Object && 'text' in query ? String(query.text) : '';
};

let isRecording = false;

/** Begins to record, once in a process. */
export const recordReads = (): void => {
  if (isRecording) return;
  isRecording = true;
  subscribe('http.server.request.start', (message) => {
    if (!(message instanceof Object && 'response' in message && message.response instanceof ServerResponse)) return;
    const own = new Set<string>();
    requests.set(message.response, own);
    reads.enterWith(own);
  });
  subscribe('http.server.response.finish', (message) => {
    if (!(message instanceof Object && 'response' in message && message.response instanceof ServerResponse)) return;
    const { response } = message;
    const { route }: Record<string, unknown> = 'locals' in response ? Object(response.locals) : {};
    const known = typeof route === 'string' && route.startsWith('GET ') ? declared.get(route) : undefined;
    for (const source of requests.get(response) ?? [])
      if (known && !known.has(source) && !isExempt(source, String(route)))
        undeclared.add(`${String(route)} reads ${source}`);
  });
  // oxlint-disable-next-line typescript/unbound-method -- the proxy calls it on the client on which it was called
  pg.Client.prototype.query = new Proxy(pg.Client.prototype.query, {
    apply: (query, client, given) => {
      const own = reads.getStore();
      if (own) for (const source of sourcesIn(textOf(given[0]))) own.add(source);
      return Reflect.apply(query, client, given);
    },
  });
};
