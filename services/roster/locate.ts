import type { Location } from '@rondo/contracts/events/fields.ts';
import { formatAddress, mapAddress } from '../maps/address.ts';
import type { Maps } from '../maps/drive-time.ts';

export type Typed = { readonly address: string | null; readonly city: string | null; readonly zipCode: string | null };
export type LocatedAddress = Typed & { readonly location: Location | null };

/**
 * Finds the place of an address and fills in the city and ZIP code that the person left out. An address that cannot be located
 * stays as it was typed: drives to it count 15 minutes until somebody mends it.
 */
export const locate = async (maps: Maps, typed: Typed): Promise<LocatedAddress> => {
  const sought = mapAddress(typed) ?? formatAddress(typed);
  if (sought === '') return { ...typed, location: null };
  const answer = await maps.geocode(sought);
  if (!answer.success) return { ...typed, location: null };
  const { latitude, longitude, precision, city, zipCode } = answer;
  return {
    address: typed.address,
    city: typed.city ?? (city || null),
    zipCode: typed.zipCode ?? zipCode,
    location: { latitude, longitude, precision },
  };
};
