// Moves the log of DATABASE_URL to the address given, and prints how long it took, its processor time and the most memory it had, as JSON.
import { readConfig } from '@rondo/services/app/config/config.ts';
import { moveLogOf } from '@rondo/services/app/moving.ts';

const [to = ''] = process.argv.slice(2);
const config = readConfig(process.env);
const started = performance.now();
const { events } = await moveLogOf({
  config,
  connectionString: config.DATABASE_URL ?? '',
  to,
  progress: {
    say: (line) => console.error(`${((performance.now() - started) / 1000).toFixed(1)} s: ${line}`),
    reached: () => undefined,
  },
});
const seconds = (performance.now() - started) / 1000;
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
const cpu = (userCPUTime + systemCPUTime) / 1e6;
console.log(JSON.stringify({ seconds, cpu, events, mebibytes: maxRSS / 1024 }));
