// npm run import -- events.jsonl: imports a studio's exported events into this log. If interrupted, run it again.
import { fileLines } from '../domain/studio/transfer/file-lines.ts';
import { importStudio } from '../domain/studio/transfer/import-studio.ts';
import { runTool, withLog } from './with-database.ts';

await runTool(async () => {
  const [path] = process.argv.slice(2);
  if (path === undefined) {
    console.error('Usage: npm run import -- events.jsonl');
    return 2;
  }
  const { studioId, events, streams, known } = await withLog((parts) => importStudio(parts, fileLines(path)));
  const before = known === 0 ? '' : ` ${known} of them already existed.`;
  console.log(`The log holds ${events} events of studio ${studioId} in ${streams} streams.${before}`);
  return 0;
});
