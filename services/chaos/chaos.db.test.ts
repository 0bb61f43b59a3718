import { expect, test } from 'vitest';
import { runLeg } from './leg.ts';
import { failuresOf, summary } from './report.ts';
import { topologies } from './topology.ts';

// The short form of `npm run chaos`; docs/reliability.md has the results of long runs.
test('12 kills of API processes, projectors and database, stops and cut connections lose, double and drift nothing', async () => {
  const topology = topologies.find(({ name }) => name === 'split');
  if (!topology) throw new Error('There is no such topology.');
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
  const leg = await runLeg({ topology, kills: 12, seed, studios: 2, clientsPerStudio: 2, say: () => undefined });
  const found = Object.entries(failuresOf(leg)).filter(([, list]) => list.length > 0);
  expect(found, summary([leg], seed)).toEqual([]);
  expect(leg.commands.filter(({ outcome }) => outcome === 'acknowledged').length).toBeGreaterThan(10);
}, 600_000);
