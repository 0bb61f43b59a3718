import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../platform/postgres/embedded/embedded-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** This run's own server; tests create databases in it. */
    postgres: string;
  }
}

/**
 * Enough for the files that run at once (`maxWorkers`), each of which may start several Rondos with all the connections that their pools allow:
 * a test never finds the server out of connections.
 */
const connections = 200 * (availableParallelism() + 2);

/**
 * Commits of this server do not wait for the disk, which would otherwise take most of the tests' time: they test nothing
 * that only a power cut shows. The launcher's own tests do, on their own servers.
 */
const commitWithoutWaiting = async (connectionString: string): Promise<void> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('alter role current_user set synchronous_commit = off');
  await client.end();
};

/** One real PostgreSQL for all integration tests of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rondo-test-'));
  // Accessible to the account that the database runs as, wherever the temporary directory is.
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, say: () => undefined, connections });
  await commitWithoutWaiting(server.connectionString);
  project.provide('postgres', server.connectionString);
  return async () => {
    await server.stop();
    const place = path.join(dataDir, 'postgres');
    await rm(await realpath(place).catch(() => place), { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  };
}
