import { allEndpoints } from '@rondo/contracts/api/all.ts';
import type { Endpoint } from '@rondo/contracts/api/endpoint.ts';
import { flagOf, letterAt, verbOf } from './call-letters.ts';

// The build replaces this module by its values (web/vite.config.ts), which every page has: no schema is among them, and they are short.

const own = allEndpoints.filter(({ access }) => access !== 'family');
const changesOf = ({ updates = [], writes = [] }: Endpoint) => [...new Set([...updates, ...writes])];

/** What calls read and change. A call names it by its letter. */
export const readModels: readonly string[] = [
  ...new Set(own.flatMap((endpoint) => [...changesOf(endpoint), ...(endpoint.reads ?? [])])),
].toSorted();

const lettersOf = (names: readonly string[]): string =>
  [...new Set(names)]
    .map((name) => letterAt(readModels.indexOf(name)))
    .toSorted()
    .join('');

/** "gsXY.AB": a GET that is secret, changes what X and Y stand for, and reads A and B. */
const wordOf = (endpoint: Endpoint): string => {
  const { method, access, secret, slow, reads = [] } = endpoint;
  const flags = [access && flagOf.access, secret && flagOf.secret, slow && flagOf.slow].filter(Boolean).join('');
  const read = lettersOf(reads);
  return `${verbOf[method]}${flags}${lettersOf(changesOf(endpoint))}${read === '' ? '' : `.${read}`}`;
};

/** The traits of a path’s calls, a word for each that has any. */
const traitsAt = (endpoints: readonly Endpoint[]): string[] =>
  endpoints.map((endpoint) => wordOf(endpoint)).filter(({ length }) => length > 1);

/** Every call that has traits; a family’s page makes its own: a line for each path, which begins with it. */
export const callTable: string = [...Map.groupBy(own, ({ path }) => path.replace('/api/', ''))]
  .map(([path, endpoints]) => [path, ...traitsAt(endpoints)])
  .filter(({ length }) => length > 1)
  .map((line) => line.join(' '))
  .toSorted()
  .join('\n');
