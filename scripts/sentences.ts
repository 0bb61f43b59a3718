import { parseSync, Visitor } from 'vite';

/** A text of a source that a person may read: a string, a template with `…` for each inserted value, an element's text, or a comment. */
export type Sentence = { readonly line: number; readonly text: string };

type Found = { readonly at: number; readonly text: string };

const parsed = (file: string, source: string) => {
  const result = parseSync(file, source);
  if (result.errors.length > 0) throw new Error(`${file}: ${result.errors.map(({ message }) => message).join(' ')}`);
  return result;
};

/** In the order of the source, with single blanks. Single words are names, keys and addresses more often than text. */
const sentences = (source: string, found: readonly Found[]): readonly Sentence[] =>
  found
    .map(({ at, text }) => ({ at, text: text.replaceAll(/\s+/g, ' ').trim() }))
    .filter(({ text }) => text.includes(' '))
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, text }) => ({ line: source.slice(0, at).split('\n').length, text }));

/** The strings and the element texts of a source, without the values of className. */
export const sentencesOf = (file: string, source: string): readonly Sentence[] => {
  const found: Found[] = [];
  const styles = new Set<number>();
  new Visitor({
    JSXAttribute: ({ name, value }) => {
      if (name.type === 'JSXIdentifier' && name.name === 'className' && value?.type === 'Literal')
        styles.add(value.start);
    },
    Literal: ({ start, value }) => {
      if (typeof value === 'string' && !styles.has(start)) found.push({ at: start, text: value });
    },
    TemplateLiteral: ({ start, quasis }) => {
      found.push({ at: start, text: quasis.map(({ value }) => value.cooked ?? value.raw).join('…') });
    },
    JSXText: ({ start, value }) => {
      found.push({ at: start + Math.max(0, value.search(/\S/)), text: value });
    },
  }).visit(parsed(file, source).program);
  return sentences(source, found);
};

/** The comments of a source. */
export const commentsOf = (file: string, source: string): readonly Sentence[] =>
  sentences(
    source,
    parsed(file, source).comments.map(({ start, value }) => ({ at: start, text: value.replaceAll(/^\s*\*/gm, '') })),
  );
