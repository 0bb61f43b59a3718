import { roomOf } from './rooms.ts';
import type { Source } from './sources.ts';

/** Types of what a feature needs, one for each (R6). */
export const dependencyTypes = ({ text }: Source): string[] =>
  [...text.matchAll(/^(?:export )?(?:type|interface) (\w*Dependencies)\b/gm)].map(([, name = '']) => name);

const functions =
  /^export const (\w+)[^=]*= (?:async )?(?:<[^]*?>)?\([^]*?^};$|^export function (\w+)[^]*?^}$|^export const (\w+) = \([^;]*?\) => \(\{[^]*?^\}\);$/gm;
/** A record in which at least one entry is written as a function, or several are names of functions in the body. */
const record = /^ {2}return \{\n([^]*?)^ {2}\};$/m;
const directRecord = /=> \(\{\n([^]*)^\}\);$/m;
const closure = /^ {4}\w+: (?:async )?(?:<\w+>)?(?:\((?:$|.*=>)|\w+ =>)|^ {4}(?:async )?\w+\([^)]*\)[^{]*\{$/m;
const directClosure = /^ {2}\w+: (?:async )?(?:<\w+>)?(?:\((?:$|.*=>)|\w+ =>)/m;
/** Reactors and read models are records by which the runner knows them. */
const declared = /^[^{]*\): (?:Reactor|QueriedModel)</;
const names = /^ {4}(\w+),$/gm;

const isFactory = (body: string): boolean => {
  const [, entries] = record.exec(body) ?? [];
  if (entries !== undefined) {
    const isClosure = (name: string | undefined): boolean =>
      new RegExp(`^ {2}(?:const ${name} = (?:async )?(?:<|\\(|\\w+ =>)|(?:async )?function ${name}\\b)`, 'm').test(
        body,
      );
    return closure.test(entries) || [...entries.matchAll(names)].some(([, name]) => isClosure(name));
  }
  const [, direct] = directRecord.exec(body) ?? [];
  return direct !== undefined && directClosure.test(direct);
};

/**
 * Exported functions that return a record of functions, in rooms of the domain (R6): an estimate by the text as oxfmt lays it out, not by the types.
 * @param isDomain whether a room of services is one
 */
export const factories = ({ name, text }: Source, isDomain: (room: string) => boolean): string[] => {
  const room = roomOf(name);
  if (room === undefined || !isDomain(room)) return [];
  return [...text.matchAll(functions)].flatMap(([body, ...found]) =>
    !declared.test(body) && isFactory(body) ? [found.find((one) => one !== undefined) ?? ''] : [],
  );
};
