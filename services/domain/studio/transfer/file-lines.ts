import { createReadStream } from 'node:fs';

/** The lines of a file. Only a line feed ends a line: Node's readline also breaks at U+2028, which JSON text may contain. */
export async function* fileLines(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = `${rest}${String(chunk)}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
