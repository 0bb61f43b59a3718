import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseAst, transformWithOxc } from 'vite';

// Every page loads the calls that it makes. Their schemas are for the server, which parses every input and every answer, and for forms. A chunk
// contains whole modules, so for the browser a contract is two: one with its schemas, and one with the rest, which does not load zod.

/** What the browser needs of a declared call. */
const keptParts = new Set(['method', 'path', 'access', 'secret', 'slow', 'upload']);

type Statement = ReturnType<typeof parseAst>['body'][number];
type Declaration = Extract<Statement, { type: 'VariableDeclaration' | 'FunctionDeclaration' | 'ClassDeclaration' }>;
type Import = { readonly local: string; readonly imported: string; readonly from: string };
type Part = { readonly names: readonly string[]; readonly exported: boolean; readonly code: string };

export type SplitContract = {
  /** The names that are exported and need no schema. */
  readonly plainNames: ReadonlySet<string>;
  /** The two modules; null if the contract has no schema. */
  readonly modules: { readonly plain: string; readonly schemas: string } | null;
};

/** The words of code, without those in texts. */
const wordsIn = (code: string): ReadonlySet<string> =>
  new Set(code.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '').match(/[A-Za-z_$][\w$]*/g));

const importsOf = (statement: Statement): Import[] => {
  if (statement.type !== 'ImportDeclaration') return [];
  return statement.specifiers.map((specifier) => {
    if (specifier.type !== 'ImportSpecifier' || specifier.imported.type !== 'Identifier')
      throw new Error('A contract imports by name.');
    return { local: specifier.local.name, imported: specifier.imported.name, from: statement.source.value };
  });
};

/** The value of a constant: a call without what only the server needs, and anything else marked as free of effects, so that it can be left out. */
const leanValue = (
  value: NonNullable<Extract<Declaration, { type: 'VariableDeclaration' }>['declarations'][number]['init']>,
  code: string,
): string => {
  const textOf = ({ start, end }: { readonly start: number; readonly end: number }): string => code.slice(start, end);
  if (value.type === 'Literal' || value.type === 'ArrowFunctionExpression') return textOf(value);
  if (value.type !== 'CallExpression' || value.callee.type !== 'Identifier' || value.callee.name !== 'endpoint')
    return `/* @__PURE__ */ (() => (${textOf(value)}))()`;
  const [declared] = value.arguments;
  if (declared?.type !== 'ObjectExpression') throw new Error('endpoint() takes an object literal.');
  const kept = declared.properties.filter(
    (part) => part.type === 'Property' && part.key.type === 'Identifier' && keptParts.has(part.key.name),
  );
  return `{ ${kept.map(textOf).join(', ')} }`;
};

const partsOf = (statement: Statement, code: string): Part[] => {
  const exported = statement.type === 'ExportNamedDeclaration';
  const declaration = exported ? statement.declaration : statement;
  if (declaration?.type === 'VariableDeclaration')
    return declaration.declarations.map(({ id, init }) => {
      if (!init) throw new Error('A constant of a contract has a value.');
      const name = code.slice(id.start, id.end);
      return { names: [...wordsIn(name)], exported, code: `const ${name} = ${leanValue(init, code)};` };
    });
  if (declaration?.type === 'FunctionDeclaration' || declaration?.type === 'ClassDeclaration') {
    const names = declaration.id ? [declaration.id.name] : [];
    return [{ names, exported, code: code.slice(declaration.start, declaration.end) }];
  }
  if (statement.type === 'ImportDeclaration' || (exported && statement.specifiers.length === 0)) return [];
  throw new Error(`A contract only declares: ${code.slice(statement.start, statement.end)}`);
};

/** The parts that need one of these names, themselves or through another part. */
const needing = (parts: readonly Part[], names: ReadonlySet<string>): ReadonlySet<Part> => {
  const found = new Set<Part>();
  const known = new Set(names);
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const part of parts) {
      if (found.has(part) || known.isDisjointFrom(wordsIn(part.code))) continue;
      found.add(part);
      part.names.forEach((name) => known.add(name));
    }
  }
  return found;
};

const moduleOf = (parts: readonly Part[], imports: readonly Import[], exported: readonly string[]): string => {
  const words = wordsIn(parts.map(({ code }) => code).join('\n'));
  return [
    ...imports
      .filter(({ local }) => words.has(local))
      .map(({ local, imported, from }) => `import { ${imported} as ${local} } from ${JSON.stringify(from)};`),
    ...parts.map(({ code }) => code),
    `export { ${exported.join(', ')} };`,
  ].join('\n');
};

const namesOf = (parts: readonly Part[]): string[] => parts.flatMap(({ names }) => names);

/** Reads contracts and splits them, each once. */
export const contractSplitter = (): ((file: string) => Promise<SplitContract>) => {
  const known = new Map<string, Promise<SplitContract>>();
  const split = async (file: string): Promise<SplitContract> => {
    const { code } = await transformWithOxc(await readFile(file, 'utf8'), file);
    const { body } = parseAst(code);
    const parts = body.flatMap((statement) => partsOf(statement, code));
    const imports = await Promise.all(
      body.flatMap(importsOf).map(async (one) => {
        const source = one.from.startsWith('.') ? path.resolve(path.dirname(file), one.from) : null;
        const target = source === null ? null : await splitOnce(source);
        const plain = target === null ? one.from !== 'zod' : target.plainNames.has(one.imported);
        return {
          ...one,
          plain,
          from: source === null ? one.from : plain && target?.modules ? `${source}?plain` : source,
        };
      }),
    );
    const heavy = needing(parts, new Set(imports.filter(({ plain }) => !plain).map(({ local }) => local)));
    const light = parts.filter((part) => !heavy.has(part));
    const plainNames = new Set(namesOf(light.filter(({ exported }) => exported)));
    if (imports.every(({ plain }) => plain)) return { plainNames, modules: null };
    const rest = [...heavy];
    const own = namesOf(light).map((name) => ({ local: name, imported: name, from: `${file}?plain` }));
    return {
      plainNames,
      modules: {
        plain: moduleOf(
          light,
          imports.filter(({ plain }) => plain),
          namesOf(light),
        ),
        schemas: [
          `export { ${[...plainNames].join(', ')} } from ${JSON.stringify(`${file}?plain`)};`,
          moduleOf(
            parts.filter((part) => rest.includes(part)),
            [...imports, ...own],
            namesOf(rest.filter(({ exported }) => exported)),
          ),
        ].join('\n'),
      },
    };
  };
  const splitOnce = (file: string): Promise<SplitContract> => {
    const before = known.get(file);
    if (before) return before;
    const result = split(file);
    known.set(file, result);
    return result;
  };
  return splitOnce;
};
