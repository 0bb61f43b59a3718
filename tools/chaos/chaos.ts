// npm run chaos -- --kills N --seed S [--topology alone,beside,split] [--keep] [--log URL|wire]: breaks running Rondo processes in every known way while clients work,
// then compares the answers with the log and the read models. Prints the summary as Markdown; exit 1 when anything is lost, doubled or different.
import { parseArgs } from 'node:util';
import { runTool } from '@rondo/services/cli/with-database.ts';
import { runLeg, type LegReport } from './leg.ts';
import { operatedServer } from './log-server.ts';
import { failuresOf, isSound, summary } from './report.ts';
import { topologies } from './topology.ts';

await runTool(async () => {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '60' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      topology: { type: 'string', default: topologies.map(({ name }) => name).join(',') },
      keep: { type: 'boolean', default: false },
      /** An EventStoreDB that holds the log, or `wire` for the wire-level test server; in the database when absent. */
      log: { type: 'string' },
      'log-kill': { type: 'string' },
      'log-start': { type: 'string' },
      'log-stop': { type: 'string' },
      'log-continue': { type: 'string' },
    },
  });
  const kills = Number(values.kills);
  const seed = Number(values.seed);
  const names = values.topology.split(',');
  const chosen = topologies.filter(({ name }) => names.includes(name));
  if (!Number.isInteger(kills) || kills < 1 || !Number.isInteger(seed) || chosen.length === 0) {
    console.error(
      `Usage: npm run chaos -- --kills N --seed S --topology ${topologies.map(({ name }) => name).join(',')}`,
    );
    return 2;
  }
  const log =
    values.log === undefined || values.log === 'wire'
      ? values.log
      : operatedServer(values.log, {
          kill: values['log-kill'],
          start: values['log-start'],
          pause: values['log-stop'],
          resume: values['log-continue'],
        });
  console.error(`seed ${seed}`);
  const legs: LegReport[] = [];
  for (const [i, topology] of chosen.entries()) {
    const share = Math.floor(kills / chosen.length) + (i < kills % chosen.length ? 1 : 0);
    const leg = await runLeg({
      topology,
      kills: share,
      seed: seed + i,
      studios: 3,
      clientsPerStudio: 3,
      log,
      keep: values.keep,
      say: (line) => console.error(line),
    });
    legs.push(leg);
    for (const [name, list] of Object.entries(failuresOf(leg)))
      for (const found of list.slice(0, 10)) console.error(`${topology.name}: ${name}: ${found}`);
  }
  console.log(summary(legs, seed));
  return legs.every(isSound) ? 0 : 1;
});
