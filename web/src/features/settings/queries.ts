import { listBackups } from '@rondo/contracts/api/backups.ts';
import { checkReadModels, dataIntegrity } from '@rondo/contracts/api/data-integrity.ts';
import { listSessions } from '@rondo/contracts/api/own-account.ts';
import { read } from '../../api/queries.ts';

export const backupsQuery = read(listBackups, {});
export const integrityQuery = read(dataIntegrity, {});
export const readModelsQuery = read(checkReadModels, {});
export const sessionsQuery = read(listSessions, {});
