import { allEndpoints } from '@rondo/contracts/api/all.ts';
import type { Endpoint } from '@rondo/contracts/api/endpoint.ts';

/** What the browser needs of a declared call besides its method and path. */
export type CallTraits = Pick<Endpoint, 'access' | 'secret' | 'slow' | 'reads'> & {
  /** What it changes. */
  readonly changes?: NonNullable<Endpoint['reads']>;
};

/** The same names in one order: a list that repeats costs a page nothing. */
const inOrder = <Name extends string>(names: readonly Name[]): Name[] => [...new Set(names)].toSorted();

const traitsOf = ({ access, secret, slow, reads, updates = [], writes = [] }: Endpoint): CallTraits => ({
  ...(access && { access }),
  ...(secret && { secret }),
  ...(slow && { slow }),
  ...(reads && { reads: inOrder(reads) }),
  ...(updates.length + writes.length > 0 && { changes: inOrder([...updates, ...writes]) }),
});

/** The traits of every call that has some; a family's page makes its own. The build replaces this module by its value (web/vite.config.ts): no schema reaches a page. */
export const callTable: Readonly<Record<string, CallTraits>> = Object.fromEntries(
  allEndpoints
    .filter(({ access }) => access !== 'family')
    .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, traitsOf(endpoint)] as const)
    .filter(([, traits]) => Object.keys(traits).length > 0)
    // Calls with the same traits stand together, which compresses better.
    .toSorted(([, one], [, other]) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)),
);
