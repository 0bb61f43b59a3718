import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';

/** The class of the advisory locks by which a lease holder shows that its connection is alive. */
const lockClass = 0x726f6e64;
const seconds = 6;
const renewEvery = 1500;

export const leasesSchema = `
create table if not exists projections.leases (
  name text primary key,
  holder integer not null,
  until timestamptz not null
);
`;

export type Leases = {
  readonly holds: (name: string) => boolean;
  /** Releases the leases, so that another process takes over at once. */
  stop(): Promise<void>;
};

/**
 * Acquires the leases that no other process holds and keeps trying for the rest. A lease expires six seconds after its holder's last
 * renewal, and at once when the holder's connection is gone. Leases only keep two processes from doing the same work; correctness
 * is guaranteed by the checkpoint.
 *
 * @param onChange called when a lease is won or lost
 */
export const holdLeases = (
  db: Kysely<unknown>,
  names: readonly string[],
  onChange: (name: string, isOwn: boolean) => void,
): Leases => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const holder = randomInt(1, 2 ** 31);
  const own = new Set<string>();

  const hold = (now: ReadonlySet<string>): void => {
    for (const name of names) {
      if (now.has(name) === own.has(name)) continue;
      if (now.has(name)) own.add(name);
      else own.delete(name);
      onChange(name, own.has(name));
    }
  };

  const renew = async (connection: Kysely<unknown>): Promise<void> => {
    const found = await sql<{ name: string }>`
      insert into projections.leases as lease (name, holder, until)
      select name, ${holder}, now() + make_interval(secs => ${seconds}) from unnest(${names}::text[]) as name
      on conflict (name) do update set holder = excluded.holder, until = excluded.until
       where lease.holder = excluded.holder or lease.until < now()
          or not exists (select from pg_locks where locktype = 'advisory' and granted and classid = ${lockClass}
                            and objid = lease.holder::oid
                            and database = (select oid from pg_database where datname = current_database()))
      returning name`.execute(connection);
    hold(new Set(found.rows.map(({ name }) => name)));
  };

  const holdOn = (connection: Kysely<unknown>): Promise<void> =>
    (async () => {
      await sql`select pg_advisory_lock(${lockClass}, ${holder})`.execute(connection);
      while (!signal.aborted) {
        await renew(connection);
        await delay(renewEvery, undefined, { signal }).catch(() => undefined);
      }
      await sql`delete from projections.leases where holder = ${holder}`.execute(connection);
      await sql`select pg_advisory_unlock(${lockClass}, ${holder})`.execute(connection);
    })();

  const keepHolding = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await db.connection().execute(holdOn);
      } catch {
        // The connection is gone, and the leases with it; the runner reports the work that fails in the meantime.
        hold(new Set());
        await delay(500, undefined, { signal }).catch(() => undefined);
      }
    }
  };
  const running = keepHolding();

  return {
    holds: (name) => own.has(name),
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
};
