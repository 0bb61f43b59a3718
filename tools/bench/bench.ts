// npm run bench [-- NAME ... --json --events N --log URL|wire --studios N --seconds N]: measures what docs/benchmarks.md reports, all of it or the parts named, on databases of its own.
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { benchBilling } from './billing.ts';
import { benchPayments } from './payments.ts';
import { benchBulk } from './bulk.ts';
import { benchChanges } from './changes.ts';
import { startBenchRondo, type BenchRondo } from './bench-rondo.ts';
import { benchFamilies } from './families.ts';
import { benchFeeds } from './feeds.ts';
import { benchFits } from './fits.ts';
import { benchGenerate } from './generate.ts';
import { benchLessons } from './lessons.ts';
import { benchLog } from './log.ts';
import { benchEventStoreDb } from './eventstoredb.ts';
import { benchLoad } from './load/load.ts';
import { benchMaps } from './maps.ts';
import { asTable, type Row } from './measure.ts';
import { benchMove } from './move.ts';
import { benchNeighbours } from './neighbours/neighbours.ts';
import { benchPast } from './past.ts';
import { benchProjections } from './projections.ts';
import { benchRebuild } from './rebuild.ts';
import { benchRestore } from './restore.ts';
import { benchRoundTrip } from './round-trip.ts';
import { benchHistory } from './history.ts';
import { benchSearch } from './search.ts';
import { benchSync } from './sync.ts';
import { benchSyncBlocks } from './sync-blocks.ts';
import { benchUndo } from './undo.ts';
import { benchVcards } from './vcards.ts';

const onRondo =
  (bench: (rondo: BenchRondo) => Promise<Row[]>, environment: Record<string, string> = {}) =>
  async (): Promise<Row[]> => {
    const rondo = await startBenchRondo(environment);
    try {
      return await bench(rondo);
    } finally {
      await rondo.stop();
    }
  };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    /** The EventStoreDB for the part `log`, or `wire` for the wire-level test server; PostgreSQL when absent. */
    log: { type: 'string' },
    /** Of the log that is rebuilt from, a million by default, or moved, a tenth of that. */
    events: { type: 'string' },
    /** Of the part `load`: how many studios work at a time, and for how long. */
    studios: { type: 'string' },
    seconds: { type: 'string' },
  },
});

const parts: Readonly<Record<string, () => Promise<Row[]>>> = {
  'round-trip': onRondo(benchRoundTrip),
  lessons: onRondo(benchLessons),
  billing: onRondo(benchBilling),
  payments: onRondo(benchPayments),
  families: onRondo(benchFamilies),
  feeds: onRondo(benchFeeds),
  past: benchPast,
  changes: onRondo(benchChanges),
  fits: onRondo(benchFits),
  generate: onRondo(benchGenerate),
  maps: benchMaps,
  undo: onRondo(benchUndo),
  bulk: onRondo(benchBulk),
  vcards: onRondo(benchVcards),
  sync: async () => [
    ...(await benchSync()),
    // Calendars of this machine are read in tests only.
    ...(await onRondo(benchSyncBlocks, { NODE_ENV: 'test', FEEDS_ALLOW_PRIVATE: 'true' })()),
  ],
  search: onRondo(benchSearch),
  history: onRondo(benchHistory),
  restore: onRondo(benchRestore),
  neighbours: benchNeighbours,
  load: () => benchLoad(Number(values.studios ?? 100), Number(values.seconds ?? 60)),
  log: () => (values.log === undefined ? benchLog() : benchEventStoreDb(values.log)),
  move: () => benchMove(Number(values.events ?? 100_000)),
  projections: benchProjections,
  rebuild: () => benchRebuild(Number(values.events ?? 1_000_000)),
};

const names = positionals.length === 0 ? Object.keys(parts) : positionals;
const unknown = names.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. The parts are ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}
const rows: Row[] = [];
for (const name of names) rows.push(...((await parts[name]?.()) ?? []));
const [cpu] = cpus();
const machine = `${cpus().length} x ${cpu?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
const date = new Date().toISOString().slice(0, 10);
if (values.json) console.log(JSON.stringify({ machine, date, rows }, null, 2));
else console.log(`${asTable(rows)}\n\nMeasured on ${date}: ${machine}.`);
