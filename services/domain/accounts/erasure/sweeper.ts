import { randomUUID } from 'node:crypto';
import { dropRetired } from '@rondo/projections/runner/registry.ts';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { tracesIn } from '../../../platform/http/traces.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { eraseLeft } from './arrivals.ts';
import { endGuest, eraseStudio } from './erasure-reactor.ts';

declare module '../../../platform/kit/services.ts' {
  interface Services {
    /** Removes what has expired, each of its own room. */
    readonly forgetOld: readonly (() => Promise<unknown>)[];
  }
}

const every = 15 * 60 * 1000;

/** Guests whose sessions ended without a logout. */
const abandonedGuests = async ({ db }: Pick<Services, 'db'>): Promise<string[]> => {
  const guests = await sql<{ id: string }>`
    select id from accounts.users u where is_guest and created_at < now() - interval '10 minutes'
      and not exists (select from accounts.sessions s where s.expire > now() and s.sess->'actor'->>'userId' = u.id)`.execute(
    db,
  );
  return guests.rows.map(({ id }) => id);
};

/** Erased studios with remaining data, such as a stream started during the erasure. */
const partlyErased = async ({ db }: Pick<Services, 'db'>): Promise<string[]> => {
  const left = await db
    .selectFrom('accounts.streams')
    .innerJoin('accounts.erased_studios', 'accounts.erased_studios.studio_id', 'accounts.streams.studio_id')
    .select('accounts.streams.studio_id')
    .distinct()
    .execute();
  return left.map(({ studio_id }) => studio_id);
};

/** Removes expired sessions, reset links, and places from which nobody has signed in for long. */
export const removeExpired = async ({ db }: Pick<Services, 'db'>): Promise<void> => {
  await sql`delete from accounts.sessions where expire < now()`.execute(db);
  await sql`delete from accounts.reset_tokens where expires_at < now()`.execute(db);
  await sql`delete from accounts.email_changes where expires_at < now()`.execute(db);
  await sql`delete from accounts.sign_in_places where signed_in_at < now() - interval '30 days'`.execute(db);
};

/**
 * Cleans up at startup and every 15 minutes: guests whose session ended without a logout, studios that accounts have left, remains of erased
 * studios, what has expired, and read models that were rebuilt.
 * @returns stops it
 */
export const startSweeper = (
  services: Pick<Services, 'handlers' | 'db' | 'projecting' | 'store' | 'forgetStudio' | 'forgetOld'>,
  log: Logger,
): (() => Promise<void>) => {
  const traces = tracesIn(log);

  const sweep = async (): Promise<void> => {
    for (const studioId of await abandonedGuests(services)) {
      const commandId = randomUUID();
      const context = { studioId, actor: 'sweeper', commandId, correlationId: commandId, causationId: commandId };
      const ended = await endGuest(services, context, studioId);
      if (ended !== null) traces('erasure', { userId: studioId, isGuest: true });
    }
    await eraseLeft(services);
    for (const studioId of await partlyErased(services)) await eraseStudio(services, studioId);
    await removeExpired(services);
    for (const forget of services.forgetOld) await forget();
    await dropRetired(services.projecting);
  };

  let running: Promise<void> = Promise.resolve();
  const run = (): void => {
    running = sweep().catch((error: unknown) => log.error({ err: error }, 'sweeping failed'));
  };
  run();
  const timer = setInterval(run, every);
  return async () => {
    clearInterval(timer);
    await running;
  };
};
