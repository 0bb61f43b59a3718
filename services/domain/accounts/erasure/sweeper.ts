import { randomUUID } from 'node:crypto';
import { dropRetired } from '@rondo/projections/runner/registry.ts';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { CommandKeys } from '../../../platform/commands/command-keys.ts';
import type { SignInPlaces } from '../places.ts';
import { tracesIn } from '../../../platform/http/traces.ts';
import type { Erasure } from './erasure.ts';

const every = 15 * 60 * 1000;

/**
 * Cleans up at startup and every 15 minutes: guests whose session ended without a logout, remains of erased studios, expired sessions and reset
 * links, cached map responses, Idempotency-Keys, sign-in locations, hosts of feeds, and read models that were rebuilt.
 */
export const startSweeper = (dependencies: {
  erasure: Erasure;
  maps: { sweepExpired(): Promise<unknown> };
  keys: CommandKeys;
  places: SignInPlaces;
  /** The hosts that calendar feeds were read from. */
  feedHosts: { readonly forgetOld: () => Promise<void> };
  db: Kysely<unknown>;
  log: Logger;
  /** Stops it at shutdown. */
  onShutdown: (hook: () => Promise<unknown>) => void;
}): void => {
  const { erasure, maps, keys, places, feedHosts, db, log, onShutdown } = dependencies;

  const traces = tracesIn(log);

  const sweep = async (): Promise<void> => {
    for (const studioId of await erasure.abandonedGuests()) {
      const commandId = randomUUID();
      const ended = await erasure.endGuest(
        { studioId, actor: 'sweeper', commandId, correlationId: commandId, causationId: commandId },
        studioId,
      );
      if (ended !== null) traces('erasure', { userId: studioId, isGuest: true });
    }
    for (const studioId of await erasure.unfinished()) await erasure.eraseStudio(studioId);
    await erasure.removeExpired();
    await maps.sweepExpired();
    await keys.forgetOld();
    await places.forgetOld();
    await feedHosts.forgetOld();
    await dropRetired(db);
  };

  let running: Promise<void> = Promise.resolve();
  const run = (): void => {
    running = sweep().catch((error: unknown) => log.error({ err: error }, 'sweeping failed'));
  };
  run();
  const timer = setInterval(run, every);
  onShutdown(async () => {
    clearInterval(timer);
    await running;
  });
};
