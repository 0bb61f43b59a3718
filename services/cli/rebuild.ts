// npm run rebuild -- MODEL|all: rebuilds read models from the log, with the server running or stopped.
import { rebuild } from '@rondo/projections/runner/rebuild.ts';
import { allReadModels } from '../app/read-models.ts';
import { runTool, withReadModels } from './with-database.ts';

await runTool(async () => {
  const [chosen] = process.argv.slice(2);
  const names = allReadModels.map(({ name }) => name);
  const models = allReadModels.filter(({ name }) => chosen === 'all' || name === chosen);
  if (models.length === 0) {
    console.error(`Usage: npm run rebuild -- MODEL, where MODEL is one of ${names.join(', ')}, or all.`);
    return 2;
  }
  await withReadModels(async (parts) => {
    for (const model of models) await rebuild({ ...parts, say: (line) => console.log(line) }, model);
  });
  return 0;
});
