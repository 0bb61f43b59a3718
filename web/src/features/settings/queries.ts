import { listBackups } from '@rondo/contracts/api/backups.ts';
import { checkReadModels, dataIntegrity } from '@rondo/contracts/api/data-integrity.ts';
import { read } from '../../lib/queries.ts';

export const backupsQuery = read(listBackups, {});
export const integrityQuery = read(dataIntegrity, {});
export const readModelsQuery = read(checkReadModels, {});
