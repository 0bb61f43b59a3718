import { readConfig } from '../config.ts';
import { runningEmbeddedPostgres, startEmbeddedPostgres } from '../postgres/embedded/embedded-postgres.ts';

/** Runs a tool on the configured database: DATABASE_URL, the embedded server that a running Rondo uses, or that server started for the tool. */
export const withDatabase = async <T>(use: (connectionString: string) => Promise<T>): Promise<T> => {
  const { DATABASE_URL, DATA_DIR } = readConfig(process.env);
  const running = DATABASE_URL ?? (await runningEmbeddedPostgres(DATA_DIR));
  if (running !== undefined) return use(running);
  const server = await startEmbeddedPostgres({ dataDir: DATA_DIR, say: (line) => console.error(line) });
  try {
    return await use(server.connectionString);
  } finally {
    await server.stop();
  }
};

/** Runs a command line's main function: a failure is one sentence on stderr and exit code 1. */
export const runTool = async (main: () => Promise<number>): Promise<void> => {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
};
