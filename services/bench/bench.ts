// npm run bench [-- --json]: measures what docs/benchmarks.md reports, on a database of its own.
import { cpus, totalmem } from 'node:os';
import { startBenchRondo } from './bench-rondo.ts';
import { benchGenerate } from './generate.ts';
import { benchLessons } from './lessons.ts';
import { asTable } from './measure.ts';
import { benchRoundTrip } from './round-trip.ts';

const rondo = await startBenchRondo();
try {
  const rows = [...(await benchRoundTrip(rondo)), ...(await benchLessons(rondo)), ...(await benchGenerate(rondo))];
  const [cpu] = cpus();
  const machine = `${cpus().length} x ${cpu?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
  const date = new Date().toISOString().slice(0, 10);
  if (process.argv.includes('--json')) console.log(JSON.stringify({ machine, date, rows }, null, 2));
  else console.log(`${asTable(rows)}\n\nMeasured on ${date}: ${machine}.`);
} finally {
  await rondo.stop();
}
