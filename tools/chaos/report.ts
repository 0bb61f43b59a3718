import type { LegReport } from './leg.ts';
import type { Outcome } from './ledger.ts';

/** Every measure that must be zero, with what was found. */
export const failuresOf = ({
  log,
  models,
  billing,
  billedAgain,
  tally,
  crashed,
  orderlyStop,
}: LegReport): Record<string, readonly string[]> => ({
  lost: log.lost,
  doubled: log.doubled,
  'rejected, but in the log': log.kept,
  'gaps in the log or a stream': log.holes,
  'read models that differ from a rebuild': models.drifted,
  'billed or refunded twice': billing.doubled,
  'payments and credit': billing.accounts,
  'invoice numbers given twice': billing.numbers,
  'mails lost or ended twice': billing.mails,
  'billed again by a second run': billedAgain,
  'stuck for 30 s while nothing was broken': tally.stuck,
  'internal errors (5xx other than 503)': tally.faults.map(({ what, text }) => `${what}: ${text}`),
  'crashed on its own': crashed,
  'no graceful shutdown': orderlyStop ? [] : ['a process did not stop with code 0'],
});

/** True when all of them are zero. */
export const isSound = (leg: LegReport): boolean => Object.values(failuresOf(leg)).every((list) => list.length === 0);

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

const rowsOf = (leg: LegReport): [string, string][] => {
  const { commands, strikes, kills, tally, log, models, billing } = leg;
  const count = (outcome: Outcome) => commands.filter((command) => command.outcome === outcome).length;
  const again = commands.filter(({ attempts }) => attempts > 1);
  return [
    ['kills (SIGKILL)', String(kills)],
    ...[...strikes].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, n]): [string, string] => [name, String(n)]),
    ['commands', String(commands.length)],
    ['acknowledged', String(count('acknowledged'))],
    ['rejected', String(count('rejected'))],
    ['outcome never learned', String(count('unknown'))],
    ['sent more than once', String(again.length)],
    ['events in the log', String(log.events)],
    ['rows of read models compared', `${models.rows} in ${models.tables} tables`],
    ['invoices', String(billing.invoices)],
    ['longest wait for an outcome while nothing was broken', seconds(tally.longest)],
    ['slowest return to ready', seconds(leg.slowestReturn)],
    ['length of the run', seconds(leg.seconds * 1000)],
    ...Object.entries(failuresOf(leg)).map(([name, list]): [string, string] => [`**${name}**`, `**${list.length}**`]),
  ];
};

/** The summary as Markdown: one column per topology. */
export const summary = (legs: readonly LegReport[], seed: number): string => {
  const columns = legs.map((leg) => new Map(rowsOf(leg)));
  const names = [...new Set(columns.flatMap((column) => [...column.keys()]))];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    `Seed ${seed}, ${legs.reduce((sum, { kills }) => sum + kills, 0)} kills, Node ${process.versions.node} on ${process.platform}.`,
    '',
    line(['', ...legs.map(({ topology }) => topology.title)]),
    line(['---', ...legs.map(() => '---:')]),
    // Measures in the order of the longest column; faults that do not apply to a topology are left empty.
    ...names
      .toSorted((a, b) => Number(a.startsWith('**')) - Number(b.startsWith('**')))
      .map((name) => line([name, ...columns.map((column) => column.get(name) ?? '')])),
  ].join('\n');
};
