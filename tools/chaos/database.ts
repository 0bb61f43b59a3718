import path from 'node:path';
import {
  startEmbeddedPostgres,
  runningEmbeddedPostgres,
} from '@rondo/services/platform/postgres/embedded/embedded-postgres.ts';
import { readPostmaster } from '@rondo/services/platform/postgres/embedded/postmaster.ts';
import { placeIn } from '@rondo/services/platform/postgres/embedded/data-dir.ts';
import { targetOf, tcpProxy, throughProxy, type TcpProxy } from '@rondo/services/testing/tcp-proxy.ts';
import type { Topology } from './topology.ts';

/** The database of a topology, as the rig breaks it and looks into it. */
export type ChaosDatabase = {
  /** The setting for Rondo; undefined when it starts its own. */
  readonly override: string | undefined;
  readonly proxy: TcpProxy | undefined;
  /** For the rig itself, bypassing the proxy. */
  direct(): Promise<string>;
  /** Kills the server's first process; whichever process started it restarts it. */
  kill(): Promise<void>;
  stop(): Promise<void>;
};

const killPostmaster = async (dataDir: string): Promise<void> => {
  const postmaster = await readPostmaster(placeIn(dataDir));
  if (postmaster) process.kill(postmaster.pid, 'SIGKILL');
};

/** What four processes with full pools need, and more. */
const connections = 150;

/** Starts the database of a topology, unless Rondo is to start it itself. */
export const chaosDatabase = async ({ database }: Topology, dataDir: string): Promise<ChaosDatabase> => {
  if (database === 'embedded')
    return {
      override: undefined,
      proxy: undefined,
      kill: () => killPostmaster(dataDir),
      stop: async () => undefined,
      direct: async () => {
        const running = await runningEmbeddedPostgres(dataDir);
        if (running === undefined) throw new Error(`No database runs on ${dataDir}.`);
        return running;
      },
    };
  const besideDir = path.join(dataDir, 'beside');
  const server = await startEmbeddedPostgres({
    dataDir: besideDir,
    connections,
    say: () => undefined,
  });
  const proxy = await tcpProxy(targetOf(server.connectionString, 5432));
  return {
    override: throughProxy(server.connectionString, proxy),
    proxy,
    kill: () => killPostmaster(besideDir),
    direct: async () => server.connectionString,
    stop: async () => {
      await proxy.close();
      await server.stop();
    },
  };
};
