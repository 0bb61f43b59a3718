import { setTimeout as delay } from 'node:timers/promises';
import { pick, type Random } from '@rondo/services/optimizer/search/random.ts';
import type { ChaosDatabase } from './database.ts';
import type { LogServer } from './log-server.ts';
import { oneOf } from './plays/play.ts';
import { type RondoProcess } from './processes.ts';

/** Breaks something, keeps it broken for a while, and restores it; killed processes are restarted elsewhere. */
export type Fault = {
  readonly name: string;
  readonly weight: number;
  /** @returns how many were killed with -9 */
  readonly strike: (random: Random) => Promise<number>;
};

const kill = async (victims: readonly RondoProcess[]): Promise<number> => {
  const alive = victims.filter((victim) => victim.isRunning());
  for (const victim of alive) victim.signal('SIGKILL');
  await Promise.all(alive.map((victim) => victim.ended()));
  return alive.length;
};

/** From a moment to long enough that a projector's lease expires and another takes over. */
const aWhile = (random: Random): number => (random() < 0.12 ? 11_000 : 300 + random() * 2000);

const stopAndContinue = async (victim: RondoProcess, milliseconds: number): Promise<void> => {
  victim.signal('SIGSTOP');
  await delay(milliseconds);
  victim.signal('SIGCONT');
};

/** What can go wrong with the server of the log, as far as the rig can do it. */
const logFaults = ({ kill, start, pause, resume }: LogServer): Fault[] => {
  const faults: Fault[] = [];
  if (kill && start)
    faults.push({
      name: 'kill the log',
      weight: 4,
      strike: async (random) => {
        await kill();
        await delay(random() < 0.3 ? 0 : aWhile(random));
        await start();
        return 1;
      },
    });
  if (pause && resume)
    faults.push({
      name: 'stop and continue the log',
      weight: 2,
      strike: async (random) => {
        await pause();
        await delay(aWhile(random));
        await resume();
        return 0;
      },
    });
  return faults;
};

/** What can go wrong with these processes, this database and this log. */
export const faultsOf = (
  processes: readonly RondoProcess[],
  database: ChaosDatabase,
  log: LogServer | undefined,
): Fault[] => {
  const { proxy } = database;
  const some = (random: Random): RondoProcess[] => {
    const one = oneOf(random, processes);
    return one ? [one] : [];
  };
  const faults: Fault[] = [
    { name: 'kill a process', weight: 6, strike: (random) => kill(some(random)) },
    {
      name: 'kill a process that was stopped',
      weight: 1,
      strike: async (random) => {
        const victims = some(random);
        for (const victim of victims) victim.signal('SIGSTOP');
        await delay(100 + random() * 500);
        return kill(victims);
      },
    },
    {
      name: 'stop and continue a process',
      weight: 2,
      strike: async (random) => {
        for (const victim of some(random)) await stopAndContinue(victim, aWhile(random));
        return 0;
      },
    },
  ];
  if (log) faults.push(...logFaults(log));
  if (processes.length > 1) faults.push({ name: 'kill every process', weight: 2, strike: () => kill(processes) });
  faults.push({ name: 'kill the database', weight: 2, strike: () => database.kill().then(() => 1) });
  faults.push({
    name: 'kill everything',
    weight: 1.5,
    strike: async () => {
      const [killed] = await Promise.all([kill(processes), database.kill()]);
      return killed + 1;
    },
  });
  if (proxy) {
    faults.push({
      name: 'cut the connections to the database',
      weight: 2,
      strike: async (random) => {
        for (let times = 1 + pick(random, 3); times > 0; times -= 1) {
          proxy.cut();
          await delay(random() * 200);
        }
        return 0;
      },
    });
    faults.push({
      name: 'refuse connections to the database',
      weight: 2,
      strike: async (random) => {
        await proxy.refuse();
        await delay(200 + random() * 2000);
        await proxy.open();
        return 0;
      },
    });
    faults.push({
      name: 'silence the database',
      weight: 2,
      strike: async (random) => {
        proxy.hush();
        await delay(200 + random() * 3000);
        await proxy.open();
        if (random() < 0.5) proxy.cut();
        return 0;
      },
    });
  }
  return faults;
};

/** One of the faults, by weight. */
export const nextFault = (faults: readonly Fault[], random: Random): Fault | undefined => {
  let left = random() * faults.reduce((sum, { weight }) => sum + weight, 0);
  return faults.find(({ weight }) => (left -= weight) < 0);
};
