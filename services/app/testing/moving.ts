import type { EventStore } from '../../platform/log/event-store.ts';
import { readConfig } from '../config/config.ts';
import { moveLogOf, type LogsMoved } from '../moving.ts';

/** Moves the log of a database in this process. */
export const mover =
  (environment: { readonly DATABASE_URL: string } & Readonly<Record<string, string>>) =>
  async (
    to: string,
    watched?: (store: EventStore, side: 'source' | 'target') => EventStore,
  ): Promise<{ readonly result: LogsMoved; readonly said: readonly string[] }> => {
    const said: string[] = [];
    const result = await moveLogOf({
      config: readConfig(environment),
      connectionString: environment.DATABASE_URL,
      to,
      progress: { say: (line) => said.push(line), reached: () => undefined },
      ...(watched ? { watched } : {}),
    });
    return { result, said };
  };
