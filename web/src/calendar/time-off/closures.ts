import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { read } from '../../api/queries.ts';

/** All closures, by first day. */
export const closuresQuery = read('GET /api/closures', { query: {} });

/** Those that touch these days. */
export const closuresFrom = (from: IsoDate, to: IsoDate) => read('GET /api/closures', { query: { from, to } });
