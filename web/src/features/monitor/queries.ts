import { mapsCacheStats, mapsStatus } from '@rondo/contracts/api/maps-monitor.ts';
import { read } from '../../api/queries.ts';

const seconds = 1000;

/** How often the figures are loaded again, in milliseconds. */
export const statsInterval = 30 * seconds;

export const statsQuery = { ...read(mapsCacheStats, {}), refetchInterval: statsInterval };

export const statusQuery = { ...read(mapsStatus, {}), refetchInterval: statsInterval };
