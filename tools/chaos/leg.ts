import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { defaultAppendBytes } from '@rondo/services/platform/log/event-store.ts';
import { openEventStore } from '@rondo/services/app/own-log.ts';
import { seededRandom, type Random } from '@rondo/services/optimizer/search/random.ts';
import { allReadModels } from '@rondo/services/app/read-models.ts';
import { Visitor } from '@rondo/services/testing/visitor.ts';
import { billAgain, checkBilling, type BillingFindings } from './check-billing.ts';
import { checkLog, readWholeLog, type LogFindings } from './check-log.ts';
import { checkModels, untilCaughtUp, untilFinished, type ModelFindings } from './check-models.ts';
import { work, type Stage, type Studio, type Tally } from './client.ts';
import { chaosDatabase, type ChaosDatabase } from './database.ts';
import { faultsOf, nextFault } from './faults.ts';
import { healthyClock, type HealthyClock } from './health.ts';
import { wireLevelServer, type LogServer } from './log-server.ts';
import { freePort } from '@rondo/services/platform/postgres/embedded/server.ts';
import { openLedger, readLedger, type LedgerCommand } from './ledger.ts';
import { emptyView } from './plays/play.ts';
import { bringBack, rondoProcess, type RondoProcess } from './processes.ts';
import type { Topology } from './topology.ts';

export type LegOptions = {
  readonly topology: Topology;
  readonly kills: number;
  readonly seed: number;
  readonly studios: number;
  readonly clientsPerStudio: number;
  /** Where the log is, if not in the database: at a server that somebody operates, or at a wire-level one that the leg starts. */
  readonly log?: LogServer | 'wire' | undefined;
  /** Keep ledger, logs and database when the leg ends. */
  readonly keep?: boolean;
  readonly say: (line: string) => void;
};

/** The course and result of one topology's run. */
export type LegReport = {
  readonly topology: Topology;
  readonly seconds: number;
  readonly kills: number;
  /** How often each fault struck. */
  readonly strikes: ReadonlyMap<string, number>;
  readonly slowestReturn: number;
  readonly commands: readonly LedgerCommand[];
  readonly log: LogFindings;
  readonly models: ModelFindings;
  readonly billing: BillingFindings;
  /** Studios in which invoicing everything a second time billed something. */
  readonly billedAgain: readonly string[];
  readonly tally: Tally;
  /** Processes that crashed after they had been ready. */
  readonly crashed: readonly string[];
  readonly orderlyStop: boolean;
  /** Where ledger and logs are, when kept. */
  readonly dir: string;
};

/** Healthy time allowed until everything is ready again after a fault, process starts included. */
const returnWithin = 60_000;

const currentUser = z.object({ id: z.string() });

const openStudio = async (url: string, email: string): Promise<Studio> => {
  const visitor = await new Visitor(url).register(email);
  const { id: studioId } = currentUser.parse((await visitor.get('/api/user')).json);
  // Invoices are sent in somebody's name.
  await visitor.patch('/api/settings', { studioName: 'Chaos Strings' });
  return { studioId, cookie: visitor.cookies['Cookie'] ?? '', view: emptyView() };
};

type Struck = { kills: number; slowestReturn: number; readonly strikes: Map<string, number> };

/** Breaks one thing after another until enough was killed. */
const strikeOn = async (
  { kills, say }: LegOptions,
  processes: readonly RondoProcess[],
  { database, log }: { readonly database: ChaosDatabase; readonly log: LogServer | undefined },
  health: HealthyClock,
  tally: Tally,
  random: Random,
): Promise<Struck> => {
  const faults = faultsOf(processes, database, log);
  const struck: Struck = { kills: 0, slowestReturn: 0, strikes: new Map() };
  while (struck.kills < kills && tally.stuck.length === 0) {
    const fault = nextFault(faults, random);
    if (!fault) break;
    health.stop();
    struck.kills += await fault.strike(random);
    struck.strikes.set(fault.name, (struck.strikes.get(fault.name) ?? 0) + 1);
    // Sometimes the next fault hits processes that are still starting.
    if (random() < 0.2) for (const one of processes) one.start();
    else {
      const took = await bringBack(processes, returnWithin);
      if (took === undefined) tally.stuck.push(`not ready ${returnWithin / 1000} s after: ${fault.name}`);
      else struck.slowestReturn = Math.max(struck.slowestReturn, took);
      health.start();
    }
    say(`${String(struck.kills).padStart(4)} kills, then ${fault.name}`);
    await delay(random() * 800);
  }
  health.stop();
  return struck;
};

const stopInOrder = async (processes: readonly RondoProcess[]): Promise<boolean> => {
  const codes = await Promise.all(
    processes.map(async (one) => {
      one.signal('SIGTERM');
      return Promise.race([one.ended(), delay(20_000, 'still running', { ref: false })]);
    }),
  );
  return codes.every((code) => code === 0);
};

/** Commands that a leg must get acknowledged before it ends: on a slow machine the faults can be over before there is enough to check. */
const leastAcknowledged = 20;

const untilAcknowledged = async (ledgerFile: string): Promise<boolean> => {
  const acknowledged = (): number => readLedger(ledgerFile).filter(({ outcome }) => outcome === 'acknowledged').length;
  const deadline = performance.now() + 2 * returnWithin;
  while (acknowledged() < leastAcknowledged && performance.now() < deadline) await delay(250);
  return acknowledged() >= leastAcknowledged;
};

/** Runs one topology with faults, lets it recover, and compares the answers to clients with its data. */
export const runLeg = async (options: LegOptions): Promise<LegReport> => {
  const { topology, seed, say } = options;
  const began = performance.now();
  const dir = await mkdtemp(path.join(tmpdir(), 'rondo-chaos-'));
  // The database's own account must be able to enter.
  await chmod(dir, 0o755);
  const dataDir = path.join(dir, 'data');
  await mkdir(dataDir);
  const database = await chaosDatabase(topology, dataDir);
  const server = options.log === 'wire' ? await wireLevelServer(dir, await freePort()) : options.log;
  const onServer = server ? { EVENTSTORE_URL: server.url } : {};
  const environment = {
    ...onServer,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    SESSION_SECRET: 'the same for every process',
    // All clients are at one place.
    PLANS_PER_PLACE: '100',
    // Each studio sends as much as it can.
    MAILS_PER_15_MINUTES: '1000000',
    MAILS_PER_DAY: '1000000',
    MAILS_PER_DAY_OF_NEW_STUDIOS: '1000000',
    ...(database.override === undefined ? {} : { DATABASE_URL: database.override }),
  };
  const processes = await Promise.all(
    topology.processes.map((role) => rondoProcess(role, environment, path.join(dir, `${role.name}.log`))),
  );
  try {
    say(`${topology.title}: ${dir}`);
    if ((await bringBack(processes, 120_000)) === undefined) throw new Error(`Rondo did not get ready; see ${dir}.`);
    const api = processes.find((one) => one.api);
    if (!api) throw new Error('No process of this topology answers the API.');
    const studios = await Promise.all(
      Array.from({ length: options.studios }, (_, i) => openStudio(api.url, `chaos-${seed}-${i}@example.com`)),
    );

    const health = healthyClock();
    const tally: Tally = { faults: [], longest: 0, stuck: [], readsFailed: 0 };
    const ledgerFile = path.join(dir, 'ledger.jsonl');
    const ledger = openLedger(ledgerFile);
    const stopping = new AbortController();
    const stage: Stage = { processes, ledger, health, tally, stopping: stopping.signal };
    health.start();
    const clients = studios.flatMap((studio, s) =>
      Array.from({ length: options.clientsPerStudio }, (_, c) =>
        work(stage, studio, seededRandom(seed * 1000 + s * 100 + c), `${topology.name}-${s}-${c}`),
      ),
    );
    const struck = await strikeOn(options, processes, { database, log: server }, health, tally, seededRandom(seed));
    const back = await bringBack(processes, returnWithin);
    if (back === undefined) tally.stuck.push('not ready at the end');
    health.start();
    if (!(await untilAcknowledged(ledgerFile))) tally.stuck.push('too few commands were acknowledged');
    stopping.abort();
    await Promise.all(clients);
    ledger.close();
    const direct = await database.direct();
    // The model of restores has to know all of them before they are waited for.
    await untilCaughtUp(processes, 30_000);
    if (!(await untilFinished(direct, { model: 'restores', table: 'running' }, 90_000)))
      tally.stuck.push('a restore did not end');
    if (!(await untilFinished(direct, { model: 'mails', table: 'queued' }, 90_000)))
      tally.stuck.push('a mail was not delivered');
    await untilCaughtUp(processes, 30_000);
    const billedAgain = (await Promise.all(studios.map((studio) => billAgain(api.url, studio)))).flat();
    if (!(await untilCaughtUp(processes, 30_000))) tally.stuck.push('a read model did not reach the end of the log');

    const store = await openEventStore({ ...onServer, EVENTSTORE_MAX_APPEND_SIZE: defaultAppendBytes }, direct);
    const commands = readLedger(ledgerFile);
    const events = await readWholeLog(store);
    const log = checkLog(commands, events, (a, b) => store.compare(a, b));
    // An operated server may have the studios of earlier runs.
    const ours = new Set(studios.map(({ studioId }) => studioId));
    const own = events.filter(({ metadata }) => ours.has(metadata.studioId));
    const billing = checkBilling(own, (name) => existsSync(path.join(dataDir, 'mail', name)));
    await store.close();
    const models = await checkModels(
      direct,
      allReadModels.map(({ name }) => name),
      { ...onServer, DATA_DIR: dataDir, DATABASE_URL: direct },
    );
    const crashed = processes
      .filter((one) => one.crashes() > 0)
      .map(({ role }) => `${role.name}; see its log in ${dir}`);
    const orderlyStop = await stopInOrder(processes);
    const seconds = (performance.now() - began) / 1000;
    return {
      topology,
      seconds,
      ...struck,
      commands,
      log,
      models,
      billing,
      billedAgain,
      tally,
      crashed,
      orderlyStop,
      dir,
    };
  } finally {
    for (const one of processes) one.signal('SIGKILL');
    if (topology.database === 'embedded') await database.kill();
    await database.stop();
    if (options.log === 'wire') await server?.close();
    if (options.keep !== true) await rm(dir, { recursive: true, force: true });
  }
};
