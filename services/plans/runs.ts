import { listen } from '../postgres/listen.ts';
import type pg from 'pg';

export const runsSchema = `
create schema if not exists planner;
create unlogged table if not exists planner.runs (
  run_id text primary key,
  studio_id text not null,
  begun_at timestamptz not null default now()
);
`;

/** A run under way in this process. */
type RunControl = {
  /** Aborted: end soon with the best plan so far. */
  readonly stop: AbortSignal;
  readonly end: () => Promise<void>;
};

export type Runs = {
  /** Notes a run that somebody may want to stop. */
  begin(studioId: string, runId: string): Promise<RunControl>;
  /** Stops a run, in whichever process it is solved. @returns false when there is none under way */
  stop(studioId: string, runId: string): Promise<boolean>;
  close(): Promise<void>;
};

/** Runs under way in all processes on one database. What a killed process leaves behind is a row that nobody asks for. */
export const openRuns = async (parts: { pool: pg.Pool; connectionString: string }): Promise<Runs> => {
  const { pool, connectionString } = parts;
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
