// npm run move-log -- --to esdb://...|postgres: moves the event log of this database to an EventStoreDB, or back. If interrupted, run it again.
// npm run move-log -- --drop postgres: deletes the log in PostgreSQL after it was moved away.
import { parseArgs } from 'node:util';
import { readConfig } from '../app/config/config.ts';
import { dropLogInPostgres, moveLogOf, type LogsMoved } from '../app/moving.ts';
import { withId } from '../platform/log/known-logs.ts';
import { progressLines } from './progress-lines.ts';
import { runTool, withDatabase } from './with-database.ts';

const usage =
  'Usage: npm run move-log -- --to ADDRESS, where ADDRESS begins with esdb:// or esdb+discover://, or is postgres; or --drop postgres.';

const nextSteps = ({ from, into }: LogsMoved): string[] => [
  into.engine === 'postgres'
    ? 'This database now belongs to the log in PostgreSQL: remove EVENTSTORE_URL from the settings, and start Rondo.'
    : `This database now belongs to ${withId(into.name, into.logId)}: set EVENTSTORE_URL to its address, and start Rondo.`,
  from.engine === 'postgres'
    ? 'The old log is left as it is and is no longer used. What is erased from now on is still in it; to delete it, run npm run move-log -- --drop postgres.'
    : `The old log, ${withId(from.name, from.logId)}, is left as it is and is no longer used. What is erased from now on is still in it; to delete it, stop that server and delete its data.`,
];

await runTool(async () => {
  const { to, drop } = parseArgs({ options: { to: { type: 'string' }, drop: { type: 'string' } } }).values;
  if ((to === undefined) === (drop === undefined) || (drop !== undefined && drop !== 'postgres')) {
    console.error(usage);
    return 2;
  }
  const lines = progressLines({
    isTerminal: process.stdout.isTTY,
    write: (text) => process.stdout.write(text),
    now: () => performance.now(),
  });
  await withDatabase(async (connectionString) => {
    if (to === undefined) {
      await dropLogInPostgres(connectionString);
      lines.say('The log in PostgreSQL is deleted.');
      return;
    }
    const config = readConfig(process.env);
    const started = performance.now();
    try {
      const moved = await moveLogOf({ config, connectionString, to, progress: lines });
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      lines.say(`${moved.events} events in ${moved.streams} streams are moved and verified after ${seconds} s.`);
      if (moved.leftOut.length > 0)
        lines.say(
          `Not compared, because a read model has parked them: the rows of studios ${moved.leftOut.join(', ')}.`,
        );
      nextSteps(moved).forEach(lines.say);
    } finally {
      lines.end();
    }
  });
  return 0;
});
