import { roomOf } from './rooms.ts';
import type { Source } from './sources.ts';

/** R2: what a file has says how it is called, so that it is found by its name. `docs/recipes.md` has the same list for people. */
type FileName = {
  /** What such a file has, in a few words. */
  readonly what: string;
  readonly isPlace: (name: string) => boolean;
  readonly has: RegExp;
  readonly isNamed: RegExp;
};

const isDomain = (name: string): boolean => roomOf(name)?.startsWith('domain/') === true;
const isModel = (name: string): boolean =>
  /^projections\/[^/]+\//.test(name) && !/^projections\/(runner|shared)\//.test(name);
const isScreen = (name: string): boolean => name.startsWith('web/src/features/');

export const vocabulary: readonly FileName[] = [
  { what: 'handlers of calls', isPlace: isDomain, has: /^ *route\(/m, isNamed: /(\/|-)api\.ts$/ },
  { what: 'a reactor', isPlace: isDomain, has: /\): Reactor</, isNamed: /(\/|-)reactor\.ts$/ },
  {
    what: 'how a stream is folded',
    isPlace: isDomain,
    has: /^export const \w+Aggregate\b/m,
    isNamed: /(\/(state|student|teacher|studio|household)|-aggregate)\.ts$/,
  },
  { what: 'tables of a read model', isPlace: isModel, has: /\bdefineTable\(/, isNamed: /(\/|-)table\.ts$/ },
  { what: 'a read model', isPlace: isModel, has: /^export const \w+Model\b/m, isNamed: /\/project\.ts$/ },
  {
    what: 'commands of a screen',
    isPlace: isScreen,
    has: /\b(useMutation|useCommand)\(/,
    isNamed: /\/commands\.tsx?$/,
  },
  {
    what: 'a page of its own',
    isPlace: isScreen,
    has: /^export default (function )?\w*Page\b/m,
    isNamed: /^web\/src\/features\/[^/]+\/([^/]+\/)?[A-Z]\w*Page\.tsx$/,
  },
];

/** Files that are not called after what they have. */
export const misnamed = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ name, text }) =>
    vocabulary
      .filter(({ isPlace, has, isNamed }) => isPlace(name) && has.test(text) && !isNamed.test(name))
      .map(({ what }) => `${name}: ${what}`),
  );
