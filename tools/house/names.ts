import { parseSync, Visitor } from 'vite';
import type { Source } from './sources.ts';

/** R7: participles and riddles that say nothing of the thing. */
const riddles = ['given', 'shown', 'held', 'kept', 'taken', 'asked', 'gone', 'said', 'wanted', 'wish', 'words'];
const inText = new RegExp(`\\b(${riddles.join('|')})\\b`, 'i');
const exactly = new RegExp(`^(${riddles.join('|')})$`, 'i');

/** The names that a pattern binds: of a variable, a parameter, or parts of them. */
type Pattern = {
  readonly type: string;
  readonly name?: unknown;
  readonly properties?: unknown;
  readonly elements?: unknown;
  readonly value?: unknown;
  readonly argument?: unknown;
  readonly left?: unknown;
  readonly parameter?: unknown;
};

const isPattern = (node: unknown): node is Pattern => typeof node === 'object' && node !== null && 'type' in node;
const list = (nodes: unknown): unknown[] => (Array.isArray(nodes) ? nodes : []);

const bound = (node: unknown): string[] => {
  if (!isPattern(node)) return [];
  if (typeof node.name === 'string') return [node.name];
  return [
    ...list(node.properties),
    ...list(node.elements),
    node.value,
    node.argument,
    node.left,
    node.parameter,
  ].flatMap(bound);
};

/** The riddles that a file makes names of: variables, parameters, functions, types, and properties of types. */
export const riddlesIn = ({ name, text }: Source): string[] => {
  if (!inText.test(text)) return [];
  const found: string[] = [];
  const note = (node: unknown): void => void found.push(...bound(node).filter((one) => exactly.test(one)));
  const ofFunction = ({ id, params }: { readonly id?: unknown; readonly params: unknown }): void =>
    [id, ...list(params)].forEach(note);
  new Visitor({
    VariableDeclarator: ({ id }) => note(id),
    FunctionDeclaration: ofFunction,
    FunctionExpression: ofFunction,
    ArrowFunctionExpression: ofFunction,
    CatchClause: ({ param }) => note(param),
    ClassDeclaration: ({ id }) => note(id),
    TSTypeAliasDeclaration: ({ id }) => note(id),
    TSInterfaceDeclaration: ({ id }) => note(id),
    // Columns keep the names that the database has.
    TSPropertySignature: ({ key }) => void (/\/tables?\.ts$/.test(name) || note(key)),
    TSMethodSignature: ({ key }) => note(key),
    PropertyDefinition: ({ key }) => note(key),
  }).visit(parseSync(name, text).program);
  return found;
};
