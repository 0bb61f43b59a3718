import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@rondo/services/platform/postgres/embedded/embedded-postgres.ts';

export type BenchDatabase = {
  readonly connectionString: string;
  readonly dataDir: string;
  readonly stop: () => Promise<void>;
};

/** Its own empty embedded PostgreSQL, with real commits to disk. */
export const benchDatabase = async (): Promise<BenchDatabase> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rondo-bench-'));
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, say: () => undefined });
  return {
    connectionString: postgres.connectionString,
    dataDir,
    stop: async () => {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
