import { listen } from '@rondo/projections/postgres/listen.ts';
import type pg from 'pg';

export const runsSchema = `
create schema if not exists planner;
create unlogged table if not exists planner.runs (
  run_id text primary key,
  studio_id text not null,
  begun_at timestamptz not null default now()
);
`;

/** An active run in this process. */
type RunControl = {
  /** When aborted, the run ends soon with the best plan so far. */
  readonly stop: AbortSignal;
  readonly end: () => Promise<void>;
};

export type Runs = {
  /** Registers a run so that it can be stopped. */
  begin(studioId: string, runId: string): Promise<RunControl>;
  /** Stops a run, in whichever process solves it. @returns false when there is no such run */
  stop(studioId: string, runId: string): Promise<boolean>;
  close(): Promise<void>;
};

/** Active runs in all processes on one database. A killed process leaves an unused row behind. */
export const openRuns = async (dependencies: { pool: pg.Pool; connectionString: string }): Promise<Runs> => {
  const { pool, connectionString } = dependencies;
  const here = new Map<string, AbortController>();
  const listening = await listen({
    connectionString,
    channel: 'stop_run',
    name: 'rondo runs',
    onNotice: (runId) => here.get(runId)?.abort(),
  });
  return {
    begin: async (studioId, runId) => {
      const controller = new AbortController();
      here.set(runId, controller);
      await pool.query(
        `insert into planner.runs (run_id, studio_id) values ($1, $2)
         on conflict (run_id) do update set begun_at = now()`,
        [runId, studioId],
      );
      return {
        stop: controller.signal,
        end: async () => {
          here.delete(runId);
          await pool.query('delete from planner.runs where run_id = $1', [runId]);
        },
      };
    },
    stop: async (studioId, runId) => {
      const found = await pool.query(
        `select pg_notify('stop_run', run_id) from planner.runs where run_id = $1 and studio_id = $2`,
        [runId, studioId],
      );
      return found.rows.length > 0;
    },
    close: () => listening.stop(),
  };
};
