// Loaded with `node --import` into the Rondo of which pictures are taken: its time is that of the variable FIXED_TIME, and its cookies last as long as the
// browser, whose own time is another one.
import { createHash } from 'node:crypto';
import { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isMainThread } from 'node:worker_threads';
import { fixedIds, fixedTime } from './fixed-time.ts';
import { replace } from './replace.ts';

fixedTime.moveTo(Date.parse(process.env['FIXED_TIME'] ?? ''));
await import('./fixed-world.ts');

const withoutEnd = (cookie: string): string => cookie.replace(/; Expires=[^;]*/, '');

const counts = new Map<string, number>();

/** Ids depend on the request and on how many equal ones came before it: how often a page or a probe reads does not matter. */
const beginRequest = ({ method = '', url = '' }: IncomingMessage): void => {
  const request = `${method} ${url}`;
  const count = method === 'GET' ? 0 : (counts.get(request) ?? 0) + 1;
  counts.set(request, count);
  fixedIds.begin(createHash('sha256').update(`${request} ${count}`).digest('hex').slice(0, 8));
};

if (isMainThread) {
  // oxlint-disable-next-line typescript/unbound-method -- called with `this`
  const { emit } = Server.prototype;
  replace(Server.prototype, 'emit', function emitAfterBegin(this: Server, event: string, ...args: unknown[]): boolean {
    const [request] = args;
    if (event === 'request' && request instanceof IncomingMessage) beginRequest(request);
    return Reflect.apply(emit, this, [event, ...args]);
  });
  // oxlint-disable-next-line typescript/unbound-method -- called with `this`
  const { setHeader } = ServerResponse.prototype;
  const setHeaderWithoutEnd = function (
    this: ServerResponse,
    name: string,
    value: number | string | readonly string[],
  ): ServerResponse {
    const isCookie = name.toLowerCase() === 'set-cookie' && typeof value !== 'number';
    return setHeader.call(this, name, isCookie ? [value].flat().map(withoutEnd) : value);
  };
  replace(ServerResponse.prototype, 'setHeader', setHeaderWithoutEnd);
}
