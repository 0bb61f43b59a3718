import { parseSync, Visitor } from 'vite';

/** A text of the source that a person may read: a string, a template with `…` for each inserted value, or the text of an element. */
export type Sentence = { readonly line: number; readonly text: string };

/** Strings that hold a blank and a letter; single words are names, keys and addresses more often than text. */
const isText = (text: string): boolean => /\p{L}/u.test(text) && /\s/.test(text.trim());

/** The texts of one source file, in order; comments, import paths, directives and types are no texts. */
export const sentencesOf = (file: string, source: string): readonly Sentence[] => {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join(' ')}`);
  const found: { readonly at: number; readonly text: string }[] = [];
  const add = (at: number, text: string): void => {
    const plain = text.replaceAll(/\s+/g, ' ').trim();
    if (isText(plain)) found.push({ at, text: plain });
  };
  new Visitor({
    Literal: ({ start, value }) => {
      if (typeof value === 'string') add(start, value);
    },
    TemplateLiteral: ({ start, quasis }) => add(start, quasis.map(({ value }) => value.cooked ?? value.raw).join('…')),
    JSXText: ({ start, value }) => add(start + value.search(/\S|$/), value),
  }).visit(program);
  return found
    .sort((a, b) => a.at - b.at)
    .map(({ at, text }) => ({ line: source.slice(0, at).split('\n').length, text }));
};
