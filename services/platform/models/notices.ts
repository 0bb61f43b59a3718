import { randomUUID } from 'node:crypto';
import { listen, type Listening } from '@rondo/projections/postgres/listen.ts';
import type { Notices } from '@rondo/projections/runner/runner.ts';
import type pg from 'pg';
import { z } from 'zod';

/** How often a process checks whether another one listens to its progress. */
const lookForListeners = 2000;

type Progress = { readonly leaseName: string; readonly schema: string; readonly position: string };

const progressList = z.array(z.object({ leaseName: z.string(), schema: z.string(), position: z.string() }));

const listenerName = 'rondo progress';

/**
 * Exchanges read models' positions between processes on the same database, over NOTIFY. Sends nothing while no other process listens;
 * pending messages are sent as one notice.
 */
export const progressNotices = async (dependencies: {
  connectionString: string;
  pool: pg.Pool;
}): Promise<{ notices: Notices; stop: () => Promise<void> }> => {
  const { connectionString, pool } = dependencies;
  const liveChanged = new Set<(model: string) => void>();
  const lost = new Set<() => void>();
  const progressed = new Set<(progress: Progress) => void>();
  const own = randomUUID().slice(0, 8);
  const waiting = new Map<string, Progress>();
  /** The newest position of each model, sent to processes that start listening while the log is quiet. */
  const latest = new Map<string, Progress>();
  let others = '';
  let sending = false;

  const send = async (): Promise<void> => {
    sending = true;
    try {
      while (waiting.size > 0) {
        const news = JSON.stringify([...waiting.values()]);
        waiting.clear();
        await pool.query({ name: 'announce', text: `select pg_notify('read_model_progress', $1)`, values: [news] });
      }
    } catch {
      // A process that waits polls the registry itself.
    } finally {
      sending = false;
    }
  };

  const countListeners = async (): Promise<void> => {
    const found = await pool.query<{ application_name: string }>(
      `select distinct application_name from pg_stat_activity where datname = current_database()
         and application_name like $1 and application_name not like $2 order by application_name`,
      [`${listenerName} %`, `${listenerName} ${own}%`],
    );
    const present = found.rows.map(({ application_name: name }) => name).join(' ');
    if (present !== others && present !== '') {
      for (const progress of latest.values()) waiting.set(progress.leaseName, progress);
      if (!sending) void send();
    }
    others = present;
  };
  const looking = setInterval(() => void countListeners().catch(() => undefined), lookForListeners);

  const hear = (payload: string): void => {
    if (payload === '') return;
    for (const progress of progressList.parse(JSON.parse(payload)))
      for (const callback of progressed) callback(progress);
  };
  const listenings: Listening[] = [
    await listen({
      connectionString,
      channel: 'read_model_live',
      name: 'rondo read models',
      onNotice: (model) => {
        // The process that follows a model announces its new generation. The positions of other models stay true.
        for (const [leaseName] of latest)
          if (model === '' || leaseName.slice(0, leaseName.lastIndexOf('_')) === model) latest.delete(leaseName);
        liveChanged.forEach((callback) => callback(model));
      },
      onLost: () => lost.forEach((callback) => callback()),
    }),
    await listen({
      connectionString,
      channel: 'read_model_progress',
      name: `${listenerName} ${own}`,
      onNotice: hear,
    }),
  ];
  await countListeners();

  return {
    notices: {
      onLiveChanged: (callback) => void liveChanged.add(callback),
      onLost: (callback) => void lost.add(callback),
      onProgress: (callback) => void progressed.add(callback),
      announce: (progress) => {
        latest.set(progress.leaseName, progress);
        if (others === '') return;
        waiting.set(progress.leaseName, progress);
        if (!sending) void send();
      },
    },
    stop: async () => {
      clearInterval(looking);
      await Promise.all(listenings.map((listening) => listening.stop()));
    },
  };
};
