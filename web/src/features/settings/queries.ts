import { read } from '../../api/queries.ts';

export const backupsQuery = read('GET /api/backups', {});
export const integrityQuery = read('GET /api/data-integrity', {});
export const readModelsQuery = read('GET /api/data-integrity/read-models', {});
export const sessionsQuery = read('GET /api/sessions', {});
