import { listPlacedAt } from '@rondo/projections/students/queries.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { formatAddress, normalizeAddress } from '../../platform/maps/address.ts';
import type { Place } from '../../platform/maps/provider.ts';
import type { ReadModels } from '../../platform/models/read-models.ts';

/**
 * Where a studio's student with this address lives, if that is known exactly: a drive between addresses ends where the user has placed the
 * student, as the drives of the calendar do. Null for any other address.
 */
export const placedStudents =
  (models: ReadModels) =>
  async (studioId: string, address: string): Promise<Place | null> => {
    const sought = normalizeAddress(address);
    const found = (await listPlacedAt(studentsModel.read(models), studioId, address.trim())).find(
      (details) => normalizeAddress(formatAddress(details)) === sought,
    );
    return found?.location ? { ...found.location, address, zipCode: found.zipCode } : null;
  };
