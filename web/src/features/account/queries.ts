import { listSessions } from '@rondo/contracts/api/own-account.ts';
import { read } from '../../lib/queries.ts';

export const sessionsQuery = read(listSessions, {});
