// Starts the launcher in its own process, so that its tests can kill it and run it as another user:
// node run.ts '{"dataDir":"...","systemDir":"...","installation":{...}}' stay|leave [UID GID]
import * as z from 'zod';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';

const optionsSchema = z.object({
  dataDir: z.string(),
  systemDir: z.string(),
  installation: z.object({ native: z.string(), version: z.string() }),
});

/** What a run is started with. */
export type RunOptions = z.infer<typeof optionsSchema>;

/** What a run prints, a line of JSON each. */
export const newsSchema = z.union([
  z.object({ say: z.string() }),
  z.object({ ready: z.string(), afterMs: z.number() }),
  z.object({ refused: z.string() }),
]);

const tell = (news: z.infer<typeof newsSchema>): void => {
  process.stdout.write(`${JSON.stringify(news)}\n`);
};

const run = async (options: RunOptions): Promise<void> => {
  const began = performance.now();
  try {
    const postgres = await startEmbeddedPostgres({ ...options, say: (line) => tell({ say: line }) });
    process.once('SIGTERM', () => void postgres.stop().then(() => process.exit(0)));
    tell({ ready: postgres.connectionString, afterMs: Math.round(performance.now() - began) });
  } catch (error) {
    tell({ refused: error instanceof Error ? error.message : String(error) });
  }
};

if (import.meta.main) {
  const [, , options = '', mode, uid, gid] = process.argv;
  // Not before everything is loaded: the user may not be allowed to read the folder of these sources, such as one in root's home.
  if (uid !== undefined && gid !== undefined) {
    process.setgroups?.([]);
    process.setgid?.(Number(gid));
    process.setuid?.(Number(uid));
  }
  if (mode === 'stay') setInterval(() => undefined, 60_000); // "leave": nothing but the launcher could keep this process alive
  await run(optionsSchema.parse(JSON.parse(options)));
}
