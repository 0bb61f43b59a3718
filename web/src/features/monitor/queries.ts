import { read } from '../../api/queries.ts';

const seconds = 1000;

/** How often the figures are loaded again, in milliseconds. */
export const statsInterval = 30 * seconds;

export const statsQuery = { ...read('GET /api/maps-cache-stats', {}), refetchInterval: statsInterval };

export const statusQuery = { ...read('GET /api/maps/status', {}), refetchInterval: statsInterval };
