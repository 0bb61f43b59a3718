import { expect, test } from 'vitest';
import { runLeg, type LegOptions } from './leg.ts';
import { failuresOf, summary } from './report.ts';
import { topologies } from './topology.ts';

type ShortLeg = { readonly name: string } & Pick<LegOptions, 'kills' | 'log'>;

// The short form of `npm run chaos`; docs/reliability.md has the results of long runs.
test.each<[string, ShortLeg]>([
  ['12 kills of API processes, projectors and database, stops and cut connections', { name: 'split', kills: 12 }],
  ['6 kills of a process, its database and an EventStoreDB with its log', { name: 'alone', kills: 6, log: 'wire' }],
])(
  '%s lose, double and drift nothing',
  async (_, { name, kills, log }) => {
    const topology = topologies.find((one) => one.name === name);
    if (!topology) throw new Error('There is no such topology.');
    const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
    const leg = await runLeg({ topology, kills, seed, log, studios: 2, clientsPerStudio: 2, say: () => undefined });
    const found = Object.entries(failuresOf(leg)).filter(([, list]) => list.length > 0);
    expect(found, summary([leg], seed)).toEqual([]);
    expect(leg.commands.filter(({ outcome }) => outcome === 'acknowledged').length).toBeGreaterThan(10);
  },
  600_000,
);
