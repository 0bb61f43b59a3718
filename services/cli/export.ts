// npm run --silent export -- --studio ID > events.jsonl: everything that the log knows of a studio, one event per line.
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { exportStudio } from '../domain/studio/transfer/export-studio.ts';
import { runTool, withLog } from './with-database.ts';

await runTool(async () => {
  const { studio } = parseArgs({ options: { studio: { type: 'string' } } }).values;
  if (studio === undefined) {
    console.error('Usage: npm run --silent export -- --studio ID > events.jsonl');
    return 2;
  }
  await withLog(async ({ store }) => {
    for await (const line of exportStudio(store, studio))
      if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
  });
  return 0;
});
