// npm run rebuild -- MODEL|all: rebuilds read models from the log, with the server running or stopped.
import { retireFromOtherLog } from '@rondo/projections/runner/registry.ts';
import { rebuild } from '@rondo/projections/runner/rebuild.ts';
import { allReadModels } from '../composition/read-models.ts';
import { runTool, withReactors } from './with-database.ts';

await runTool(async () => {
  const [wanted] = process.argv.slice(2);
  const names = allReadModels.map(({ name }) => name);
  const models = allReadModels.filter(({ name }) => wanted === 'all' || name === wanted);
  if (models.length === 0) {
    console.error(`Usage: npm run rebuild -- MODEL, where MODEL is one of ${names.join(', ')}, or all.`);
    return 2;
  }
  await withReactors(async ({ reactors, ...parts }) => {
    for (const model of models) await rebuild({ ...parts, say: (line) => console.log(line) }, model);
    // A reactor reads a log from its beginning when the server starts; it does not repeat what it has already done.
    for (const reactor of wanted === 'all' ? reactors : [])
      if (await retireFromOtherLog(parts.db, parts.source, reactor))
        console.log(`${reactor.name}: has read another log; it starts from the beginning with the server.`);
  });
  return 0;
});
