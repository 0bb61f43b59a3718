import path from 'node:path';
import type { Source } from './sources.ts';

/** That one file needs another one; late: it is loaded when it is called for. */
export type Import = { readonly from: string; readonly to: string; readonly isLate: boolean };

const statements = /(?:^|\n)(?:import|export)\b[^'";]*?\bfrom\s*'([^']+)'|(?:^|\n)import\s*'([^']+)'/g;
const late = /\bimport\(\s*'([^']+)'|\bnew URL\(\s*'([^']+)'|'([^'\n]+)\?worker[^'\n]*'/g;

/** The file that a specifier names, among those that are counted. */
const resolved = (from: string, specifier: string, names: ReadonlySet<string>): string | undefined => {
  const plain = specifier.replace(/\?.*$/, '').replace(/^@rondo\//, '');
  const base = specifier.startsWith('@rondo/') ? plain : path.posix.join(path.posix.dirname(from), plain);
  return [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`].find((name) => names.has(name));
};

/** Who imports whom among these files. Strings in comments that look like imports would count too; none do. */
export const importsAmong = (sources: readonly Source[]): Import[] => {
  const names = new Set(sources.map(({ name }) => name));
  return sources.flatMap(({ name: from, text }) =>
    [
      ...[...text.matchAll(statements)].map((found) => ({ found, isLate: false })),
      ...[...text.matchAll(late)].map((found) => ({ found, isLate: true })),
    ].flatMap(({ found, isLate }) => {
      const specifier = found.slice(1).find((group) => group !== undefined) ?? '';
      const to =
        specifier.startsWith('.') || specifier.startsWith('@rondo/') || isLate
          ? resolved(from, specifier, names)
          : undefined;
      return to === undefined || to === from ? [] : [{ from, to, isLate }];
    }),
  );
};

/** Names of R2 for the files of a room, whatever their size. */
const isOfVocabulary =
  /(^|\/)(state|decide|service|api|views|reactor|table|project|queries|commands|model)\.ts$|\/[A-Z]\w*Page\.tsx$|^contracts\/events\/(?:[\w-]+\/)?[\w-]+\.ts$/;

const smallest = 40;

/** Cases of R3: modules under 40 lines with one importer, in which they belong. */
export const lonelyModules = (sources: readonly Source[], imports: readonly Import[]): string[] => {
  const importers = Map.groupBy(imports, ({ to }) => to);
  return sources
    .filter(({ name, lines }) => {
      const all = importers.get(name) ?? [];
      const isOnlyOne = new Set(all.map(({ from }) => from)).size === 1;
      return lines < smallest && isOnlyOne && !all.some(({ isLate }) => isLate) && !isOfVocabulary.test(name);
    })
    .map(({ name }) => name);
};
