// npm run projections -- status|retry [MODEL]: shows the state of read models and reactors, and retries studios that are parked.
import { liveGeneration, type RowsAndLog } from '@rondo/projections/runner/registry.ts';
import { parkedStudios, retryParked, type ParkedStudio } from '@rondo/projections/runner/parked.ts';
import type { ReadModel } from '@rondo/projections/runner/read-model.ts';
import { allReadModels } from '../app/read-models.ts';
import { runTool, withReactors } from './with-database.ts';

const describe = ({ studioId, position, error }: ParkedStudio): string =>
  `  parked: studio ${studioId} at ${position}: ${error}`;

const status = async ({ db, source }: RowsAndLog, model: ReadModel): Promise<boolean> => {
  const live = await liveGeneration(db, model);
  const head = (await source.head()) ?? 'the beginning';
  if (!live) {
    console.log(`${model.name}: no live generation of version ${model.version}; it is built when the server starts.`);
    return false;
  }
  console.log(`${model.name}: ${live.schema} live at ${live.position ?? 'the beginning'}; the log ends at ${head}.`);
  const parked = await parkedStudios(db, live);
  for (const studio of parked) console.log(describe(studio));
  return parked.length === 0;
};

const retry = async (rowsAndLog: RowsAndLog, model: ReadModel): Promise<boolean> => {
  const { released, stillParked } = await retryParked(rowsAndLog, model);
  for (const { studioId } of released) console.log(`${model.name}: studio ${studioId} resumed.`);
  for (const studio of stillParked) console.log(`${model.name}:\n${describe(studio)}`);
  if (released.length + stillParked.length === 0) console.log(`${model.name}: nothing is parked.`);
  return stillParked.length === 0;
};

await runTool(async () => {
  const [verb, name] = process.argv.slice(2);
  const act = verb === 'status' ? status : verb === 'retry' ? retry : undefined;
  if (!act) {
    console.error('Usage: npm run projections -- status|retry [MODEL]; status without MODEL names them all.');
    return 2;
  }
  const fine: boolean[] = [];
  await withReactors(async ({ reactors, ...rowsAndLog }) => {
    for (const model of [...allReadModels, ...reactors])
      if (name === undefined || model.name === name) fine.push(await act(rowsAndLog, model));
  });
  if (fine.length > 0) return fine.every(Boolean) ? 0 : 1;
  console.error(`There is no read model or reactor ${name}.`);
  return 2;
});
