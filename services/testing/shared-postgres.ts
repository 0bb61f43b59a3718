import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../postgres/embedded/embedded-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A server of this run's own; tests make databases in it. */
    postgres: string;
  }
}

/** One real PostgreSQL for all integration tests of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rondo-test-'));
  // Reachable for the account that the database runs under, where the temporary directory is.
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, say: () => undefined });
  project.provide('postgres', server.connectionString);
  return async () => {
    await server.stop();
    const place = path.join(dataDir, 'postgres');
    await rm(await realpath(place).catch(() => place), { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  };
}
