import type { Location } from '@rondo/contracts/events/fields.ts';
import { formatAddress, mapAddress } from '../../platform/maps/address.ts';
import type { Maps } from '../../platform/maps/drive-time.ts';

export type Typed = { readonly address: string | null; readonly city: string | null; readonly zipCode: string | null };
export type LocatedAddress = Typed & { readonly location: Location | null };

/**
 * Geocodes an address and fills in a missing city and ZIP code. An address that cannot be geocoded stays as entered: drives to it count 15
 * minutes until it is corrected.
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
