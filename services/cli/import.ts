// npm run import -- events.jsonl: imports a studio's exported events into this log. If interrupted, run it again.
import { createReadStream } from 'node:fs';
import { openHandlers } from '../app/handlers.ts';
import { turnFamiliesOff } from '../domain/studio/transfer/families-off.ts';
import { importStudio } from '../domain/studio/transfer/import-studio.ts';
import { runTool, withLog } from './with-database.ts';

/** The lines of a file. Only a line feed ends a line: Node's readline also breaks at U+2028, which JSON text may contain. */
async function* fileLines(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = `${rest}${String(chunk)}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

await runTool(async () => {
  const [path] = process.argv.slice(2);
  if (path === undefined) {
    console.error('Usage: npm run import -- events.jsonl');
    return 2;
  }
  const { studioId, events, streams, known } = await withLog(async (parts) => {
    const imported = await importStudio(parts, { [Symbol.asyncIterator]: () => fileLines(path) });
    await turnFamiliesOff({ handlers: openHandlers(parts, Date.now) }, imported);
    return imported;
  });
  const before = known === 0 ? '' : ` ${known} of them already existed.`;
  console.log(`The log holds ${events} events of studio ${studioId} in ${streams} streams.${before}`);
  return 0;
});
