import { mkdtemp, chmod, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '../config.ts';
import { startEmbeddedPostgres } from '../postgres/embedded/embedded-postgres.ts';
import { startRondo } from '../rondo.ts';
import { Visitor } from '../testing/visitor.ts';

export type BenchRondo = {
  readonly url: string;
  readonly connectionString: string;
  readonly visitor: Visitor;
  readonly newVisitor: () => Promise<Visitor>;
  readonly stop: () => Promise<void>;
};

/** The product in this process on an embedded PostgreSQL of its own, with the disk's real commits. */
export const startBenchRondo = async (): Promise<BenchRondo> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rondo-bench-'));
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, say: () => undefined });
  const rondo = await startRondo(
    readConfig({
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.connectionString,
    }),
  );
  const url = `http://127.0.0.1:${rondo.port}`;
  let visitors = 0;
  const newVisitor = (): Promise<Visitor> => {
    visitors += 1;
    return new Visitor(url).register(`bench${visitors}@example.com`);
  };
  return {
    url,
    connectionString: postgres.connectionString,
    visitor: await newVisitor(),
    newVisitor,
    stop: async () => {
      await rondo.stop();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
