import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

export type Listening = { stop(): Promise<void> };

/**
 * Listens to a channel on its own connection and reconnects when that breaks. `onNotice` is also called after
 * each new connection, since notices may have been missed in between; `onLost` as soon as a connection has ended.
 */
export const listen = async (options: {
  connectionString: string;
  channel: string;
  name: string;
  onNotice: (payload: string) => void;
  onLost?: () => void;
}): Promise<Listening> => {
  const { connectionString, channel, name, onNotice, onLost } = options;
  const stopping = new AbortController();
  let current: pg.Client | undefined;

  const connect = async (): Promise<void> => {
    const client = new pg.Client({
      connectionString,
      application_name: `${name} listener`,
      keepAlive: true,
      connectionTimeoutMillis: 5000,
    });
    let listens = false;
    client.on('notification', ({ payload }) => onNotice(payload ?? ''));
    client.on('error', () => undefined);
    // A connection that failed to open also ends; its opener retries, so this handler must not.
    client.once('end', () => {
      if (!listens || stopping.signal.aborted) return;
      onLost?.();
      void reconnect();
    });
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    listens = true;
    current = client;
    if (stopping.signal.aborted) await client.end();
  };

  const reconnect = async (): Promise<void> => {
    for (let wait = 100; !stopping.signal.aborted; wait = Math.min(wait * 2, 5000)) {
      try {
        await delay(wait * (0.5 + Math.random() / 2), undefined, { signal: stopping.signal });
        await connect();
        onNotice('');
        return;
      } catch {
        // Not available yet: the next attempt tries again.
      }
    }
  };

  await connect();
  return {
    stop: async () => {
      stopping.abort();
      await current?.end();
    },
  };
};
