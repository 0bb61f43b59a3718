import { erasure, streamRegistry } from './accounts/erasure.ts';
import type { CommandParts } from './commands/command-handler.ts';
import type { Infrastructure } from './infrastructure.ts';
import { mapsCache } from './maps/cache/maps-cache.ts';
import { offlineMaps } from './maps/offline/offline-maps.ts';
import { openOptimizerPool } from './optimizer/pool.ts';
import { roster } from './roster/roster.ts';
import { schedules } from './scheduling/schedules.ts';

/** The write side's parts, over the log and the database: what reactors and routes command. */
export const domainServices = ({ db, pool, projecting, store }: Infrastructure, now: () => number) => {
  const commands: CommandParts = { store, registry: streamRegistry(db) };
  const maps = mapsCache({ pool, provider: offlineMaps, now });
  return {
    commands,
    maps,
    optimizer: openOptimizerPool(),
    roster: roster(commands),
    schedules: schedules(commands),
    erasure: erasure({ db, projecting, store, eraseMapsCache: maps.eraseStudio }),
  };
};
export type DomainServices = ReturnType<typeof domainServices>;
