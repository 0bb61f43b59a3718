import { allEndpoints } from '@rondo/contracts/api/all.ts';
import type { Call } from './visit.ts';

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`);

/** Every declared call with how often the visit made it, by the status of its answers. */
export const callsByEndpoint = (calls: readonly Call[]): string => {
  // A literal path comes before one with a parameter in its place.
  const declared = allEndpoints.map(({ method, path }) => ({ method, path, pattern: patternOf(path) }));
  const statuses = new Map<string, Map<number, number>>();
  for (const { method, path, status } of calls) {
    const found = declared.find((one) => one.method === method && one.pattern.test(path));
    if (!found) continue;
    const name = `${method} ${found.path}`;
    const counts = statuses.get(name) ?? new Map<number, number>();
    statuses.set(name, counts.set(status, (counts.get(status) ?? 0) + 1));
  }
  return declared
    .map(({ method, path }) => {
      const counts = [...(statuses.get(`${method} ${path}`) ?? [])].toSorted(([a], [b]) => a - b);
      return `${method} ${path}: ${counts.map(([status, count]) => `${count} x ${status}`).join(', ')}\n`;
    })
    .join('');
};
