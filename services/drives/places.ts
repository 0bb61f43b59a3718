import type { PersonRow } from '@rondo/projections/lessons/queries.ts';
import { formatAddress } from '../maps/address.ts';
import type { Stop } from '../maps/drive-time.ts';

/** Where a person lives, if known; null without an address. */
export const personStop = (person: PersonRow | undefined): Stop => {
  if (!person || person.address === null || person.address === '') return null;
  const { latitude, longitude, precision, zip_code: zipCode } = person;
  const address = formatAddress({ address: person.address, city: person.city, zipCode });
  if (latitude === null || longitude === null || precision === null) return { address, precision: null };
  return { latitude, longitude, precision, address, zipCode };
};
