import path from 'node:path';
import type { Import } from './imports.ts';
import type { Source } from './sources.ts';

/** Lists of rooms that are folders themselves. */
const lists = new Set(['platform', 'domain']);

/** The room of services in which a file is: a folder, or one below a list; undefined elsewhere. */
export const roomOf = (name: string): string | undefined => {
  const [top, first, second, third] = name.split('/');
  if (top !== 'services' || first === undefined || second === undefined) return undefined;
  if (!lists.has(first)) return first;
  return third === undefined ? undefined : `${first}/${second}`;
};

export const roomsOf = (sources: readonly Source[]): string[] =>
  [...new Set(sources.flatMap(({ name }) => roomOf(name) ?? []))].toSorted();

/** The rooms that each room imports. */
const neighbors = (imports: readonly Import[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const all = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [room, other] = [roomOf(from), roomOf(to)];
    if (room === undefined || other === undefined || room === other) continue;
    all.set(room, (all.get(room) ?? new Set()).add(other));
  }
  return all;
};

const reached = (next: ReadonlyMap<string, ReadonlySet<string>>, from: string): ReadonlySet<string> => {
  const found = new Set<string>();
  const waiting = [...(next.get(from) ?? [])];
  for (let room = waiting.pop(); room !== undefined; room = waiting.pop()) {
    if (found.has(room)) continue;
    found.add(room);
    waiting.push(...(next.get(room) ?? []));
  }
  return found;
};

/** The longest chain of rooms in which each imports the next. Rooms that import each other in a circle are one floor. */
export const longestChain = (imports: readonly Import[]): string[] => {
  const next = neighbors(imports);
  const below = new Map([...next.keys()].map((room) => [room, reached(next, room)]));
  const isCircle = (a: string, b: string): boolean => below.get(a)?.has(b) === true && below.get(b)?.has(a) === true;
  const floorOf = (room: string): string =>
    [room, ...[...next.keys()].filter((other) => other !== room && isCircle(room, other))].toSorted().join(' and ');
  const known = new Map<string, readonly string[]>();
  const chainFrom = (floor: string): readonly string[] => {
    const before = known.get(floor);
    if (before) return before;
    const others = floor.split(' and ').flatMap((room) => [...(next.get(room) ?? [])].map(floorOf));
    const chains = [...new Set(others)].filter((other) => other !== floor).map(chainFrom);
    const [longest = []] = chains.toSorted((a, b) => b.length - a.length);
    const chain = [floor, ...longest];
    known.set(floor, chain);
    return chain;
  };
  const chains = [...new Set([...next.keys()].map(floorOf))].map(chainFrom);
  return [...(chains.toSorted((a, b) => b.length - a.length)[0] ?? [])];
};

const most = 14;
const free = /(^|\/)golden$/;

/** Folders with more than 14 production files, as `folder: number`. */
export const fullFolders = (sources: readonly Source[]): string[] =>
  [...Map.groupBy(sources, ({ name }) => path.posix.dirname(name))]
    .filter(([folder, files]) => files.length > most && !free.test(folder))
    .map(([folder, files]) => `${folder}: ${files.length}`)
    .toSorted();
