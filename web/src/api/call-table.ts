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

/** Every call that has traits, by these; a family's page makes its own. The build replaces this module by its value (web/vite.config.ts): no schema reaches a page. */
export const callsByTraits: readonly (readonly [traits: CallTraits, names: readonly string[]])[] = [
  ...Map.groupBy(
    allEndpoints.filter((endpoint) => endpoint.access !== 'family' && Object.keys(traitsOf(endpoint)).length > 0),
    (endpoint) => JSON.stringify(traitsOf(endpoint)),
  ),
]
  // Lists that begin alike stand together, which compresses better.
  .toSorted(([one], [other]) => (one < other ? -1 : 1))
  .flatMap(([, alike]) => {
    const [first] = alike;
    return first ? [[traitsOf(first), alike.map(({ method, path }) => `${method} ${path}`)] as const] : [];
  });
